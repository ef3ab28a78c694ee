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
 * that cannot is ended without a model. That is Ctrl-C on a cluster, SIGTERM and SIGHUP; of Ctrl-C
 * on this machine see {@link KeyboardStop}.
 */
final class Interruption {
  private static final int DETACHED = 3;
  private static final int STOPPED = 5;
  private static final long PERIOD_MILLIS = 500;
  private static final long PATIENCE_SECONDS = 20;

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
    out.println("ending " + job.jobId() + " without a model");
    JsonNode report = null;
    try {
      job.kill("interrupted");
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WINDING_DOWN_SECONDS);
      Observation seen = job.observe();
      while (System.nanoTime() < deadline && !seen.ended()) {
        Thread.sleep(PERIOD_MILLIS);
        seen = job.observe();
      }
      report = seen.report();
    } catch (IOException | RuntimeException e) {
      out.println("it leaves by itself: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    document(report);
    job.close();
    Runtime.getRuntime().halt(STOPPED);
  }

  private void document(JsonNode report) {
    if (json) {
      System.out.println(
          Json.print(report == null ? Json.object().put("jobId", job.jobId()) : report));
      System.out.flush();
    }
  }
}
