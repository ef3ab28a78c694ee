package trainer.client.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import trainer.client.submit.Unreachable;
import trainer.client.watch.EndSummary;
import trainer.client.terminal.Terminal;
import trainer.client.watch.Json;
import trainer.client.watch.Observation;
import trainer.client.watch.ProgressDisplay;
import trainer.client.watch.RunningJob;
import trainer.client.watch.Watcher;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;

/** Follows a job to its end and tells how it went: the second half of {@code submit}. */
final class Following {
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(30);

  private final RunningJob job;
  private final PrintStream out;
  private final boolean json;

  /**
   * @param out where people read
   * @param json whether stdout is owed a document
   */
  Following(RunningJob job, PrintStream out, boolean json) {
    this.job = job;
    this.out = out;
    this.json = json;
  }

  /** What is done with a job that has ended, before it is told of. */
  interface AtEnd {
    Ending ending(JsonNode report, JobFolder folder) throws IOException;
  }

  /**
   * Returns when it has ended, or was killed because the time was up.
   *
   * @param timeout zero for none
   */
  JobRun.Outcome toTheEnd(Duration timeout, AtEnd atEnd) {
    try {
      Watched watched = watch(timeout);
      Observation end = watched.end();
      JsonNode report = end.report();
      if (report == null) {
        report = Json.reportOf(job.jobId(), end.phase(), null);
      }
      Ending ending = atEnd.ending(report, job.link().folder());
      tell(end, ending);
      return new JobRun.Outcome(
          watched.late() ? FailureKind.TIMEOUT.exitCode() : exitCode(end), ending.report());
    } catch (IOException e) {
      throw Unreachable.of(job.jobId(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new JobRun.Outcome(FailureKind.INTERRUPTED.exitCode(), Json.object());
    }
  }

  /** How it ended, by itself or because the time was up. */
  private record Watched(Observation end, boolean late) {}

  /** However this ends, an end of this process is no interruption any more. */
  private Watched watch(Duration timeout) throws IOException, InterruptedException {
    Interruption.of(job, out, json).install();
    try {
      ProgressDisplay display = new ProgressDisplay(out, json ? Terminal.none() : Terminal.here());
      Watcher watcher = new Watcher(job, display);
      Observation end = watcher.watch(timeout, url -> out.println("tracking page: " + url));
      if (end.ended()) {
        return new Watched(end, false);
      }
      job.kill("--timeout after " + timeout.toSeconds() + " s");
      return new Watched(watcher.watch(KILL_PATIENCE, url -> {}), true);
    } finally {
      Interruption.disarm();
    }
  }

  private void tell(Observation end, Ending ending) {
    String reportPath = ending.folder().report(JobId.parse(job.jobId()));
    EndSummary.print(out, ending.report(), ending.folder().root(), reportPath);
    JsonNode failure = ending.report().path("failure");
    if (failure.has("message")) {
      System.err.println("ERROR " + failure.path("message").asText());
    } else if (end.phase().equals("FAILED")) {
      System.err.println(
          "ERROR "
              + new Failure(FailureKind.UNEXPECTED, "the job failed", reportPath, "see logs")
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
