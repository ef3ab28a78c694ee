package trainer.it.errors;

import java.nio.file.Path;
import java.util.Map;

/** Mistakes of the command line, its environment and the configuration. */
final class FlagCases extends LocalCases {
  FlagCases() {
    within("java-home-without-java", "TRAINER_JAVA_HOME", "/nosuch");
    within("cache-not-writable", "TRAINER_CACHE", "/proc/no-folder");
    command("unknown-command", "sbumit", "--help");
    command("command-elsewhere", "predict", "--model", "model", "--input", "x");
    command("session-missing", "session", "status", "local_1_1");
    command("session-of-an-input", "session", "start", "--master", "local", "-Dtrainer.input=x");
    submit("session-elsewhere", "--session", "local_1_1");
    command("option-before-command", "--input", "x", "submit");
    submit("unknown-flag", "--inptu", "x");
    submit("flag-twice", "--input", "x");
    submit("bad-timeout", "--timeout", "3x");
    submit("detach-local", "--detach");
    submit("unknown-key", "-Dtrainer.input.formt=avro");
    submit("key-of-another-case", "-DTrainer.Epochs=3");
    submit("wrong-type", "-Dtrainer.epochs=many");
    submit("flag-of-no-value", "--epochs", "many");
    submit("below-range", "-Dtrainer.epochs=0");
    submit("above-range", "-Dtrainer.heartbeat.timeout=2h");
    submit("conflict", "-Dtrainer.workers=2", "-Dtrainer.workers.min=3");
    submit("task-file-under-bsp", "-Dtrainer.task.blocks=file");
    submit("discard-under-bsp", "-Dtrainer.task.max-discarded=1");
    submit("staleness-under-bsp", "-Dtrainer.optimizer.staleness-aware=true");
    submit("stopping-without-held-out", "-Dtrainer.early-stopping.metric=auc");
    submit("points-without-held-out", "-Dtrainer.validation.every=20");
    submit(
        "stopping-under-async",
        "--validation=10%",
        "-Dtrainer.early-stopping.metric=auc",
        "-Dtrainer.sync=async");
    submit(
        "points-under-ssp",
        "--validation=10%",
        "-Dtrainer.validation.every=9",
        "-Dtrainer.sync=ssp");
    submit("stopping-metric", "--validation=10%", "-Dtrainer.early-stopping.metric=log-loss");
    submit("initial-missing", "-Dtrainer.model.initial=/tmp");
    submit("resume-unknown", "--resume", "local_1_1");
    submit("resume-nonsense", "--resume", "nonsense");
    submit("optimizer-key", "-Dtrainer.optimizer=sgd", "-Dtrainer.optimizer.momentum=0.9");
    submit("schedule-without-steps", "-Dtrainer.optimizer.schedule=cosine");
    submit("sync-unknown", "-Dtrainer.sync=hogwild");
    submit("model-argument", "-Dtrainer.model.args.interzept=false");
    submit("model-argument-of-no-value", "-Dtrainer.model.args.intercept=maybe");
    submit("dense-table-too-large", "-Dtrainer.model.args.features=100000000");
    submit(
        "too-many-classes",
        "--model",
        "softmax",
        "-Dtrainer.model.classes=65536",
        "-Dtrainer.model.args.features=100000");
    submit("conf-missing", "-conf", "no-such-file.xml");
    submit("file-missing", "-files", "no-such-file");
    submit("files-of-one-name", "-files", "/etc/hosts#words,/etc/passwd#words");
    submit("archive-by-no-name", "-archives", "/etc/hosts");
    put(
        "archive-broken",
        place -> {
          Path archive = place.file("words.zip", "no zip at all");
          return place
              .client()
              .run(place.submit(place.goodInput(), "-archives", archive.toString()));
        });
    put(
        "conf-malformed",
        place -> {
          Path conf = place.file("bad.xml", "<configuration><property>");
          return place.client().run(place.submit(place.goodInput(), "-conf", conf.toString()));
        });
    command("no-cluster", "submit", "--input", "/in", "--output", "/out");
    put(
        "no-cluster-in-folder",
        place ->
            place
                .client()
                .with(Map.of("HADOOP_CONF_DIR", place.home().toString()))
                .run("submit", "--input", "/in", "--output", "/out"));
    put(
        "no-input",
        place -> place.client().run("submit", "--master", "local", "--output", "model"));
  }

  /** A command in an environment of its own. */
  private void within(String name, String variable, String value) {
    put(name, place -> place.client().with(Map.of(variable, value)).run("list"));
  }
}
