package trainer.master.job.history;

import java.util.BitSet;
import trainer.core.fact.Fact;
import trainer.core.message.Evaluation;

/** How far the held-out records are scored, by what is recorded; each task counts once. */
public final class ScoringProgress {
  private final BitSet scored = new BitSet();
  private int tasks;
  private Evaluation sum = Evaluation.NONE;

  void add(Fact.Scored fact) {
    if (!scored.get(fact.task())) {
      scored.set(fact.task());
      tasks = fact.tasks();
      sum = sum.plus(fact.evaluation());
    }
  }

  public boolean has(int task) {
    return scored.get(task);
  }

  /** What is scored so far. */
  public Evaluation sum() {
    return sum;
  }

  /** The scores once all are in, else null. */
  Evaluation whole() {
    return tasks > 0 && scored.cardinality() == tasks ? sum : null;
  }
}
