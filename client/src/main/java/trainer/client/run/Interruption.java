package trainer.client.run;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.util.ShutdownHookManager;
import trainer.client.watch.JobDocument;
import trainer.client.watch.Json;
import trainer.client.watch.Observation;
import trainer.client.watch.RunningJob;

/**
 * The reaction to an end of this process while a job runs. A job on a cluster goes on. A job that
 * depends on this process is stopped with its model, or ended without one if there is none yet.
 * Causes are Ctrl-C on a cluster, SIGTERM and SIGHUP; for Ctrl-C on this machine see {@link
 * KeyboardStop}.
 */
final class Interruption {
  private static final int DETACHED = 3;
  private static final int STOPPED = 5;
  private static final long PERIOD_MILLIS = 500;
  private static final long PATIENCE_SECONDS = 30;

  /**
   * The time for the mini-batches in hand and the model. A system that shuts down waits little
   * longer.
   */
  private static final long STOPPING_SECONDS = 12;

  /** The time for the job to wind down, normally a second. */
  private static final long WINDING_DOWN_SECONDS = 15;

  /** Before Hadoop's own hooks, of which the highest priority, 10, closes the file systems. */
  private static final int PRIORITY = 50;

  /** Whether an end of this process is an interruption. The hook itself cannot distinguish. */
  private static final AtomicBoolean ARMED = new AtomicBoolean();

  private final RunningJob job;
  private final PrintStream out;
  private final boolean json;

  private Interruption(RunningJob job, PrintStream out, boolean json) {
    this.job = job;
    this.out = out;
    this.json = json;
  }

  /**
   * The reaction for a job.
   *
   * @param json whether stdout must carry a document
   */
  static Interruption of(RunningJob job, PrintStream out, boolean json) {
    return new Interruption(job, out, json);
  }

  /** Makes an end of this process an interruption from now on. */
  void install() {
    ARMED.set(true);
    ShutdownHookManager.get()
        .addShutdownHook(this::interrupted, PRIORITY, PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * Makes an end of this process no interruption any more, after the job has ended. Does not return
   * while an interruption is under way: the observed end is then its result.
   */
  static void disarm() throws InterruptedException {
    if (!ARMED.getAndSet(false)) {
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  private void interrupted() {
    if (!ARMED.getAndSet(false)) {
      return;
    }
    out.println();
    if (job.survivesClient()) {
      out.println("detached; the job goes on. Follow it with: trainer attach " + job.jobId());
      document(null);
      Runtime.getRuntime().halt(DETACHED);
    }
    JobDocument report = null;
    try {
      if (isStopped()) {
        out.println("stopping " + job.jobId() + "; its model is kept as it is then");
        report = awaitEnd(STOPPING_SECONDS);
      }
      if (report == null) {
        out.println("ending " + job.jobId() + " without a model");
        job.kill("interrupted");
        report = awaitEnd(WINDING_DOWN_SECONDS);
      }
    } catch (IOException | RuntimeException e) {
      out.println("it leaves by itself: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    document(report);
    job.close();
    Runtime.getRuntime().halt(STOPPED);
  }

  /** Whether the master keeps the model; false if it does not answer. */
  private boolean isStopped() {
    try {
      return job.stop("interrupted").accepted();
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  /** The report of the job if it ends within this time, else null. */
  private JobDocument awaitEnd(long seconds) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    Observation seen = job.observe();
    while (System.nanoTime() < deadline && !seen.ended()) {
      Thread.sleep(PERIOD_MILLIS);
      seen = job.observe();
    }
    return seen.ended() ? seen.document() : null;
  }

  private void document(JobDocument report) {
    if (json) {
      System.out.println(
          Json.print(report == null ? Json.object().put("jobId", job.jobId()) : report.json()));
      System.out.flush();
    }
  }
}
