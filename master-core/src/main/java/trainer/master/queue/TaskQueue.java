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
import trainer.core.message.Metrics;
import trainer.core.message.Staleness;

/**
 * What is recorded of the tasks of one phase of passes: which turns (see {@link TaskSchedule}) are
 * todo, pending, done and discarded, with their counters. A fold over facts, so that a master that
 * takes over stands where the last one stood.
 *
 * <p>Memory does not grow with the tasks: all turns before {@code next} have been given, those from
 * there on have not, and exceptions are held one by one. So what is neither pending nor taken back
 * nor discarded nor admitted is done if it is before {@code next}, or was given ahead of its turn.
 *
 * <pre>
 *           given             done
 *   TODO ──────────→ PENDING ──────→ DONE
 *    ↑ ↑    returned    │
 *    │ └────────────────┤     discarded
 *    │                  └───────────────→ DISCARDED (from TODO, too)
 *    └─ done: a late word of a task that was taken back counts
 * </pre>
 *
 * <p>Under {@code trainer.sync=versioned} a turn is done when a version is committed that it has a
 * place in. The place is its own from when it is admitted, also while it is computed once more
 * since the worker was lost that had it, until a line begins that does not hold that version.
 *
 * <pre>
 *           admitted              included in a version
 *   PENDING ────────→ ADMITTED ─────────────────────────→ DONE
 *                        │ returned, or a line begins before its version
 *                        └──────→ TODO
 * </pre>
 */
public final class TaskQueue {
  /** No worker. */
  public static final long NOBODY = 0;

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
   * A queue of which nothing has been given.
   *
   * @param version the version these passes make
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

  /** A queue as it stood when it was noted down. */
  static TaskQueue of(QueueChange.Stood stood) {
    TaskQueue queue = new TaskQueue(stood.version(), stood.tasks(), stood.passes());
    queue.next = stood.next();
    queue.stopped = stood.stopped();
    queue.ahead.addAll(stood.ahead());
    stood.returned().forEach(back -> queue.returned.put(back.turn(), back.worker()));
    for (QueueChange.Held held : stood.held()) {
      held.turns().forEach(turn -> queue.hold(turn, held.worker()));
    }
    stood
        .counters()
        .forEach(of -> queue.counters.put(of.turn(), of.timeouts() + FAILURE * of.failures()));
    queue.discarded.addAll(stood.discarded());
    stood.admitted().forEach(place -> queue.places.put(place.turn(), place.version()));
    return queue;
  }

  /** Itself in one change, whose size goes with what is pending or taken back. */
  QueueChange.Stood noted(
      List<QueueChange.Discard> discards,
      long pass,
      Metrics metrics,
      long records,
      Staleness staleness,
      long reports,
      long refusals) {
    return new QueueChange.Stood(
        version,
        tasks,
        passes,
        stopped,
        next,
        sorted(ahead),
        sorted(held.keySet()).stream()
            .map(worker -> new QueueChange.Held(worker, held(worker)))
            .toList(),
        returned.long2LongEntrySet().stream()
            .map(back -> new QueueChange.Back(back.getLongKey(), back.getLongValue()))
            .toList(),
        sorted(counters.keySet()).stream()
            .map(turn -> new QueueChange.Counter(turn, timeouts(turn), failures(turn)))
            .toList(),
        sorted(discarded),
        discards,
        pass,
        metrics,
        records,
        staleness,
        places.long2LongEntrySet().stream()
            .map(place -> new QueueChange.Place(place.getLongKey(), place.getLongValue()))
            .toList(),
        reports,
        refusals);
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

  /** Turns of all passes. */
  public long turns() {
    return (long) tasks * passes;
  }

  /** The lowest turn that was never given. */
  public long next() {
    return next;
  }

  /** A worker holds these turns, which were todo. */
  void given(long worker, List<Long> turns) {
    for (long turn : turns) {
      if (standing(turn) == TaskState.TODO) {
        take(turn);
        hold(turn, worker);
      }
    }
  }

  /** A turn is finished. It may have been taken back, but nobody else holds it. */
  void done(long turn) {
    if (leave(turn)) {
      counters.remove(turn);
    }
  }

  /** A turn is taken from who holds it, and is todo again. */
  void returned(long turn, QueueChange.Cause cause) {
    boolean isInNobodysHands = standing(turn) == TaskState.ADMITTED;
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

  /** A turn is given up, whether somebody holds it or not. */
  void discarded(long turn) {
    if (leave(turn)) {
      discarded.add(turn);
    }
  }

  /** The gradients of a turn have a place in a version: its worker is done with it. */
  void admitted(long turn, long toVersion) {
    release(turn);
    places.put(turn, toVersion);
  }

  /** A version is committed, and so are all before it. */
  void included(long committed) {
    for (long turn : places.keySet().toLongArray()) {
      if (places.get(turn) <= committed) {
        places.remove(turn);
        counters.remove(turn);
        leave(turn); // it may be computed once more: that is needless now
      }
    }
  }

  /**
   * A line begins at a version: what is admitted to later ones is to be computed anew.
   *
   * @return how many places that was
   */
  int begins(long base) {
    included(base);
    for (long turn : places.keySet().toLongArray()) {
      if (standing(turn) == TaskState.ADMITTED) {
        returned.put(turn, NOBODY);
      }
    }
    int dropped = places.size();
    places.clear();
    return dropped;
  }

  /** Whether a turn has a place in a version that is not committed yet. */
  public boolean hasPlace(long turn) {
    return places.containsKey(turn);
  }

  /** What is pending is finished, and the first turn of all; nothing else is given any more. */
  void stop() {
    stopped = true;
  }

  public boolean isStopped() {
    return stopped;
  }

  public TaskState standing(long turn) {
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

  /** Who holds a turn, or {@link #NOBODY}. */
  public long holder(long turn) {
    return pending.getOrDefault(turn, NOBODY);
  }

  /** What a worker holds, in the order it was given. */
  public List<Long> held(long worker) {
    LongArrayList turns = held.get(worker);
    return turns == null ? List.of() : turns;
  }

  /** Every worker that holds something. */
  public LongSet holders() {
    return held.keySet();
  }

  /** Times a turn ran out of time. */
  public int timeouts(long turn) {
    return (int) counters.get(turn);
  }

  /** Times a turn failed. */
  public int failures(long turn) {
    return (int) (counters.get(turn) >>> 32);
  }

  public QueueCounts counts() {
    return new QueueCounts(todo(), pending.size() + admitted(), done(), discarded.size());
  }

  /** Turns of a pass that are finished; of all before the last begun ones that is nearly all. */
  public long done() {
    return next + ahead.size() - pending.size() - returned.size() - discarded.size() - admitted();
  }

  /** Turns that have a place and are in nobody's hands. */
  private int admitted() {
    int count = 0;
    for (long turn : places.keySet()) {
      count += standing(turn) == TaskState.ADMITTED ? 1 : 0;
    }
    return count;
  }

  /** Whether something may be given now. */
  public boolean hasTodo() {
    return todo() > 0;
  }

  /** How many turns of all passes nobody has, which are to be done. */
  long todo() {
    boolean enough = stopped && done() > 0;
    return enough ? 0 : turns() - next - ahead.size() + returned.size();
  }

  /** Whether something was taken back that nobody has been given since. */
  public boolean hasReturned() {
    return !returned.isEmpty() && hasTodo();
  }

  /** Whether nothing is left to do and nobody holds anything. */
  public boolean isOver() {
    return pending.isEmpty() && places.isEmpty() && todo() == 0;
  }

  /** The turns taken back, lowest first, each with who had it last. */
  Long2LongRBTreeMap taken() {
    return returned;
  }

  /** Whether a turn was never given. */
  boolean isFresh(long turn) {
    return turn >= next && turn < turns() && !ahead.contains(turn);
  }

  private void hold(long turn, long worker) {
    pending.put(turn, worker);
    held.computeIfAbsent(worker, of -> new LongArrayList(2)).add(turn);
  }

  /** Takes a turn from who holds it; who that was. */
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

  /** Takes a turn out of todo. */
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

  /** Takes a turn out of wherever it is; false where it is neither todo nor pending. */
  private boolean leave(long turn) {
    TaskState standing = standing(turn);
    if (standing == TaskState.PENDING) {
      release(turn);
    } else if (standing == TaskState.TODO) {
      take(turn);
    }
    return standing == TaskState.PENDING || standing == TaskState.TODO;
  }
}
