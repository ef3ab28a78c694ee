package trainer.client.cli.job;

import java.time.Duration;
import picocli.CommandLine.Option;
import trainer.client.cli.option.Version;
import trainer.client.config.ClientConfiguration;
import trainer.client.run.JobRun;
import trainer.client.run.MasterKind;
import trainer.client.run.RunOptions;
import trainer.client.watch.Json;
import trainer.core.config.Keys;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The options for running a job, as opposed to its definition. */
final class RunningOptions {
  @Option(
      names = "--session",
      paramLabel = "ID",
      description = "The session that carries the job, instead of an application of its own.")
  private String session;

  @Option(names = "--dry-run", description = "Checks everything and starts nothing.")
  private boolean dryRun;

  @Option(names = "--detach", description = "Returns when the job has been accepted.")
  private boolean detach;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description =
          "Kills the job after that long, such as 30m: exit code 124, and no model is kept.")
  private String timeout;

  @Option(names = "--json", description = "Prints report.json's content at the end.")
  private boolean json;

  /** Refuses options that need a job. */
  void requireNoJob() {
    String given =
        session != null
            ? "--session"
            : dryRun ? "--dry-run" : detach ? "--detach" : timeout != null ? "--timeout" : null;
    if (given != null) {
      throw new FailureException(
          FailureKind.BAD_FLAGS, "it needs a job", given, "give --workers, or leave it out");
    }
  }

  /** Whether one JSON document is to be printed. */
  boolean isJson() {
    return json;
  }

  /**
   * Runs a job.
   *
   * @return the exit code
   */
  int run(MasterKind master, ClientConfiguration configuration) {
    RunOptions options = new RunOptions(master, session, dryRun, detach, timeoutOf(timeout), json);
    JobRun.Outcome outcome =
        new JobRun(options, json ? System.err : System.out).run(configuration, Version.text());
    if (json) {
      System.out.println(Json.print(outcome.report()));
    }
    return outcome.exitCode();
  }

  private static Duration timeoutOf(String text) {
    try {
      return text == null ? Duration.ZERO : Keys.ALLOCATION_TIMEOUT.parse(text);
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          new Failure(
              FailureKind.BAD_FLAGS,
              "'" + text + "' is no time",
              "--timeout",
              "give one like 90s, 30m or 2h"),
          e);
    }
  }
}
