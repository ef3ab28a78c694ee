package trainer.worker.output;

import trainer.core.message.ToWorker;

/** Computes the rows of tasks. Used by one thread. */
public interface TaskRows extends AutoCloseable {
  /** Receives rows of a task before its last ones, in their order. */
  @FunctionalInterface
  interface Sink {
    /** Takes some rows, which belong to the sink from then on. */
    void put(RowBytes rows) throws InterruptedException;
  }

  /**
   * Computes the rows of a task.
   *
   * @param sink receives rows early, so that they need not be in memory together
   * @return the rows that the sink did not receive, and the sums over all of them
   * @throws trainer.core.failure.FailureException of the data or a model's code, see {@link #block}
   */
  ScoredTask compute(ToWorker.Task task, Sink sink) throws InterruptedException;

  /** The block that failed, after a failure of {@link #compute}. */
  int block();

  @Override
  void close();
}
