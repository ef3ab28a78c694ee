package trainer.master.job.history;

import trainer.core.fact.Fact;

/** The line in force and the rollbacks: a fold over facts. */
final class LineHistory {
  private long line;
  private long base;
  private long lineOfBase;
  private long lastBack;
  private long rollbacks;
  private boolean isAnyFinished;

  void on(Fact.LineOpened fact) {
    line = fact.line();
    base = fact.base();
    lineOfBase = fact.lineOfBase();
    isAnyFinished = false;
    if (fact.back()) {
      rollbacks++;
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

  long line() {
    return line;
  }

  long base() {
    return base;
  }

  /** The line under which version {@link #base} was committed. */
  long lineOfBase() {
    return lineOfBase;
  }

  /** The newest line that began with a rollback; 0 if there was none. */
  long lastBack() {
    return lastBack;
  }

  /** The number of rollbacks. */
  long rollbacks() {
    return rollbacks;
  }
}
