package trainer.worker.run;

import trainer.core.message.FromMember;
import trainer.core.message.ToRole;

/** The work of a worker's process. The caller owns the session with the master. */
public interface WorkerRun {
  /** Takes the master's messages in the order of the stream. Thread-safe. */
  void onMessage(ToRole message);

  /** A heartbeat of the worker. Thread-safe. */
  FromMember.Heartbeat heartbeat(long probe);

  /** Ends {@link #run}. Thread-safe. */
  void leave(String reason);

  /**
   * Runs until the worker is to leave.
   *
   * @return the reason
   */
  String run() throws InterruptedException;
}
