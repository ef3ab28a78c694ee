package trainer.master.job.tasks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.QueueChange;
import trainer.core.id.Incarnation;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.queue.TaskState;

/**
 * Speculative execution at the end of a scoring job: a slot that takes its holder too long is also
 * given to a worker that has nothing to do (Dean and Ghemawat: MapReduce, section 3.6, OSDI 2004).
 *
 * <p>The journal has the holder alone. If the second worker is first, the slot is recorded as
 * returned and given to it, and from then on it is the holder. {@link FileAdmission} thus admits
 * the rows of one of them. The other one is sent all its slots, and drops the one that is not among
 * them. A new master begins without second workers.
 *
 * <p>A holder that is lost is followed by its second worker. A slot that has failed or timed out is
 * not given to a second worker: it may stop that one, too.
 */
final class BackupTasks {
  private static final Logger LOG = LoggerFactory.getLogger(BackupTasks.class);

  private static final long CHECK_INTERVAL = Duration.ofMillis(250).toNanos();

  /** Sends slots to a worker. */
  @FunctionalInterface
  interface Orders {
    /** Sends slots; if they are the {@code whole} of its slots, the worker drops all others. */
    void send(Member worker, List<Long> slots, boolean whole);
  }

  private record Second(Incarnation worker, long since) {}

  private final JobContext context;
  private final TaskWorkers workers;
  private final HeldTasks held;
  private final PoisonTasks poison;
  private final Orders orders;
  private final boolean isOn;

  /** The second workers, by slot. */
  private final Map<Long, Second> seconds = new LinkedHashMap<>();

  /** Slots that had a second worker, and have none any more. */
  private final Set<Long> tried = new HashSet<>();

  /** Holders that a second worker has overtaken. They do not become second workers. */
  private final Set<Incarnation> slow = new HashSet<>();

  private long checkedAt = Member.NEVER;

  BackupTasks(
      JobContext context, TaskWorkers workers, HeldTasks held, PoisonTasks poison, Orders orders) {
    this.context = context;
    this.workers = workers;
    this.held = held;
    this.poison = poison;
    this.orders = orders;
    this.isOn = !context.spec().isTraining() && context.plan().training().isSpeculating();
  }

  void onOpened() {
    seconds.clear();
  }

  /**
   * Makes second workers the holders in place of lost ones, and gives late slots to idle workers.
   */
  void reconcile(OpenQueue open) {
    if (!isOn) {
      return;
    }
    for (long slot : List.copyOf(seconds.keySet())) {
      settle(open, slot);
    }
    boolean isDue = checkedAt == Member.NEVER || context.nanos() - checkedAt >= CHECK_INTERVAL;
    if (isDue && !open.queue().hasTodo()) {
      checkedAt = context.nanos();
      late(open).forEach(slot -> giveToSecond(open, slot));
    }
  }

  /** A slot with a second worker may have been taken from its holder, or given up. */
  private void settle(OpenQueue open, long slot) {
    TaskState state = open.queue().state(slot);
    if (state == TaskState.TODO && !isSuspicious(open, slot)) {
      follow(slot);
    } else if (state != TaskState.PENDING) {
      cancel(open, slot);
    }
  }

  /** The second worker becomes the holder. */
  private void follow(long slot) {
    Second second = seconds.remove(slot);
    tried.add(slot);
    Member worker = workers.find(second.worker).orElseThrow();
    held.assign(worker, List.of(slot));
    held.restart(second.worker, second.since);
  }

  private void cancel(OpenQueue open, long slot) {
    Second second = seconds.remove(slot);
    tried.add(slot);
    workers.find(second.worker).ifPresent(worker -> repeat(open, worker));
  }

  /** Sends a worker all its slots; it drops the others. */
  private void repeat(OpenQueue open, Member worker) {
    orders.send(worker, List.copyOf(open.queue().held(worker.incarnation())), true);
  }

  /**
   * Sends a late holder its other slots, since the second worker was first. It may hang and never
   * ask again, so it counts as asking: its next slot has a deadline.
   */
  private void free(OpenQueue open, Member late) {
    repeat(open, late);
    workers.ask(late);
  }

  /** The slots of late holders. Those that their holders have not begun come first. */
  private List<Long> late(OpenQueue open) {
    Set<Long> begun = new TreeSet<>();
    Set<Long> late = new TreeSet<>();
    for (Member worker : workers.all()) {
      List<Long> slots = held.of(worker);
      if (!slots.isEmpty() && held.isLate(worker.incarnation(), slots.get(0))) {
        begun.add(slots.get(0));
        late.addAll(slots.subList(1, slots.size()));
      }
    }
    List<Long> all = new ArrayList<>(late);
    all.addAll(begun);
    all.removeIf(slot -> seconds.containsKey(slot) || tried.contains(slot));
    all.removeIf(slot -> isSuspicious(open, slot));
    return all;
  }

  private boolean isSuspicious(OpenQueue open, long slot) {
    return poison.isSuspected(open.task(slot))
        || open.queue().timeouts(slot) > 0
        || open.queue().failures(slot) > 0;
  }

  private void giveToSecond(OpenQueue open, long slot) {
    Optional<Member> idle = workers.asking().stream().filter(worker -> isIdle(worker)).findFirst();
    if (idle.isEmpty()) {
      return;
    }
    Member worker = idle.get();
    LOG.info(
        "{}: {} is late, and is also given to {}",
        context.spec().id(),
        open.inWords(slot),
        worker.named());
    seconds.put(slot, new Second(worker.incarnation(), context.nanos()));
    orders.send(worker, List.of(slot), false);
  }

  private boolean isIdle(Member worker) {
    Incarnation incarnation = worker.incarnation();
    return held.of(worker).isEmpty()
        && !slow.contains(incarnation)
        && seconds.values().stream().noneMatch(second -> second.worker.equals(incarnation));
  }

  /**
   * A worker has computed a slot. A second worker that is first becomes the holder; if the holder
   * is first, its second worker drops the slot.
   */
  void onComputed(OpenQueue open, Member worker, long slot) {
    Second second = seconds.get(slot);
    if (second == null) {
      return;
    }
    Incarnation holder = new Incarnation(open.queue().holder(slot));
    if (holder.equals(worker.incarnation())) {
      cancel(open, slot);
    } else if (second.worker.equals(worker.incarnation())) {
      LOG.info(
          "{}: {} has computed {} before its holder",
          context.spec().id(),
          worker.named(),
          open.inWords(slot));
      held.takeBack(holder, slot, QueueChange.Cause.LOST);
      follow(slot);
      slow.add(holder);
      workers.find(holder).ifPresent(late -> free(open, late));
    }
  }

  /** The data or the user's code failed on a second worker. The result of the holder decides. */
  void onFailed(Member worker, long slot) {
    Second second = seconds.get(slot);
    if (second != null && second.worker.equals(worker.incarnation())) {
      seconds.remove(slot);
      tried.add(slot);
    }
  }

  /** A worker is gone, or has dropped the slots that it does not hold. */
  void onDropped(Member worker) {
    for (Map.Entry<Long, Second> of : List.copyOf(seconds.entrySet())) {
      if (of.getValue().worker.equals(worker.incarnation())) {
        onFailed(worker, of.getKey());
      }
    }
  }
}
