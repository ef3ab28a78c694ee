package trainer.client.watch;

import java.io.IOException;
import java.time.Duration;
import trainer.core.job.Role;
import trainer.protocol.grpc.ControlListener;

/** A job that has been submitted, on any kind of cluster. Used by one thread. */
public interface RunningJob extends AutoCloseable {
  /** The job's id. */
  String jobId();

  /**
   * The job's present state. An unreachable master is no failure: the observation then holds less.
   */
  Observation observe() throws IOException;

  /**
   * Waits before the next observation. Returns early when waiting is of no further use, such as
   * after the master has ended.
   */
  default void pause(Duration atMost) throws InterruptedException {
    Thread.sleep(atMost.toMillis());
  }

  /** Requests the end of the job. If the master does not answer, the job is killed by force. */
  ControlListener.Answer kill(String reason) throws IOException;

  /**
   * Requests the end of the job at a committed version, with the model of that version.
   *
   * @throws IOException when the master cannot be reached: it alone can do this
   */
  ControlListener.Answer stop(String reason) throws IOException;

  /**
   * Requests another number of processes of a role.
   *
   * @throws IOException when the master cannot be reached
   */
  ControlListener.Answer scale(Role role, int count) throws IOException;

  /**
   * Asks the master of its session to carry this job. Asking again is harmless.
   *
   * @param digest SHA-256 of the job file
   * @throws IOException when the master cannot be reached
   */
  default ControlListener.Answer offer(String digest) throws IOException {
    return new ControlListener.Answer(false, jobId() + " is no job of a session");
  }

  /** The connection to its master, and its folder. */
  MasterLink link();

  /** Whether the job goes on after this process ends. */
  boolean survivesClient();

  @Override
  void close();
}
