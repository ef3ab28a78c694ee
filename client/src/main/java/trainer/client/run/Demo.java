package trainer.client.run;

import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import trainer.client.config.ClientConfiguration;
import trainer.client.embedded.EmbeddedCluster;
import trainer.client.watch.JobDocument;
import trainer.core.config.Keys;
import trainer.data.generate.GenerateRequest;
import trainer.data.generate.GeneratedData;
import trainer.data.generate.Generator;
import trainer.data.generate.SyntheticKind;
import trainer.data.generate.SyntheticSpec;
import trainer.master.report.ResultsReport;

/**
 * The demonstration: a cluster in this process, synthetic clicks, and a training run by the same
 * path as {@code submit}.
 */
public final class Demo {
  private static final long RECORDS = 200_000;
  private static final long HELD_OUT = 50_000;
  private static final int FILES = 4;
  private static final long HELD_OUT_SEED = 2;

  private final ClientConfiguration given;
  private final PrintStream out;

  public Demo(ClientConfiguration given, PrintStream out) {
    this.given = given;
    this.out = out;
  }

  /** Runs the demonstration. Returns the outcome that {@code submit} would return. */
  public JobRun.Outcome run(String version, boolean json) {
    long start = System.nanoTime();
    out.println("starting HDFS and YARN with " + EmbeddedCluster.NODES + " NodeManagers here");
    EmbeddedCluster cluster = JobLaunch.start(given.hadoop());
    Configuration hadoop = cluster.configuration();
    String home =
        FileSystem.getDefaultUri(hadoop) + "/user/" + SubmittingUser.user(hadoop) + "/demo";
    out.printf(Locale.ROOT, "running after %.1f s%n", secondsSince(start));
    out.println("generating " + RECORDS + " click-like records and " + HELD_OUT + " held out");
    generate(hadoop, RECORDS, 1, home + "/train");
    GeneratedData heldOut = generate(hadoop, HELD_OUT, HELD_OUT_SEED, home + "/held-out");

    Map<String, String> keys = new LinkedHashMap<>();
    keys.put(Keys.NAME.name(), "demo");
    keys.put(Keys.INPUT.name(), home + "/train");
    keys.put(Keys.VALIDATION_INPUT.name(), home + "/held-out");
    keys.put(Keys.OUTPUT.name(), home + "/model");
    given.settings().texts().forEach(keys::put);
    defaults(keys);
    ClientConfiguration configuration = given.on(hadoop).with(keys);
    RunOptions options =
        new RunOptions(MasterKind.EMBEDDED, null, false, false, Duration.ZERO, json);
    JobLaunch launch = JobLaunch.embedded(configuration, version, cluster, out);
    JobRun.Outcome outcome = new JobRun(options, out).run(launch);
    print(JobDocument.of(outcome.report()).report().results(), heldOut);
    out.printf(Locale.ROOT, "the demonstration took %.1f s%n", secondsSince(start));
    return outcome;
  }

  private static void defaults(Map<String, String> keys) {
    keys.putIfAbsent(Keys.WORKERS.name(), "2");
    keys.putIfAbsent(Keys.EPOCHS.name(), "3");
    keys.putIfAbsent(Keys.MASTER_MEMORY_MB.name(), "768");
  }

  private static GeneratedData generate(
      Configuration hadoop, long records, long seed, String folder) {
    GenerateRequest request =
        GenerateRequest.of(SyntheticSpec.of(SyntheticKind.CLICKS, records).withSeed(seed), folder)
            .withFiles(FILES);
    return new Generator(hadoop).generate(request, (written, total) -> {});
  }

  private void print(ResultsReport results, GeneratedData heldOut) {
    Map<String, Number> found = results.metrics().validation();
    out.printf(
        Locale.ROOT,
        "held out: log loss %.5f (best reachable %.5f), AUC %.5f (best reachable %.5f)%n",
        number(found.get("logLoss")),
        heldOut.truth().logLoss(),
        number(found.get("auc")),
        heldOut.truth().auc());
  }

  private static double number(Number value) {
    return value == null ? Double.NaN : value.doubleValue();
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
