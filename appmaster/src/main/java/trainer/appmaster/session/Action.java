package trainer.appmaster.session;

import trainer.appmaster.fleet.FleetAction;
import trainer.appmaster.tracker.TrackerAction;
import trainer.core.fact.Fact;
import trainer.core.job.JobId;

/**
 * What the pure core wants done. The shell performs actions in the order given; whatever follows a
 * {@link Append} with {@link Durability#BEFORE_WHAT_FOLLOWS} is performed only once that fact is
 * safe in the state store. This is the one place where "durable before visible" is decided.
 */
public sealed interface Action {
  /** Appends a fact to the journal of the job, or with {@code job} null to the fleet's. */
  record Append(JobId job, Fact fact, Durability durability) implements Action {}

  /** An action of one job's tracker. */
  record OfTracker(JobId job, TrackerAction action) implements Action {}

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
