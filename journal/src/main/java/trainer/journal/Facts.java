package trainer.journal;

import java.util.function.LongConsumer;
import trainer.core.fact.Fact;
import trainer.core.job.JobId;

/** Takes facts in the order they were decided and makes them safe behind the core's back. */
public interface Facts {
  /** Begins; {@code safe} is told, on any thread, the ticket up to which all facts are safe. */
  void start(LongConsumer safe);

  /**
   * Hands over a fact of the job, or with {@code job} null of the fleet; does not wait.
   *
   * @return its ticket, larger than every one before
   */
  long append(JobId job, Fact fact);
}
