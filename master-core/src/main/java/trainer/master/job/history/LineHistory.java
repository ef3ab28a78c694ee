package trainer.master.job.history;

import trainer.core.fact.TrainingFact;
import trainer.core.id.Line;

/** The line in force and the rollbacks: a fold over facts. */
final class LineHistory {
  private Line line = Line.NONE;
  private long base;
  private Line lineOfBase = Line.NONE;
  private Line lastBack = Line.NONE;
  private long rollbacks;
  private boolean isAnyFinished;

  /**
   * @param isBegun whether the job has a map: before it, a line begins at the origin of the job,
   *     and is no rollback
   */
  void on(TrainingFact.LineOpened fact, boolean isBegun) {
    line = fact.line();
    base = fact.base().number();
    lineOfBase = fact.lineOfBase();
    isAnyFinished = false;
    if (fact.back()) {
      rollbacks += isBegun ? 1 : 0;
      lastBack = line;
    }
  }

  /** A task is finished under this line. */
  void onTaskFinished() {
    isAnyFinished = true;
  }

  /**
   * Whether progress at a version proves work under this line; progress at the base of a line
   * proves none.
   */
  boolean isNewWork(long version) {
    return version > base || isAnyFinished;
  }

  Line line() {
    return line;
  }

  long base() {
    return base;
  }

  /** The line under which version {@link #base} was committed. */
  Line lineOfBase() {
    return lineOfBase;
  }

  /** The newest line that began with a rollback; 0 if there was none. */
  Line lastBack() {
    return lastBack;
  }

  /** The number of rollbacks. */
  long rollbacks() {
    return rollbacks;
  }
}
