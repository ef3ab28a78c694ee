package trainer.master.job.api;

import trainer.core.fact.Fact;

/** Where the core of a job puts its actions, in order. */
public interface JobOutbox {
  /** Appends to the journal; whatever is put in later waits until the fact is safe. */
  void before(Fact fact);

  /** Appends to the journal with the next group commit; nothing waits. */
  void behind(Fact fact);

  /** Has the shell perform an effect. */
  void act(JobEffect effect);

  /** Asks the fleet for something, once the handling of the event is over. */
  void ask(FleetRequest request);
}
