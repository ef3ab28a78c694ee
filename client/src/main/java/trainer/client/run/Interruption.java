package trainer.client.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.util.ShutdownHookManager;
import trainer.client.watch.Json;
import trainer.client.watch.Observation;
import trainer.client.watch.RunningJob;

/**
 * What an end of this process does while a job runs: a job on a cluster goes on without it; one
 * that cannot is stopped with its model, or ended without one where there is none yet. That is
 * Ctrl-C on a cluster, SIGTERM and SIGHUP; of Ctrl-C on this machine see {@link KeyboardStop}.
 */
final class Interruption {
  private static final int DETACHED = 3;
  private static final int STOPPED = 5;
  private static final long PERIOD_MILLIS = 500;
  private static final long PATIENCE_SECONDS = 30;

  /** For the mini-batches in hand and the model: systems that shut down wait little longer. */
  private static final long STOPPING_SECONDS = 12;

  /** For the job to wind down, which is a matter of a second unless the machine is starved. */
  private static final long WINDING_DOWN_SECONDS = 15;

  /** Before Hadoop's own, the highest of which closes the file systems with 10. */
  private static final int PRIORITY = 50;

  /** Whether an end of this process is an interruption; the hook itself cannot be told. */
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
   * Of a job.
   *
   * @param json whether stdout is owed a document
   */
  static Interruption of(RunningJob job, PrintStream out, boolean json) {
    return new Interruption(job, out, json);
  }

  /** From here on an end of this process is one. */
  void install() {
    ARMED.set(true);
    ShutdownHookManager.get()
        .addShutdownHook(this::interrupted, PRIORITY, PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * The job has ended: leaving is no interruption any more. Does not return when one is under way,
   * for then the end that was seen is the interruption's own.
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
    JsonNode report = null;
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

  /** Whether the master keeps the model; one that cannot be asked keeps none. */
  private boolean isStopped() {
    try {
      return job.stop("interrupted").accepted();
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  /** The report of a job that has ended in time; null of one that has not. */
  private JsonNode awaitEnd(long seconds) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    Observation seen = job.observe();
    while (System.nanoTime() < deadline && !seen.ended()) {
      Thread.sleep(PERIOD_MILLIS);
      seen = job.observe();
    }
    return seen.ended() ? seen.report() : null;
  }

  private void document(JsonNode report) {
    if (json) {
      System.out.println(
          Json.print(report == null ? Json.object().put("jobId", job.jobId()) : report));
      System.out.flush();
    }
  }
}
