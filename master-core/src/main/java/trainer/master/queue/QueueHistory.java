package trainer.master.queue;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.ints.IntSets;
import java.util.ArrayList;
import java.util.List;
import trainer.core.fact.QueueChange;

/**
 * The journaled state of a job's tasks: the queue of the current phase, the discarded tasks, and
 * the metrics of the newest pass. A fold over {@link QueueChange}s.
 */
public final class QueueHistory implements QueueChange.Handler {
  private static final long NO_VERSION = -1;

  private final List<QueueChange.Discard> discards = new ArrayList<>();
  private final IntOpenHashSet discardedTasks = new IntOpenHashSet();
  private TaskQueue queue;
  private long stopAt = NO_VERSION;
  private QueueChange.Pass pass = QueueChange.Pass.FIRST;
  private QueueChange.Totals totals = QueueChange.Totals.NONE;

  /** The queue of the current phase, or null before the first. */
  public TaskQueue queue() {
    return queue;
  }

  /** The discarded tasks. */
  public List<QueueChange.Discard> discards() {
    return List.copyOf(discards);
  }

  /** The numbers of the discarded tasks. */
  public IntSet discardedTasks() {
    return IntSets.unmodifiable(discardedTasks);
  }

  /** The newest pass with a finished slot. */
  public QueueChange.Pass pass() {
    return pass;
  }

  /** Counters over this phase and those before; reports are of this line. */
  public QueueChange.Totals totals() {
    return totals;
  }

  /** Begins a line at a version: reports admitted to later versions are void. */
  public void beginLine(long base) {
    if (queue != null) {
      totals = totals.plusReports(-queue.beginLine(base), 0);
    }
  }

  /** Ends the passes that make this version early. */
  public void stop(long version) {
    stopAt = version;
    if (queue != null && queue.version() == version) {
      queue.stop();
    }
  }

  /**
   * Rolls the queue back to a snapshot, or to the time before the first assignment. No worker holds
   * a slot after that. A task that was discarded stays discarded.
   *
   * @param stood null for the time before the first assignment
   * @return the number of slots assigned in the snapshot. Part of each may be in the checkpoint
   *     already, and is applied again
   */
  public int rollBack(QueueChange.QueueSnapshot stood) {
    if (stood == null) {
      queue = null;
      pass = QueueChange.Pass.FIRST;
      totals = QueueChange.Totals.NONE;
      return 0;
    }
    queue = TaskQueue.of(stood);
    pass = stood.pass();
    List<Long> held = stood.slots().held().stream().flatMap(of -> of.slots().stream()).toList();
    held.forEach(slot -> queue.takeBack(slot, QueueChange.Cause.LOST));
    totals = stood.totals().plusReports(-queue.beginLine(NO_VERSION), 0);
    if (queue.version() == stopAt) {
      queue.stop();
    }
    return held.size();
  }

  /** A file with the rows of this slot counts: the slot is finished. */
  public void onWritten(long slot) {
    if (queue != null) {
      queue.finish(slot);
    }
  }

  /** Whether this change, applied next, finishes slots. */
  public boolean isFinishing(QueueChange change) {
    if (!(change instanceof QueueChange.QueueSnapshot stood)) {
      return change instanceof QueueChange.Done || change instanceof QueueChange.Included;
    }
    boolean isSameQueue = queue != null && queue.version() == stood.opened().version().number();
    return TaskQueue.of(stood).done() > (isSameQueue ? queue.done() : 0);
  }

  /** Whether this change, applied next, opens the queue of another version. */
  public boolean isOpening(QueueChange change) {
    return change instanceof QueueChange.QueueSnapshot stood
        ? queue == null || queue.version() != stood.opened().version().number()
        : change instanceof QueueChange.Opened;
  }

  /** Whether this change, applied next, begins another pass, so that the metrics restart. */
  public boolean isLeavingPass(QueueChange change) {
    if (change instanceof QueueChange.Done of) {
      return of.slot().number() / queue.tasks() > pass.number();
    }
    return isOpening(change)
        || (change instanceof QueueChange.QueueSnapshot to && to.pass().number() > pass.number());
  }

  /**
   * A snapshot of this state as one change that replaces all earlier ones; null without a queue.
   */
  public QueueChange.QueueSnapshot snapshot() {
    return queue == null ? null : queue.snapshot(discards, pass, totals);
  }

  @Override
  public void on(QueueChange.Opened change) {
    queue = TaskQueue.of(change);
    pass = QueueChange.Pass.FIRST;
    if (change.version().number() == stopAt) {
      queue.stop();
    }
  }

  @Override
  public void on(QueueChange.Given change) {
    queue.assign(change.worker(), change.slots());
  }

  @Override
  public void on(QueueChange.Done change) {
    long itsPass = change.slot().number() / queue.tasks();
    if (itsPass > pass.number()) {
      pass = new QueueChange.Pass(itsPass, change.metrics());
    } else if (itsPass == pass.number()) {
      pass = new QueueChange.Pass(itsPass, pass.metrics().plus(change.metrics()));
    }
    totals = totals.plus(change);
    queue.finish(change.slot().number());
  }

  @Override
  public void on(QueueChange.Returned change) {
    queue.takeBack(change.slot().number(), change.cause());
  }

  @Override
  public void on(QueueChange.Discarded change) {
    queue.discard(change.slot().number());
    if (discardedTasks.add(change.task())) {
      discards.add(new QueueChange.Discard(change.task(), change.kind(), change.evidence()));
    }
  }

  /** Counts a slot once, even if it is computed again after the loss of its worker. */
  @Override
  public void on(QueueChange.Admitted change) {
    int more = queue.hasPlace(change.slot().number()) ? 0 : 1;
    totals = totals.plusReports(more, change.refusals());
    queue.admit(change.slot().number(), change.version().number());
  }

  @Override
  public void on(QueueChange.Included change) {
    queue.include(change.version().number());
  }

  @Override
  public void on(QueueChange.QueueSnapshot change) {
    queue = TaskQueue.of(change);
    pass = change.pass();
    totals = change.totals();
    discards.clear();
    discardedTasks.clear();
    for (QueueChange.Discard discard : change.tasksDiscarded()) {
      discards.add(discard);
      discardedTasks.add(discard.task());
    }
  }
}
