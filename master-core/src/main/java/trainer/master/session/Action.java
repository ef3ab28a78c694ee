package trainer.master.session;

import trainer.core.fact.Fact;
import trainer.core.job.JobId;
import trainer.master.fleet.FleetAction;
import trainer.master.job.api.JobEffect;
import trainer.master.session.api.SessionEffect;

/**
 * An action that the pure core asks of the shell. The shell performs actions in order. Actions
 * after an {@link Append} with {@link Durability#BEFORE_WHAT_FOLLOWS} wait until its fact is
 * durable in the state store. No other code decides "durable before visible".
 */
public sealed interface Action {
  /** Appends a fact to the journal of the job, or to the fleet's if {@code job} is null. */
  record Append(JobId job, Fact fact, Durability durability) implements Action {}

  /** An action of one job. */
  record OfJob(JobId job, JobEffect action) implements Action {}

  /** An action of the fleet. */
  record OfFleet(FleetAction action) implements Action {}

  /** An effect of the session. */
  record OfSession(SessionEffect effect) implements Action {}

  /** How a fact's append relates to the actions after it. */
  enum Durability {
    /** Actions after it wait until it is durable. */
    BEFORE_WHAT_FOLLOWS,
    /** Written with the next group commit; nothing waits for it. */
    BEHIND
  }
}
