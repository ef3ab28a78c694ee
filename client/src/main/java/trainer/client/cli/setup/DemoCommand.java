package trainer.client.cli.setup;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trainer.client.cli.option.HadoopJobOptions;
import trainer.client.cli.option.Verb;
import trainer.client.cli.option.Version;
import trainer.client.run.Demo;
import trainer.client.run.JobRun;
import trainer.client.run.SessionDemo;
import trainer.client.watch.Json;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** Runs the demonstration. */
@Command(
    name = "demo",
    description = {
      "Trains a model on made-up clicks, on a cluster in this process.",
      "It starts HDFS and YARN here, generates records, trains on them and leaves nothing running.",
      "With --session, two workers score texts and images at the same rate; one is killed."
    },
    footer = {"", "Examples:", "  trainer demo -Dtrainer.workers=4", "  trainer demo --session"})
public final class DemoCommand extends Verb {
  private static final int RECORDS = 2000;
  private static final int MOST_RECORDS = 100_000;

  @Mixin(name = HadoopJobOptions.SECTION)
  private HadoopJobOptions hadoop;

  @Option(
      names = "--session",
      description = "Shows a session of two scoring jobs instead, and checks what they score.")
  private boolean session;

  @Option(
      names = "--records",
      paramLabel = "N",
      description = "Of each job of --session; default 2000.")
  private Integer records;

  @Option(names = "--json", description = "Prints report.json's content at the end.")
  private boolean json;

  @Override
  public Integer call() {
    requireFit();
    return session ? ofSession() : ofTraining();
  }

  private void requireFit() {
    if (session && json) {
      throw new FailureException(
          FailureKind.BAD_FLAGS, "a session has several reports", "--json", "leave it out");
    }
    if (!session && records != null) {
      throw new FailureException(
          FailureKind.BAD_FLAGS, "only a session has them", "--records", "add --session");
    }
    if (records != null && (records < 1 || records > MOST_RECORDS)) {
      throw new FailureException(
          FailureKind.BAD_FLAGS,
          "not between 1 and " + MOST_RECORDS,
          "--records " + records,
          "give some thousands");
    }
  }

  private int ofSession() {
    int each = records == null ? RECORDS : records;
    return new SessionDemo(hadoop.configuration(Map.of()), each, System.out).run(Version.text());
  }

  private int ofTraining() {
    Demo demo = new Demo(hadoop.configuration(Map.of()), json ? System.err : System.out);
    JobRun.Outcome outcome = demo.run(Version.text(), json);
    if (json) {
      System.out.println(Json.print(outcome.report()));
    }
    return outcome.exitCode();
  }
}
