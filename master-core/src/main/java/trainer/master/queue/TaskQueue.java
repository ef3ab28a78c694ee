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
      queue.returned.put(back.slot().number(), back.worker().number());
    }
    for (QueueChange.Held held : slots.held()) {
      held.slots().forEach(slot -> queue.hold(slot, held.worker()));
    }
    for (QueueChange.Counter of : slots.counters()) {
      queue.counters.put(of.slot().number(), of.timeouts() + FAILURE * of.failures());
    }
    queue.discarded.addAll(slots.discarded());
    for (QueueChange.Place place : slots.admitted()) {
      queue.places.put(place.slot().number(), place.version().number());
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
        states(),
        discards,
        pass,
        totals);
  }

  private QueueChange.Slots states() {
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
            .map(slot -> new QueueChange.Counter(new Slot(slot), timeouts(slot), failures(slot)))
            .toList(),
        sorted(discarded),
        places.long2LongEntrySet().stream()
            .map(
                place ->
                    new QueueChange.Place(
                        new Slot(place.getLongKey()), new Version(place.getLongValue())))
            .toList());
  }

  private static List<Long> sorted(LongSet slots) {
    return Arrays.stream(slots.toLongArray()).sorted().boxed().toList();
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
  public long slotCount() {
    return (long) tasks * passes;
  }

  /** The lowest slot that was never assigned, but for those assigned ahead. */
  public long next() {
    return next;
  }

  /** Assigns slots to a worker; those that are not todo are skipped. */
  void assign(Incarnation worker, List<Long> slots) {
    for (long slot : slots) {
      if (state(slot) == TaskState.TODO) {
        take(slot);
        hold(slot, worker);
      }
    }
  }

  /** Finishes a slot. It may have been returned, if no other worker holds it. */
  void finish(long slot) {
    if (leave(slot)) {
      counters.remove(slot);
    }
  }

  /** Takes a slot from its holder; the slot is todo again. */
  void takeBack(long slot, QueueChange.Cause cause) {
    boolean isInNobodysHands = state(slot) == TaskState.ADMITTED;
    long worker = release(slot);
    if (worker == NOBODY && !isInNobodysHands) {
      return;
    }
    returned.put(slot, worker);
    if (cause == QueueChange.Cause.TIMED_OUT) {
      counters.addTo(slot, 1);
    } else if (cause == QueueChange.Cause.FAILED) {
      counters.addTo(slot, FAILURE);
    }
  }

  /** Discards a slot, pending or todo. */
  void discard(long slot) {
    if (leave(slot)) {
      discarded.add(slot);
    }
  }

  /** Admits the gradients of a slot to a version and releases its worker. */
  void admit(long slot, long toVersion) {
    release(slot);
    places.put(slot, toVersion);
  }

  /** Finishes the slots of a committed version and of all before it. */
  void include(long committed) {
    for (long slot : places.keySet().toLongArray()) {
      if (places.get(slot) <= committed) {
        places.remove(slot);
        counters.remove(slot);
        leave(slot); // it may be assigned again after a loss: needless now
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
    for (long slot : places.keySet().toLongArray()) {
      if (state(slot) == TaskState.ADMITTED) {
        returned.put(slot, NOBODY);
      }
    }
    int dropped = places.size();
    places.clear();
    return dropped;
  }

  /** Whether a slot has a place in a version that is not committed yet. */
  public boolean hasPlace(long slot) {
    return places.containsKey(slot);
  }

  /** Stops assignment: only pending slots finish, and at least one slot of the queue. */
  void stop() {
    stopped = true;
  }

  public boolean isStopped() {
    return stopped;
  }

  public TaskState state(long slot) {
    if (slot < 0 || slot >= slotCount()) {
      return TaskState.UNKNOWN;
    }
    if (pending.containsKey(slot)) {
      return TaskState.PENDING;
    }
    if (discarded.contains(slot)) {
      return TaskState.DISCARDED;
    }
    boolean wasGiven = slot < next || ahead.contains(slot);
    if (!wasGiven || returned.containsKey(slot)) {
      return TaskState.TODO;
    }
    return places.containsKey(slot) ? TaskState.ADMITTED : TaskState.DONE;
  }

  /** The incarnation of a slot's holder, or {@link #NOBODY}. */
  public long holder(long slot) {
    return pending.getOrDefault(slot, NOBODY);
  }

  /** The slots of a worker, in the order of assignment. */
  public List<Long> held(Incarnation worker) {
    LongArrayList slots = held.get(worker.number());
    return slots == null ? List.of() : slots;
  }

  /** The workers that hold slots. */
  public LongSet holders() {
    return held.keySet();
  }

  /** The timeouts of a slot. */
  public int timeouts(long slot) {
    return (int) counters.get(slot);
  }

  /** The failures of a slot. */
  public int failures(long slot) {
    return (int) (counters.get(slot) >>> 32);
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
    for (long slot : places.keySet()) {
      count += state(slot) == TaskState.ADMITTED ? 1 : 0;
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
    return enough ? 0 : slotCount() - next - ahead.size() + returned.size();
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
  boolean isFresh(long slot) {
    return slot >= next && slot < slotCount() && !ahead.contains(slot);
  }

  private void hold(long slot, Incarnation worker) {
    pending.put(slot, worker.number());
    held.computeIfAbsent(worker.number(), of -> new LongArrayList(2)).add(slot);
  }

  /** Takes a slot from its holder, if it has one, and returns the holder. */
  private long release(long slot) {
    if (!pending.containsKey(slot)) {
      return NOBODY;
    }
    long worker = pending.remove(slot);
    LongArrayList slots = held.get(worker);
    slots.rem(slot);
    if (slots.isEmpty()) {
      held.remove(worker);
    }
    return worker;
  }

  /** Removes a slot from todo. */
  private void take(long slot) {
    if (returned.containsKey(slot)) {
      returned.remove(slot);
    } else if (slot == next) {
      next++;
      while (ahead.remove(next)) {
        next++;
      }
    } else {
      ahead.add(slot);
    }
  }

  /** Removes a slot from pending or todo; false if it is in neither state. */
  private boolean leave(long slot) {
    TaskState standing = state(slot);
    if (standing == TaskState.PENDING) {
      release(slot);
    } else if (standing == TaskState.TODO) {
      take(slot);
    }
    return standing == TaskState.PENDING || standing == TaskState.TODO;
  }
}
