package trainer.benchmarks.journal;

import java.util.Iterator;
import java.util.List;
import trainer.core.fact.Fact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;

/**
 * The facts of a job with a task queue, in their usual order: 100 workers receive and finish tasks.
 */
final class QueueFacts implements Iterator<Fact> {
  private static final int WORKERS = 100;
  private static final int TASKS = 100_000;

  private long given;
  private long done;
  private boolean opened;

  @Override
  public boolean hasNext() {
    return true;
  }

  @Override
  public Fact next() {
    return new TrainingFact.QueueChanged(change());
  }

  private QueueChange change() {
    if (!opened) {
      opened = true;
      return new QueueChange.Opened(new Version(1), TASKS, Integer.MAX_VALUE / TASKS);
    }
    if (given - done < WORKERS) {
      long worker = 1 + given % WORKERS;
      return new QueueChange.Given(new Incarnation(worker), List.of(given++));
    }
    Metrics metrics = new Metrics(1000, new ExactSum(0, done), new ExactSum(0, 1));
    return new QueueChange.Done(new Slot(done++), metrics);
  }
}
