package trainer.worker.work;

import trainer.core.table.PartitionMap;
import trainer.worker.task.AssignedTasks;

/**
 * The change to another line or map. A new line voids all shares and scoring of older lines. Update
 * steps continue, unless the job went back to a checkpoint since. A newer map of the same line only
 * changes routes.
 */
final class LineChange {
  private final WorkItems items;
  private final CurrentLine line;
  private final AssignedTasks tasks;
  private final VersionedSteps versioned;
  private final ScoringTasks scoring;

  LineChange(
      WorkItems items,
      CurrentLine line,
      AssignedTasks tasks,
      VersionedSteps versioned,
      ScoringTasks scoring) {
    this.items = items;
    this.line = line;
    this.tasks = tasks;
    this.versioned = versioned;
    this.scoring = scoring;
  }

  /**
   * Enters a line or a map, if it is newer than the present one.
   *
   * @param base the version at which the line begins
   * @param lastBack the newest line that went back to a checkpoint, 0 if none
   */
  void enter(long newLine, long base, long lastBack, PartitionMap map) {
    if (!line.isOlderThan(newLine, map)) {
      return;
    }
    if (newLine > line.number()) {
      voidOldWork(base, line.number() < lastBack);
      items.all().forEach(item -> item.continueOn(newLine));
      line.begin(newLine, base);
      versioned.onNewLine(base);
    }
    line.enter(map);
    if (map != null) { // null before the first one, when there are no lists
      items.route(map);
    }
  }

  private void voidOldWork(long base, boolean wentBack) {
    if (wentBack) {
      tasks.clear();
    }
    items.endAll(item -> wentBack || !(item instanceof UpdateStep step) || !step.outlives(base));
    tasks.restartVersioned();
    tasks.onCommitted(base);
    scoring.clear();
  }

  /** Drops all work, because the process leaves. */
  void dropAll() {
    items.endAll(item -> true);
    tasks.clear();
    scoring.clear();
  }
}
