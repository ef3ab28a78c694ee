package trainer.it.masters;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import trainer.it.cluster.TrainerClient;
import trainer.it.cluster.UnhurriedModel;

/**
 * Has a job that trains go from two pservers to four and on to three, with one copy of each
 * partition and with two, and says what that moved and how fast training went on meanwhile. Run by
 * {@code bin/scale-pservers}.
 */
public final class PserverScaling {
  private static final int RECORDS = 40_000;
  private static final int FEATURES = 4_000_000;
  private static final int NONZEROS = 60;
  private static final int EPOCHS = 20;
  private static final int CALM_SECONDS = 8;
  private static final int PARTITIONS = 32;

  /** A key, and of adagrad a weight and a sum of squares. */
  private static final long ROW_BYTES = Long.BYTES + 2 * Float.BYTES;

  private static final double NEAR = 0.2;
  private static final double LEAST_PACE = 0.5;

  private final TrainerClient trainer;
  private final Path home;
  private final String[] where;
  private final int rest;
  private final UnhurriedModel model;
  private final Findings findings = new Findings();

  private PserverScaling(TrainerClient trainer, Path home, int rest, String... where)
      throws IOException {
    this.trainer = trainer;
    this.home = home;
    this.where = where;
    this.rest = rest;
    this.model = new UnhurriedModel(home);
  }

  /**
   * Ends with 0 if every bar was met.
   *
   * @param arguments a folder; {@code embedded} or the folder of a cluster's configuration; how
   *     many milliseconds workers rest at each block
   */
  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]).toAbsolutePath();
    int rest = Integer.parseInt(arguments[2]);
    TrainerClient trainer = new TrainerClient(home);
    int missed;
    if (arguments[1].equals("embedded")) {
      try (TwoNodes cluster = new TwoNodes(home, new Configuration())) {
        missed = new PserverScaling(trainer, home, rest, "-conf", cluster.site().toString()).run();
      }
    } else {
      TrainerClient configured = trainer.with(Map.of("HADOOP_CONF_DIR", arguments[1]));
      missed = new PserverScaling(configured, home, rest).run();
    }
    System.out.printf("  %d missed%n", missed);
    Runtime.getRuntime().halt(missed == 0 ? 0 : 1); // the daemons take their time
  }

  private int run() throws Exception {
    trainer
        .run(
            "generate",
            "--kind",
            "clicks",
            "--records",
            String.valueOf(RECORDS),
            "--features",
            String.valueOf(FEATURES),
            "--nonzeros",
            String.valueOf(NONZEROS),
            "--files",
            "4",
            "--output",
            home.resolve("train").toUri().toString())
        .ok();
    DisturbedJob.End quiet = submit("quiet", 1, List.of()).await();
    for (int replicas = 1; replicas <= 2; replicas++) {
      scale(replicas, quiet);
    }
    return findings.missed();
  }

  private void scale(int replicas, DisturbedJob.End quiet) throws Exception {
    System.out.printf("%d of each partition%n", replicas);
    DisturbedJob job = submit("scaled" + replicas, replicas, model.resting(rest));
    job.awaitSaid(" RUNNING [");
    Scaling scaling =
        where.length == 0 ? Scaling.byClient(trainer, job) : Scaling.byPage(trainer, job, where);
    scaling.awaitAllRows();
    double before = scaling.pace(CALM_SECONDS);
    Scaling.Step more = scaling.to(4);
    double between = scaling.pace(CALM_SECONDS);
    Scaling.Step fewer = scaling.to(3);
    double after = scaling.pace(CALM_SECONDS);
    model.hurry();
    DisturbedJob.End end = job.await();
    JsonNode report = end.report();
    findings.equal("exit code of submit", 0, end.exitCode());
    findings.equal("model id as undisturbed", quiet.modelId(), end.modelId());
    findings.equal("rollbacks", 0L, report.path("rollbacks").asLong());
    long rows = 0;
    for (JsonNode table : report.path("tables")) {
      rows += table.path("rows").asLong();
    }
    long bytes = rows * ROW_BYTES * replicas;
    findings.note("bytes of all copies", bytes + ", " + rows + " rows");
    say("2 to 4", more, replicas, 0.5, bytes, before);
    say("4 to 3", fewer, replicas, 0.25, bytes, between);
    findings.note("versions a second afterwards", String.format("%.1f", after));
    double longest = 0;
    for (JsonNode survived : report.path("survived")) {
      longest = Math.max(longest, survived.path("seconds").asDouble());
    }
    findings.note("longest without a commit, seconds", String.format("%.2f", longest));
  }

  private void say(
      String step, Scaling.Step seen, int replicas, double ideal, long bytes, double pace) {
    findings.equal(
        step + ": copies that moved, of " + PARTITIONS * replicas,
        (int) (ideal * PARTITIONS * replicas),
        seen.copies());
    double share = (double) seen.bytes() / bytes;
    findings.note(step + ": bytes fetched", seen.bytes());
    findings.between(step + ": their share of all", ideal * (1 - NEAR), ideal * (1 + NEAR), share);
    String paces = String.format("%.2f: %.1f of %.1f/s", seen.pace() / pace, seen.pace(), pace);
    findings.say(
        step + String.format(": pace for %.1f s, of that before", seen.seconds()),
        "at least " + LEAST_PACE,
        paces,
        seen.pace() >= LEAST_PACE * pace);
  }

  private DisturbedJob submit(String output, int replicas, List<String> more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(where));
    arguments.addAll(
        List.of(
            "--master",
            "yarn",
            "--input",
            home.resolve("train").toUri().toString(),
            "--output",
            home.resolve(output).toUri().toString(),
            "--epochs",
            String.valueOf(EPOCHS),
            "--workers",
            "2",
            "--pservers",
            "2",
            "-Dtrainer.pserver.replicas=" + replicas,
            "-Dtrainer.block.records=500",
            "-Dtrainer.minibatch.blocks=4"));
    arguments.addAll(model.options());
    arguments.addAll(more);
    return DisturbedJob.submit(trainer, home, arguments);
  }
}
