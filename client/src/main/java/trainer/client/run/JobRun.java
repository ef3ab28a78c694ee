package trainer.client.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import trainer.client.config.ClientConfiguration;
import trainer.client.retention.BackgroundRetention;
import trainer.client.watch.Json;
import trainer.client.watch.RunningJob;
import trainer.core.config.Keys;

/** One {@code submit}, from checks to exit code. */
public final class JobRun {
  private final RunOptions options;
  private final PrintStream out;

  /**
   * @param out the output for people: stdout, or stderr when stdout carries JSON
   */
  public JobRun(RunOptions options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

  /** The result of a run, for callers that print more of it. */
  public record Outcome(int exitCode, ObjectNode report) {}

  /** Runs the job to its end, or as far as the options request. */
  public Outcome run(ClientConfiguration configuration, String version) {
    return run(JobLaunch.prepare(options, configuration, version, out));
  }

  @SuppressWarnings("try") // retention runs by itself, and is waited for
  Outcome run(JobLaunch prepared) {
    try (JobLaunch launch = prepared) {
      launch.summary().forEach(out::println);
      if (options.dryRun()) {
        out.println("every check has passed; nothing was started");
        return new Outcome(0, Json.object().put("checked", true));
      }
      try (RunningJob job = launch.start();
          BackgroundRetention retention = retention(launch.job().configuration())) {
        out.println("job: " + job.jobId());
        out.println("folder: " + job.link().folder().root());
        if (options.detach()) {
          return detached(job);
        }
        return new JobFollower(job, out, options.json()).follow(options.timeout(), launch::end);
      }
    }
  }

  /** Null where every folder is kept. */
  private static BackgroundRetention retention(ClientConfiguration configuration) {
    return configuration
        .settings()
        .find(Keys.JOB_KEEP)
        .map(keep -> new BackgroundRetention(() -> OwnJobs.folders(configuration), keep))
        .orElse(null);
  }

  private Outcome detached(RunningJob job) {
    out.println("detached; follow it with: trainer attach " + job.jobId());
    return new Outcome(0, Json.object().put("jobId", job.jobId()).put("state", "NEW"));
  }
}
