package trainer.client.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import trainer.client.submit.ServiceFailure;
import trainer.client.terminal.InterruptKey;
import trainer.client.terminal.Terminal;
import trainer.client.watch.EndSummary;
import trainer.client.watch.JobDocument;
import trainer.client.watch.Json;
import trainer.client.watch.Observation;
import trainer.client.watch.ProgressDisplay;
import trainer.client.watch.RunningJob;
import trainer.client.watch.Watcher;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.master.report.JobReport;

/** The second half of {@code submit}: it follows a job to its end and prints the result. */
final class JobFollower {
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(30);

  private final RunningJob job;
  private final PrintStream out;
  private final boolean json;

  /**
   * @param out the output for people
   * @param json whether stdout must carry a document
   */
  JobFollower(RunningJob job, PrintStream out, boolean json) {
    this.job = job;
    this.out = out;
    this.json = json;
  }

  /** The processing of an ended job before its result is printed. */
  interface EndStep {
    JobEnd onEnd(JobDocument document, JobFolder folder) throws IOException;
  }

  /**
   * Returns when the job has ended, or was killed because the time was up.
   *
   * @param timeout zero for none
   */
  JobRun.Outcome follow(Duration timeout, EndStep endStep) {
    try {
      Watched watched = watch(timeout);
      Observation end = watched.end();
      JobDocument document = end.document();
      if (document == null) {
        document = JobDocument.of(job.jobId(), end.phase(), null);
      }
      JobEnd ending = endStep.onEnd(document, job.link().folder());
      if (watched.late() && end.phase().equals("KILLED")) {
        ending = asTimeout(ending, timeout);
      }
      printEnd(end, ending);
      return new JobRun.Outcome(exitCode(watched), ending.document().json());
    } catch (IOException e) {
      throw ServiceFailure.of(job.jobId(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new JobRun.Outcome(FailureKind.INTERRUPTED.exitCode(), Json.object());
    }
  }

  /** Replaces the failure: the master takes the end of the time for a user's kill. */
  private static JobEnd asTimeout(JobEnd ending, Duration timeout) {
    Failure failure =
        new Failure(
            FailureKind.TIMEOUT,
            "the job was killed after " + timeout.toSeconds() + " s",
            "--timeout",
            "give it longer, or end it earlier with trainer stop, which keeps its model");
    ObjectNode json = ending.document().json().deepCopy();
    json.set("failure", Json.of(failure));
    return new JobEnd(JobDocument.of(json), ending.folder());
  }

  /**
   * The end of the job, by itself or because the time was up.
   *
   * @param interrupted whether Ctrl-C was pressed meanwhile
   */
  private record Watched(Observation end, boolean late, boolean interrupted) {}

  private Watched watch(Duration timeout) throws IOException, InterruptedException {
    Interruption.of(job, out, json).install();
    if (job.survivesClient()) {
      return watch(timeout, () -> "", () -> false);
    }
    KeyboardStop stop = new KeyboardStop(job, System::nanoTime, JobFollower::exit);
    InterruptKey key = InterruptKey.take(stop::pressed);
    try {
      return watch(timeout, stop::carryOut, stop::isPressed);
    } finally {
      key.release();
    }
  }

  /** Exits on a thread of its own: the signal thread must not wait for the exit. */
  private static void exit() {
    Thread thread = new Thread(() -> System.exit(FailureKind.KILLED_BY_USER.exitCode()), "leave");
    thread.start();
  }

  /**
   * Watches the job. On return, normal or not, an end of this process is no interruption any more.
   */
  private Watched watch(
      Duration timeout, Watcher.UserRequests requests, BooleanSupplier interrupted)
      throws IOException, InterruptedException {
    try {
      ProgressDisplay display = new ProgressDisplay(out, json ? Terminal.none() : Terminal.here());
      Watcher watcher = new Watcher(job, display, requests);
      Observation end = watcher.watch(timeout, url -> out.println("tracking page: " + url));
      if (end.ended()) {
        return new Watched(end, false, interrupted.getAsBoolean());
      }
      job.kill("--timeout after " + timeout.toSeconds() + " s");
      return new Watched(watcher.watch(KILL_PATIENCE, url -> {}), true, interrupted.getAsBoolean());
    } finally {
      Interruption.disarm();
    }
  }

  private void printEnd(Observation end, JobEnd ending) {
    String reportPath = ending.folder().report(JobId.parse(job.jobId()));
    JobReport report = ending.document().report();
    EndSummary.print(out, report, ending.folder().root(), reportPath);
    if (report.lifecycle().failure() != null) {
      System.err.println("ERROR " + report.lifecycle().failure().message());
    } else if (end.phase().equals("FAILED")) {
      System.err.println(
          "ERROR "
              + new Failure(FailureKind.UNEXPECTED, "the job failed", reportPath, "see logs")
                  .message());
    }
  }

  private static int exitCode(Watched watched) {
    Observation end = watched.end();
    if (watched.late()) {
      return FailureKind.TIMEOUT.exitCode();
    }
    if (watched.interrupted() && end.document() != null && end.document().isStopped()) {
      return FailureKind.KILLED_BY_USER.exitCode(); // there is a model, but not the one that was
      // requested
    }
    return switch (end.phase()) {
      case "EXITED" -> 0;
      case "KILLED" -> FailureKind.KILLED_BY_USER.exitCode();
      default -> 1;
    };
  }
}
