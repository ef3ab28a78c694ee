package trainer.master.queue;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongRBTreeMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.Arrays;
import java.util.List;
import trainer.core.fact.QueueChange;
import trainer.core.id.Incarnation;
import trainer.core.id.Slot;
import trainer.core.id.Version;

/**
 * The recorded state of the tasks of one phase of passes: which slots (see {@link TaskSchedule})
 * are todo, pending, done and discarded, with their counters. A fold over facts, so a new master
 * continues from the state of the last one.
 *
 * <p>Memory does not grow with the number of tasks. Slots below {@code next} have been assigned,
 * those from there on have not, and exceptions are stored one by one. A slot that is not pending,
 * returned, discarded or admitted is therefore done if it is below {@code next} or was assigned
 * ahead of order; else it is todo.
 *
 * <pre>
 *          assigned           done
 *   TODO ──────────→ PENDING ──────→ DONE
 *    ↑ ↑    returned    │
 *    │ └────────────────┤     discarded
 *    │                  └───────────────→ DISCARDED (from TODO, too)
 *    └─ done: a late report of a slot that was returned counts
 * </pre>
 *
 * <p>Under {@code trainer.sync=versioned} a slot is done when a version is committed that includes
 * it. From its admission on it has a place in that version. It keeps the place while it is computed
 * again after the loss of its worker. It loses the place when a line begins before that version.
 *
 * <pre>
 *           admitted              included in a version
 *   PENDING ────────→ ADMITTED ─────────────────────────→ DONE
 *                        │ returned, or a line begins before its version
 *                        └──────→ TODO
 * </pre>
 */
public final class TaskQueue {
  /** Not the incarnation of any worker. */
  public static final long NOBODY = 0;

  // one long counts both: timeouts in the low 32 bits, failures in the high ones
  private static final long FAILURE = 1L << 32;

  private final long version;
  private final int tasks;
  private final int passes;
  private final Long2LongOpenHashMap pending = new Long2LongOpenHashMap();
  private final Long2ObjectOpenHashMap<LongArrayList> held = new Long2ObjectOpenHashMap<>();
  private final LongOpenHashSet ahead = new LongOpenHashSet();
  private final Long2LongRBTreeMap returned = new Long2LongRBTreeMap();
  private final Long2LongOpenHashMap counters = new Long2LongOpenHashMap();
  private final LongOpenHashSet discarded = new LongOpenHashSet();
  private final Long2LongRBTreeMap places = new Long2LongRBTreeMap();
  private long next;
  private boolean stopped;

  /**
   * Creates a queue without assignments.
   *
   * @param version the version that these passes make
   * @param tasks of a pass
   */
  public TaskQueue(long version, int tasks, int passes) {
    if (tasks < 1 || passes < 1) {
      throw new IllegalArgumentException(tasks + " tasks in " + passes + " passes");
    }
    this.version = version;
    this.tasks = tasks;
    this.passes = passes;
  }

  /** Restores a queue from a snapshot. */
  static TaskQueue of(QueueChange.QueueSnapshot stood) {
    TaskQueue queue = of(stood.opened());
    queue.stopped = stood.stopped();
    QueueChange.Slots slots = stood.slots();
    queue.next = slots.next();
    queue.ahead.addAll(slots.ahead());
    for (QueueChange.Back back : slots.returned()) {
      queue.returned.put(back.turn().number(), back.worker().number());
    }
    for (QueueChange.Held held : slots.held()) {
      held.turns().forEach(turn -> queue.hold(turn, held.worker()));
    }
    for (QueueChange.Counter of : slots.counters()) {
      queue.counters.put(of.turn().number(), of.timeouts() + FAILURE * of.failures());
    }
    queue.discarded.addAll(slots.discarded());
    for (QueueChange.Place place : slots.admitted()) {
      queue.places.put(place.turn().number(), place.version().number());
    }
    return queue;
  }

  /** A queue without assignments. */
  static TaskQueue of(QueueChange.Opened opened) {
    return new TaskQueue(opened.version().number(), opened.tasks(), opened.passes());
  }

  /**
   * A snapshot of the queue, in one change; its size grows with the pending and returned slots
   * only.
   */
  QueueChange.QueueSnapshot snapshot(
      List<QueueChange.Discard> discards, QueueChange.Pass pass, QueueChange.Totals totals) {
    return new QueueChange.QueueSnapshot(
        new QueueChange.Opened(new Version(version), tasks, passes),
        stopped,
        slots(),
        discards,
        pass,
        totals);
  }

  private QueueChange.Slots slots() {
    return new QueueChange.Slots(
        next,
        sorted(ahead),
        sorted(held.keySet()).stream()
            .map(Incarnation::new)
            .map(worker -> new QueueChange.Held(worker, held(worker)))
            .toList(),
        returned.long2LongEntrySet().stream()
            .map(
                back ->
                    new QueueChange.Back(
                        new Slot(back.getLongKey()), new Incarnation(back.getLongValue())))
            .toList(),
        sorted(counters.keySet()).stream()
            .map(turn -> new QueueChange.Counter(new Slot(turn), timeouts(turn), failures(turn)))
            .toList(),
        sorted(discarded),
        places.long2LongEntrySet().stream()
            .map(
                place ->
                    new QueueChange.Place(
                        new Slot(place.getLongKey()), new Version(place.getLongValue())))
            .toList());
  }

  private static List<Long> sorted(LongSet turns) {
    return Arrays.stream(turns.toLongArray()).sorted().boxed().toList();
  }

  public long version() {
    return version;
  }

  /** Tasks of a pass. */
  public int tasks() {
    return tasks;
  }

  public int passes() {
    return passes;
  }

  /** Slots of all passes. */
  public long turns() {
    return (long) tasks * passes;
  }

  /** The lowest slot that was never assigned, but for those assigned ahead. */
  public long next() {
    return next;
  }

  /** Assigns slots to a worker; those that are not todo are skipped. */
  void assign(Incarnation worker, List<Long> turns) {
    for (long turn : turns) {
      if (state(turn) == TaskState.TODO) {
        take(turn);
        hold(turn, worker);
      }
    }
  }

  /** Finishes a slot. It may have been returned, if no other worker holds it. */
  void finish(long turn) {
    if (leave(turn)) {
      counters.remove(turn);
    }
  }

  /** Takes a slot from its holder; the slot is todo again. */
  void takeBack(long turn, QueueChange.Cause cause) {
    boolean isInNobodysHands = state(turn) == TaskState.ADMITTED;
    long worker = release(turn);
    if (worker == NOBODY && !isInNobodysHands) {
      return;
    }
    returned.put(turn, worker);
    if (cause == QueueChange.Cause.TIMED_OUT) {
      counters.addTo(turn, 1);
    } else if (cause == QueueChange.Cause.FAILED) {
      counters.addTo(turn, FAILURE);
    }
  }

  /** Discards a slot, pending or todo. */
  void discard(long turn) {
    if (leave(turn)) {
      discarded.add(turn);
    }
  }

  /** Admits the gradients of a slot to a version and releases its worker. */
  void admit(long turn, long toVersion) {
    release(turn);
    places.put(turn, toVersion);
  }

  /** Finishes the slots of a committed version and of all before it. */
  void include(long committed) {
    for (long turn : places.keySet().toLongArray()) {
      if (places.get(turn) <= committed) {
        places.remove(turn);
        counters.remove(turn);
        leave(turn); // it may be assigned again after a loss: needless now
      }
    }
  }

  /**
   * Begins a line at a version: slots admitted to later versions must be computed again.
   *
   * @return the number of places dropped
   */
  int beginLine(long base) {
    include(base);
    for (long turn : places.keySet().toLongArray()) {
      if (state(turn) == TaskState.ADMITTED) {
        returned.put(turn, NOBODY);
      }
    }
    int dropped = places.size();
    places.clear();
    return dropped;
  }

  /** Whether a slot has a place in a version that is not committed yet. */
  public boolean hasPlace(long turn) {
    return places.containsKey(turn);
  }

  /** Stops assignment: only pending slots finish, and at least one slot of the queue. */
  void stop() {
    stopped = true;
  }

  public boolean isStopped() {
    return stopped;
  }

  public TaskState state(long turn) {
    if (turn < 0 || turn >= turns()) {
      return TaskState.UNKNOWN;
    }
    if (pending.containsKey(turn)) {
      return TaskState.PENDING;
    }
    if (discarded.contains(turn)) {
      return TaskState.DISCARDED;
    }
    boolean wasGiven = turn < next || ahead.contains(turn);
    if (!wasGiven || returned.containsKey(turn)) {
      return TaskState.TODO;
    }
    return places.containsKey(turn) ? TaskState.ADMITTED : TaskState.DONE;
  }

  /** The incarnation of a slot's holder, or {@link #NOBODY}. */
  public long holder(long turn) {
    return pending.getOrDefault(turn, NOBODY);
  }

  /** The slots of a worker, in the order of assignment. */
  public List<Long> held(Incarnation worker) {
    LongArrayList turns = held.get(worker.number());
    return turns == null ? List.of() : turns;
  }

  /** The workers that hold slots. */
  public LongSet holders() {
    return held.keySet();
  }

  /** The timeouts of a slot. */
  public int timeouts(long turn) {
    return (int) counters.get(turn);
  }

  /** The failures of a slot. */
  public int failures(long turn) {
    return (int) (counters.get(turn) >>> 32);
  }

  public QueueCounts counts() {
    return new QueueCounts(todo(), pending.size() + admitted(), done(), discarded.size());
  }

  /** Finished slots of all passes. */
  public long done() {
    return next + ahead.size() - pending.size() - returned.size() - discarded.size() - admitted();
  }

  /** Slots with a place that no worker is computing. */
  private int admitted() {
    int count = 0;
    for (long turn : places.keySet()) {
      count += state(turn) == TaskState.ADMITTED ? 1 : 0;
    }
    return count;
  }

  /** Whether a slot may be assigned now. */
  public boolean hasTodo() {
    return todo() > 0;
  }

  /** Slots of all passes that are still to be assigned. */
  long todo() {
    boolean enough = stopped && done() > 0;
    return enough ? 0 : turns() - next - ahead.size() + returned.size();
  }

  /** Whether a returned slot waits for assignment. */
  public boolean hasReturned() {
    return !returned.isEmpty() && hasTodo();
  }

  /** Whether no slot is left to assign, pending or admitted. */
  public boolean isOver() {
    return pending.isEmpty() && places.isEmpty() && todo() == 0;
  }

  /** The returned slots, lowest first, each with its last holder. */
  Long2LongRBTreeMap taken() {
    return returned;
  }

  /** Whether a slot was never assigned. */
  boolean isFresh(long turn) {
    return turn >= next && turn < turns() && !ahead.contains(turn);
  }

  private void hold(long turn, Incarnation worker) {
    pending.put(turn, worker.number());
    held.computeIfAbsent(worker.number(), of -> new LongArrayList(2)).add(turn);
  }

  /** Takes a slot from its holder, if it has one, and returns the holder. */
  private long release(long turn) {
    if (!pending.containsKey(turn)) {
      return NOBODY;
    }
    long worker = pending.remove(turn);
    LongArrayList turns = held.get(worker);
    turns.rem(turn);
    if (turns.isEmpty()) {
      held.remove(worker);
    }
    return worker;
  }

  /** Removes a slot from todo. */
  private void take(long turn) {
    if (returned.containsKey(turn)) {
      returned.remove(turn);
    } else if (turn == next) {
      next++;
      while (ahead.remove(next)) {
        next++;
      }
    } else {
      ahead.add(turn);
    }
  }

  /** Removes a slot from pending or todo; false if it is in neither state. */
  private boolean leave(long turn) {
    TaskState standing = state(turn);
    if (standing == TaskState.PENDING) {
      release(turn);
    } else if (standing == TaskState.TODO) {
      take(turn);
    }
    return standing == TaskState.PENDING || standing == TaskState.TODO;
  }
}
