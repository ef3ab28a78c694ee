package trainer.client.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import trainer.client.config.ClientConfiguration;
import trainer.client.submit.Unreachable;
import trainer.client.watch.EndSummary;
import trainer.client.watch.Json;
import trainer.client.watch.MasterLink;
import trainer.client.watch.Observation;
import trainer.client.watch.ProgressDisplay;
import trainer.client.watch.RunningJob;
import trainer.client.watch.Watcher;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

/** One {@code submit} from checks to exit code. */
public final class JobRun {
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(30);

  private final RunOptions options;
  private final PrintStream out;

  /**
   * @param out where people read: stdout, or stderr when stdout carries JSON
   */
  public JobRun(RunOptions options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

  /** How it went, for those who have more to say. */
  public record Outcome(int exitCode, JsonNode report) {}

  /** Runs it to its end, or to what was asked for instead. */
  public Outcome run(ClientConfiguration configuration, String version) {
    return run(Launch.prepare(options, configuration, version, out));
  }

  Outcome run(Launch prepared) {
    try (Launch launch = prepared) {
      out.println("input: " + launch.inputSummary());
      if (options.dryRun()) {
        out.println("every check has passed; nothing was started");
        return new Outcome(0, Json.object().put("checked", true));
      }
      try (RunningJob job = launch.start()) {
        out.println("job: " + job.jobId());
        out.println("folder: " + launch.link().folder().root());
        if (options.detach()) {
          return detached(job);
        }
        Interruption.of(job, out, options.json()).install();
        return follow(job, launch);
      }
    }
  }

  private Outcome detached(RunningJob job) {
    out.println("detached; follow it with: trainer status " + job.jobId());
    JsonNode document = Json.object().put("jobId", job.jobId()).put("state", "NEW");
    return new Outcome(0, document);
  }

  private Outcome follow(RunningJob job, Launch launch) {
    ProgressDisplay display = new ProgressDisplay(out, !options.json() && Terminal.isThere());
    try {
      Watcher watcher = new Watcher(job, display);
      Observation end =
          watcher.watch(options.timeout(), url -> out.println("tracking page: " + url));
      boolean late = !end.ended();
      if (late) {
        job.kill("--timeout " + options.timeout());
        end = watcher.watch(KILL_PATIENCE, url -> {});
      }
      Interruption.disarm();
      JsonNode report = launch.afterEnd(end);
      tell(end, report, launch.link());
      return new Outcome(late ? FailureKind.TIMEOUT.exitCode() : exitCode(end), report);
    } catch (IOException e) {
      throw Unreachable.of(job.jobId(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome(FailureKind.INTERRUPTED.exitCode(), Json.object());
    }
  }

  private void tell(Observation end, JsonNode report, MasterLink link) {
    EndSummary.print(out, report, link.folder().root(), link.reportPath());
    JsonNode failure = report.path("failure");
    if (failure.has("message")) {
      System.err.println("ERROR " + failure.path("message").asText());
    } else if (end.phase().equals("FAILED")) {
      System.err.println(
          "ERROR "
              + new Failure(FailureKind.UNEXPECTED, "the job failed", link.reportPath(), "see logs")
                  .message());
    }
  }

  private static int exitCode(Observation end) {
    return switch (end.phase()) {
      case "EXITED" -> 0;
      case "KILLED" -> FailureKind.KILLED_BY_USER.exitCode();
      default -> 1;
    };
  }
}
