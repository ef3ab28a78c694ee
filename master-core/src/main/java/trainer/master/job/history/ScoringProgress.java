package trainer.master.job.history;

import java.util.BitSet;
import trainer.core.fact.ResultFact;
import trainer.core.message.Evaluation;

/** The recorded scores of the held-out records; each task counts once. */
public final class ScoringProgress {
  private final BitSet scored = new BitSet();
  private int tasks;
  private Evaluation sum = Evaluation.NONE;

  void on(ResultFact.Scored fact) {
    if (!scored.get(fact.task())) {
      scored.set(fact.task());
      tasks = fact.tasks();
      sum = sum.plus(fact.evaluation());
    }
  }

  public boolean has(int task) {
    return scored.get(task);
  }

  /** The sum of the scores so far. */
  public Evaluation sum() {
    return sum;
  }

  /** The sum over all tasks once every task is scored, else null. */
  public Evaluation whole() {
    return tasks > 0 && scored.cardinality() == tasks ? sum : null;
  }
}
