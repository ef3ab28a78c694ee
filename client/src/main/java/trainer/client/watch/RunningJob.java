package trainer.client.watch;

import java.io.IOException;
import java.time.Duration;
import trainer.core.job.Role;
import trainer.protocol.grpc.ControlListener;

/** A job that has been handed over, wherever it runs. Used by one thread. */
public interface RunningJob extends AutoCloseable {
  /** The job's id. */
  String jobId();

  /**
   * How it is now. Does not fail because the master cannot be reached: then there is just less to
   * see.
   */
  Observation observe() throws IOException;

  /** Waits before it is looked at again, and no longer than that is worth it. */
  default void pause(Duration atMost) throws InterruptedException {
    Thread.sleep(atMost.toMillis());
  }

  /** Asks for its end; by force when the master does not answer. */
  ControlListener.Answer kill(String reason) throws IOException;

  /**
   * Asks for its end at a committed version, with the model as it is then.
   *
   * @throws IOException when the master cannot be asked: nobody else can do this
   */
  ControlListener.Answer stop(String reason) throws IOException;

  /**
   * Asks for another number of processes of a role.
   *
   * @throws IOException when the master cannot be asked
   */
  ControlListener.Answer scale(Role role, int count) throws IOException;

  /** Its master and its folder. */
  MasterLink link();

  /** Whether it goes on when this process ends. */
  boolean survivesClient();

  @Override
  void close();
}
