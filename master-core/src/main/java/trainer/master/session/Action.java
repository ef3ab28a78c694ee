package trainer.master.session;

import trainer.core.fact.Fact;
import trainer.core.job.JobId;
import trainer.master.fleet.FleetAction;
import trainer.master.job.api.JobEffect;

/**
 * What the pure core wants done. The shell performs actions in the order given; whatever follows a
 * {@link Append} with {@link Durability#BEFORE_WHAT_FOLLOWS} is performed only once that fact is
 * safe in the state store. This is the one place where "durable before visible" is decided.
 */
public sealed interface Action {
  /** Appends a fact to the journal of the job, or with {@code job} null to the fleet's. */
  record Append(JobId job, Fact fact, Durability durability) implements Action {}

  /** An action of one job. */
  record OfJob(JobId job, JobEffect action) implements Action {}

  /** An action of the fleet. */
  record OfFleet(FleetAction action) implements Action {}

  /** How a fact's append relates to the actions after it. */
  enum Durability {
    /** Actions after it wait until it is safe. */
    BEFORE_WHAT_FOLLOWS,
    /** Written with the next group commit; nothing waits for it. */
    BEHIND
  }
}
