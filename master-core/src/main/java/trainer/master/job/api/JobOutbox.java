package trainer.master.job.api;

import trainer.core.fact.Fact;

/** The output of a job's core, in order: facts, effects and requests to the fleet. */
public interface JobOutbox {
  /** Appends to the journal; later entries wait until the fact is durable. */
  void appendDurably(Fact fact);

  /** Appends to the journal with the next group commit; nothing waits for the fact. */
  void appendAsync(Fact fact);

  /** Has the shell perform an effect. */
  void act(JobEffect effect);

  /** Sends a request to the fleet after the handling of the event. */
  void ask(FleetRequest request);
}
