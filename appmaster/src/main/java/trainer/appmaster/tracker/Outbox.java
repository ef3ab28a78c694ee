package trainer.appmaster.tracker;

import trainer.core.fact.Fact;

/** Where a tracker puts what it wants done, in order. */
public interface Outbox {
  /** Appends to the journal; whatever is put in later waits until the fact is safe. */
  void before(Fact fact);

  /** Appends to the journal with the next group commit; nothing waits. */
  void behind(Fact fact);

  /** Wants something done. */
  void act(TrackerAction action);
}
