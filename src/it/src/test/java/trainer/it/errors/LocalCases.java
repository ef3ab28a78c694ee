package trainer.it.errors;

import static java.util.stream.Collectors.joining;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import trainer.client.submit.Machine;
import trainer.container.files.OutputClaim;
import trainer.container.files.ProcessMark;
import trainer.it.cluster.TrainerClient;

/** The cases that need no cluster, those that take long first. */
final class LocalCases {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** More than is parsed before the start, in lines of 7 bytes. */
  private static final int HEAD_BYTES = 70_000;

  private final Map<String, BadCase> cases = new LinkedHashMap<>();
  private final byte[] avro;
  private final Path jar;

  /**
   * @param avro a sound Avro container of several blocks, snappy
   * @param jar the jar of {@link BadModels}
   */
  LocalCases(byte[] avro, Path jar) {
    this.avro = avro;
    this.jar = jar;
    unreachable();
    stores();
    whileItRuns();
    flagsAndKeys();
    inputAndOutput();
    models();
    commands();
  }

  Map<String, BadCase> all() {
    return cases;
  }

  private void unreachable() {
    cases.put(
        "resourcemanager-unreachable",
        place ->
            place
                .client()
                .run(
                    "submit",
                    "--input",
                    place.goodInput().toUri().toString(),
                    "--output",
                    place.output().toUri().toString(),
                    "-Dyarn.resourcemanager.address=localhost:1"));
    cases.put(
        "namenode-unreachable",
        place ->
            place
                .client()
                .run(
                    "submit",
                    "--input",
                    "/in",
                    "--output",
                    "/out",
                    "-Dyarn.resourcemanager.address=localhost:1",
                    "-Dfs.defaultFS=hdfs://localhost:1"));
  }

  private void stores() {
    submit("state-address-missing", "-Dtrainer.state.store=etcd");
    submit("state-address-malformed", "-Dtrainer.state.store=etcd", "-Dtrainer.state.address=h");
    submit(
        "etcd-unreachable",
        "-Dtrainer.state.store=etcd",
        "-Dtrainer.state.address=localhost:1,localhost:2");
    submit(
        "zookeeper-unreachable",
        "-Dtrainer.state.store=zookeeper",
        "-Dtrainer.state.address=localhost:1/trainer");
  }

  private void whileItRuns() {
    submit(
        "model-hangs",
        "--jars",
        jar.toString(),
        "--model",
        "com.example.Hanging",
        "-Dtrainer.task.timeout-least=100ms",
        "-Dtrainer.task.max-timeouts=0");
    cases.put("input-changed", place -> disturbed(place, LocalCases::replace));
    cases.put("input-vanished", place -> disturbed(place, Files::delete));
    cases.put("journal-deleted", LocalCases::withoutJournal);
    input("bad-line", beyondTheHead("0 2:x\n"));
    input("not-a-number", beyondTheHead("0 2:nan\n"));
    input("label-out-of-range", beyondTheHead("7 2:1\n"));
    input("no-record-in-the-end", "\n".repeat(HEAD_BYTES + 1));
    input("feature-beyond-table", "1 1:1\n0 2:1\n", "-Dtrainer.model.args.features=2");
    input(
        "share-too-wide",
        IntStream.range(0, 33_000).mapToObj(i -> " " + i + ":1").collect(joining("", "1", "\n")),
        "--model",
        "softmax",
        "-Dtrainer.model.classes=65536");
    input(
        "too-many-bad-records",
        beyondTheHead("0 2:x\n0 1:1\n8 1:1\n"),
        "-Dtrainer.input.max-bad-records=1");
    cases.put(
        "truncated-avro",
        place -> {
          Path file = place.file("input.avro", Arrays.copyOf(avro, avro.length - 5));
          return place.client().run(place.submit(file));
        });
    cases.put(
        "flipped-bit",
        place -> {
          byte[] flipped = avro.clone();
          flipped[avro.length / 2] ^= 1;
          return place.client().run(place.submit(place.file("input.avro", flipped)));
        });
  }

  private static String beyondTheHead(String lines) {
    return "1 1:10\n".repeat(HEAD_BYTES / 7) + lines;
  }

  private interface Disturbance {
    void to(Path file) throws IOException;
  }

  private static void replace(Path file) throws IOException {
    Files.writeString(file, "1 9:9\n", StandardOpenOption.APPEND);
  }

  /** What happens to a file that a running job reads again and again, or to its folder. */
  private static TrainerClient.Result disturbed(Place place, Disturbance what, String... more)
      throws Exception {
    Path input = place.goodInput();
    Path out = place.file("out.txt", "");
    Path err = place.file("err.txt", "");
    String[] endless = {"--epochs", "1000000", "-Dtrainer.worker.cache-mb=0"};
    String[] all = Stream.concat(Stream.of(endless), Stream.of(more)).toArray(String[]::new);
    Process job = place.client().start(out, err, place.submit(input, all));
    await().atMost(PATIENCE).until(() -> Files.readString(out).contains(" RUNNING ["));
    what.to(input);
    if (!job.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      job.destroy();
      throw new AssertionError("the job goes on: " + place.client().result(-1, out, err).told());
    }
    return place.client().result(job.exitValue(), out, err);
  }

  private static TrainerClient.Result withoutJournal(Place place) throws Exception {
    TrainerClient.Result result =
        disturbed(place, input -> place.deleteJournal(), "-Dtrainer.job.dir.patience=1s");
    place.deleteLogsOfKilled();
    return result;
  }

  private void flagsAndKeys() {
    within("java-home-without-java", "TRAINER_JAVA_HOME", "/nosuch");
    within("cache-not-writable", "TRAINER_CACHE", "/proc/no-folder");
    command("unknown-command", "sbumit", "--help");
    command("command-not-yet", "predict", "--model", "model", "--input", "x");
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
    cases.put(
        "archive-broken",
        place -> {
          Path archive = place.file("words.zip", "no zip at all");
          return place
              .client()
              .run(place.submit(place.goodInput(), "-archives", archive.toString()));
        });
    cases.put(
        "conf-malformed",
        place -> {
          Path conf = place.file("bad.xml", "<configuration><property>");
          return place.client().run(place.submit(place.goodInput(), "-conf", conf.toString()));
        });
    command("no-cluster", "submit", "--input", "/in", "--output", "/out");
    cases.put(
        "no-cluster-in-folder",
        place ->
            place
                .client()
                .with(Map.of("HADOOP_CONF_DIR", place.home().toString()))
                .run("submit", "--input", "/in", "--output", "/out"));
    cases.put(
        "no-input",
        place -> place.client().run("submit", "--master", "local", "--output", "model"));
  }

  private void submit(String name, String... more) {
    cases.put(name, place -> place.client().run(place.submit(place.goodInput(), more)));
  }

  private void limited(String name, String limit) {
    cases.put(name, place -> place.client().limitedBy(limit).run(place.submit(place.goodInput())));
  }

  private void input(String name, String text, String... more) {
    cases.put(name, place -> place.client().run(place.submit(place.file("input", text), more)));
  }

  private void inputAndOutput() {
    cases.put(
        "input-missing",
        place -> place.client().run(place.submit(place.home().resolve("no-such-file"))));
    cases.put(
        "empty-glob", place -> place.client().run(place.submit(place.home().resolve("*.avro"))));
    input("no-record", "\n  \n\n");
    input("csv", "clicked,country,age\n0,tr,55\n");
    input("header", "label first second\n1 1:1 2:1\n");
    input("numbers-without-indices", "1 0.5 0.25\n0 0.5 1\n");
    input("bad-first-line", "1 1:1\n0 2:x\n");
    input("labels-to-recode", "1 1:1\n2 2:1\n");
    cases.put(
        "gzip",
        place -> {
          byte[] begins = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3};
          return place.client().run(place.submit(place.file("in.libsvm", begins)));
        });
    cases.put(
        "pipe",
        place -> {
          Path pipe = place.home().resolve("pipe");
          new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
          return place.client().run(place.submit(pipe));
        });
    cases.put(
        "comma-in-name",
        place -> place.client().run(place.submit(place.file("a,b.libsvm", "1 1:1\n"))));
    cases.put(
        "colon-in-name",
        place -> place.client().run(place.submit(place.file("a:1.libsvm", "1 1:1\n"))));
    submit("file-system-missing", "--validation", "s3a://bucket/clicks");
    validation("validation-missing", place -> place.home().resolve("no-such-file"));
    validation("validation-csv", place -> place.file("in.csv", "0,tr,55\n"));
    cases.put("zero-bytes", place -> place.client().run(place.submit(place.file("in.avro", ""))));
    cases.put(
        "not-avro",
        place -> place.client().run(place.submit(place.file("in.avro", "label,x\n1,2\n"))));
    cases.put(
        "wrong-schema",
        place -> {
          String text = new String(avro, StandardCharsets.ISO_8859_1);
          byte[] other =
              text.replaceFirst("\"label\"", "\"lapel\"").getBytes(StandardCharsets.ISO_8859_1);
          return place.client().run(place.submit(place.file("in.avro", other)));
        });
    output("host-before-local-path", "file://models/clicks");
    output("host-missing", "hdfs:///models");
    cases.put(
        "output-exists",
        place -> {
          Path there = place.file("there/part", "").getParent();
          return place.client().run(place.submitTo(there, place.goodInput()));
        });
    cases.put(
        "output-claimed",
        place -> {
          Path output = place.file("claimed/other", "").resolveSibling("model");
          // This process lives for as long as the case is played.
          ProcessMark alive = ProcessMark.of(Machine.name(), ProcessHandle.current().pid());
          org.apache.hadoop.fs.Path claimed = new org.apache.hadoop.fs.Path(output.toUri());
          new OutputClaim("local_1_2.1", "bob", "", alive)
              .put(claimed.getFileSystem(new Configuration(false)), claimed);
          return place.client().run(place.submitTo(output, place.goodInput()));
        });
    cases.put(
        "more-than-the-machine",
        place -> place.client().run(place.submit(place.goodInput(), "--workers", "10000")));
    limited("few-open-files", "-n 200");
    limited("few-processes", "-u 100");
    limited("small-files", "-f 1024");
    cases.put(
        "output-dangling",
        place -> {
          Path link = place.file("links/other", "").resolveSibling("model");
          Files.createSymbolicLink(link, Path.of("nowhere"));
          return place.client().run(place.submitTo(link, place.goodInput()));
        });
    cases.put(
        "output-takes-nothing",
        place -> place.client().run(place.submitTo(Path.of("/proc/model"), place.goodInput())));
    cases.put(
        "output-below-a-file",
        place -> {
          Path file = place.goodInput();
          return place.client().run(place.submitTo(file.resolve("model"), file));
        });
    cases.put(
        "job-dir-below-a-file",
        place ->
            place
                .client()
                .run(
                    place.submit(
                        place.goodInput(),
                        "-Dtrainer.job.dir=" + place.goodInput().resolve("jobs"))));
  }

  private void output(String name, String output) {
    cases.put(
        name,
        place -> {
          String input = place.goodInput().toString();
          return place
              .client()
              .run("submit", "--master", "local", "--input", input, "--output", output);
        });
  }

  private interface Made {
    Path in(Place place) throws IOException;
  }

  private void validation(String name, Made input) {
    cases.put(
        name,
        place ->
            place
                .client()
                .run(place.submit(place.goodInput(), "--validation", input.in(place).toString())));
  }

  private void models() {
    with("class-throws", "com.example.Throwing");
    with("class-of-newer-java", "com.example.Later");
    with("class-abstract", "trainer.learning.spi.Model");
    submit("jar-missing", "--jars", "no-such.jar");
    submit("class-missing", "--model", "no.such.Model");
    submit("class-wrong-type", "--model", "java.lang.String");
  }

  private void with(String name, String model) {
    submit(name, "--jars", jar.toString(), "--model", model);
  }

  /** A command in an environment of its own. */
  private void within(String name, String variable, String value) {
    cases.put(name, place -> place.client().with(Map.of(variable, value)).run("list"));
  }

  private void command(String name, String... words) {
    cases.put(name, place -> place.client().run(words));
  }

  private void commands() {
    cases.put("status-unknown", place -> place.client().run("status", "local_20260101000000000_1"));
    cases.put("kill-unknown", place -> place.client().run("kill", "local_20260101000000000_1"));
    command("list-without-yarn", "list", "-Dyarn.resourcemanager.address=localhost:1");
    cases.put("no-id", place -> place.client().run("status", "clicks"));
    submit("timeout", "--epochs", "1000000", "--timeout", "3s");
    command("no-weights", "model", "show", "model", "--largest", "0");
    cases.put("nothing-to-score", LocalCases::scored);
    command("model-with-host", "model", "show", "file://models/clicks");
    command("model-without-host", "model", "show", "hdfs:///models");
    command("model-missing", "model", "verify", "no-such-model");
    command("checkpoint-missing", "checkpoint", "verify", "no-such-checkpoint");
    command("checkpoints-missing", "checkpoint", "ls", "no-such-job");
    command("checkpoint-half", "checkpoint", "show", ".");
    cases.put("other-version", OtherVersion::play);
  }

  private static TrainerClient.Result scored(Place place) throws Exception {
    String model = place.output().toString();
    place.client().run(place.submit(place.goodInput())).ok();
    String blank = place.file("blank.libsvm", "\n\n").toString();
    return place.client().run("evaluate", "--model", model, "--input", blank);
  }
}
