package trainer.master.queue;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.ints.IntSets;
import java.util.ArrayList;
import java.util.List;
import trainer.core.fact.QueueChange;
import trainer.core.message.Metrics;
import trainer.core.message.Staleness;

/**
 * What the journal says of a job's tasks: the queue of the phase at work, the tasks given up so
 * far, and the metrics of the newest pass. A fold over {@link QueueChange}s.
 */
public final class QueueHistory implements QueueChange.Handler {
  private static final long NO_VERSION = -1;

  private final List<QueueChange.Discard> discards = new ArrayList<>();
  private final IntOpenHashSet discardedTasks = new IntOpenHashSet();
  private TaskQueue queue;
  private long stopAt = NO_VERSION;
  private long pass;
  private Metrics metrics = Metrics.NONE;
  private long records;
  private Staleness staleness = Staleness.NONE;
  private long reports;
  private long refusals;

  /** The queue of the phase at work, or null before the first. */
  public TaskQueue queue() {
    return queue;
  }

  /** Every task that is given up. */
  public List<QueueChange.Discard> discards() {
    return List.copyOf(discards);
  }

  /** Their numbers. */
  public IntSet discardedTasks() {
    return IntSets.unmodifiable(discardedTasks);
  }

  /** The newest pass that something of is done, from 0. */
  public long pass() {
    return pass;
  }

  /** The metrics of that pass so far. */
  public Metrics metrics() {
    return metrics;
  }

  /** Records of all finished turns, of this phase and those before. */
  public long records() {
    return records;
  }

  /** Of the steps of all finished turns, of this phase and those before. */
  public Staleness staleness() {
    return staleness;
  }

  /** Reports that were admitted to versions of this line, of this phase and those before. */
  public long reports() {
    return reports;
  }

  /** How many had been refused by then. */
  public long refusals() {
    return refusals;
  }

  /** A line begins at a version: what was admitted to later ones is void. */
  public void begins(long base) {
    if (queue != null) {
      reports -= queue.begins(base);
    }
  }

  /** The passes that make this version are to end early. */
  public void stop(long version) {
    stopAt = version;
    if (queue != null && queue.version() == version) {
      queue.stop();
    }
  }

  /**
   * The job goes back to where the tasks stood so, or to where none had been given. Nobody holds
   * anything then; a task that was given up stays so.
   *
   * @param stood null where none had been given
   * @return how many were held when they stood so: part of each may have been applied by then, and
   *     is applied again
   */
  public int goBack(QueueChange.Stood stood) {
    if (stood == null) {
      queue = null;
      pass = 0;
      metrics = Metrics.NONE;
      records = 0;
      staleness = Staleness.NONE;
      reports = 0;
      refusals = 0;
      return 0;
    }
    queue = TaskQueue.of(stood);
    pass = stood.pass();
    metrics = stood.metrics();
    records = stood.records();
    staleness = stood.staleness();
    List<Long> held = stood.held().stream().flatMap(of -> of.turns().stream()).toList();
    held.forEach(turn -> queue.returned(turn, QueueChange.Cause.LOST));
    reports = stood.reports() - queue.begins(NO_VERSION);
    refusals = stood.refusals();
    if (queue.version() == stopAt) {
      queue.stop();
    }
    return held.size();
  }

  /** Whether turns are finished with this change, the next one, that were not before it. */
  public boolean isFinishing(QueueChange change) {
    if (!(change instanceof QueueChange.Stood stood)) {
      return change instanceof QueueChange.Done || change instanceof QueueChange.Included;
    }
    boolean isSameQueue = queue != null && queue.version() == stood.version();
    return TaskQueue.of(stood).done() > (isSameQueue ? queue.done() : 0);
  }

  /** Whether this change, the next one, begins the queue of another version. */
  public boolean isOpening(QueueChange change) {
    return change instanceof QueueChange.Stood stood
        ? queue == null || queue.version() != stood.version()
        : change instanceof QueueChange.Opened;
  }

  /** Whether this change, the next one, begins another pass, so that the metrics begin anew. */
  public boolean isLeavingPass(QueueChange change) {
    if (change instanceof QueueChange.Done of) {
      return of.turn() / queue.tasks() > pass;
    }
    return isOpening(change) || (change instanceof QueueChange.Stood to && to.pass() > pass);
  }

  /** All of it in one change, to be read in place of those before; null while there is nothing. */
  public QueueChange.Stood noted() {
    return queue == null
        ? null
        : queue.noted(discards, pass, metrics, records, staleness, reports, refusals);
  }

  @Override
  public void on(QueueChange.Opened change) {
    queue = new TaskQueue(change.version(), change.tasks(), change.passes());
    pass = 0;
    metrics = Metrics.NONE;
    if (change.version() == stopAt) {
      queue.stop();
    }
  }

  @Override
  public void on(QueueChange.Given change) {
    queue.given(change.worker(), change.turns());
  }

  @Override
  public void on(QueueChange.Done change) {
    long itsPass = change.turn() / queue.tasks();
    if (itsPass > pass) {
      pass = itsPass;
      metrics = Metrics.NONE;
    }
    if (itsPass == pass) {
      metrics = metrics.plus(change.metrics());
    }
    records += change.metrics().records();
    staleness = staleness.plus(change.staleness());
    queue.done(change.turn());
  }

  @Override
  public void on(QueueChange.Returned change) {
    queue.returned(change.turn(), change.cause());
  }

  @Override
  public void on(QueueChange.Discarded change) {
    queue.discarded(change.turn());
    if (discardedTasks.add(change.task())) {
      discards.add(new QueueChange.Discard(change.task(), change.kind(), change.evidence()));
    }
  }

  /** What is computed once more, since its worker was lost, counts once. */
  @Override
  public void on(QueueChange.Admitted change) {
    if (!queue.hasPlace(change.turn())) {
      reports++;
    }
    refusals += change.refusals();
    queue.admitted(change.turn(), change.version());
  }

  @Override
  public void on(QueueChange.Included change) {
    queue.included(change.version());
  }

  @Override
  public void on(QueueChange.Stood change) {
    queue = TaskQueue.of(change);
    pass = change.pass();
    metrics = change.metrics();
    records = change.records();
    staleness = change.staleness();
    reports = change.reports();
    refusals = change.refusals();
    discards.clear();
    discardedTasks.clear();
    for (QueueChange.Discard discard : change.tasksDiscarded()) {
      discards.add(discard);
      discardedTasks.add(discard.task());
    }
  }
}
