package trainer.journal;

import java.util.function.LongConsumer;
import trainer.core.fact.Fact;
import trainer.core.job.JobId;

/**
 * The journal as the core sees it: accepts facts in the order of decision and makes them durable
 * asynchronously.
 */
public interface Facts {
  /**
   * Starts writing. {@code safe} receives, on any thread, the ticket up to which all facts are
   * durable.
   */
  void start(LongConsumer safe);

  /**
   * Submits a fact of the job, or of the fleet when {@code job} is null. Does not wait.
   *
   * @return the fact's ticket, larger than every earlier one
   */
  long append(JobId job, Fact fact);
}
