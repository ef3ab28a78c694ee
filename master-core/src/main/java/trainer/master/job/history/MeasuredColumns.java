package trainer.master.job.history;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import trainer.core.fact.TrainingFact;
import trainer.core.feature.Moments;
import trainer.core.feature.Standardisation;

/** The recorded moments of columns, or the given standardisations. A task is recorded once. */
public final class MeasuredColumns {
  private final BitSet measured = new BitSet();
  private int tasks;
  private List<Moments> sums = List.of();
  private List<Standardisation> given = List.of();

  void on(TrainingFact.Measured fact) {
    if (measured.get(fact.task())) {
      return; // from an earlier job, recorded by two masters
    }
    measured.set(fact.task());
    tasks = fact.tasks();
    sums = sums.isEmpty() ? fact.moments() : sum(sums, fact.moments());
  }

  void on(TrainingFact.StandardisationsGiven fact) {
    given = fact.standardisations();
  }

  private static List<Moments> sum(List<Moments> some, List<Moments> others) {
    return IntStream.range(0, some.size())
        .mapToObj(column -> some.get(column).plus(others.get(column)))
        .toList();
  }

  /** Whether the moments of this task's blocks are recorded. */
  public boolean has(int task) {
    return measured.get(task);
  }

  /** The number of tasks that are recorded. */
  public int done() {
    return measured.cardinality();
  }

  /** The number of tasks, 0 before the first is recorded. */
  public int tasks() {
    return tasks;
  }

  /** Whether the standardisations are known. */
  public boolean isWhole() {
    return !given.isEmpty() || (tasks > 0 && done() == tasks);
  }

  /** The standardisation of each column; empty while tasks are missing. */
  public List<Standardisation> standardisations() {
    if (!given.isEmpty()) {
      return given;
    }
    return isWhole() ? sums.stream().map(Standardisation::of).toList() : List.of();
  }
}
