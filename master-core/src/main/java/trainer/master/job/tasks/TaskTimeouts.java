package trainer.master.job.tasks;

import java.time.Duration;
import java.util.Optional;
import trainer.core.fact.QueueChange;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Version;
import trainer.master.job.history.BlockTimeouts;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;

/**
 * The workers that take too long. A worker is late when the deadline of its first slot expires.
 *
 * <p>The assignment itself may have waited for the journal, because a store can be away for long.
 * So the worker is probed, behind the assignment, and its time begins with the answer. A worker
 * that is late even after that may loop in the user's code: it is replaced. The timeout counts for
 * the slot of the block that the worker reported last.
 *
 * <p>A worker of a scoring job that has computed all its slots has some minutes for its file. Then
 * it is probed and replaced alike, and no slot counts a timeout.
 *
 * <p>Workers that are held back by {@code ssp} or that wait for a version are not late; their
 * deadline restarts.
 */
final class TaskTimeouts {
  private static final long CHECK_INTERVAL = Duration.ofMillis(250).toNanos();

  private final JobContext context;
  private final Membership members;
  private final TaskWorkers workers;
  private final HeldTasks held;
  private final TaskDiscards discards;
  private final TaskVersions versions;
  private long checkedAt = Member.NEVER;

  TaskTimeouts(
      JobContext context,
      Membership members,
      TaskWorkers workers,
      HeldTasks held,
      TaskDiscards discards,
      TaskVersions versions) {
    this.context = context;
    this.members = members;
    this.workers = workers;
    this.held = held;
    this.discards = discards;
    this.versions = versions;
  }

  /** Takes back overdue slots and those of absent workers, once per {@link #CHECK_INTERVAL}. */
  void reconcile(OpenQueue open) {
    long now = context.nanos();
    if (checkedAt == Member.NEVER || now - checkedAt >= CHECK_INTERVAL) {
      checkedAt = now;
      held.overdue().forEach(first -> onOverdue(open, first));
      held.unwritten().forEach(first -> onUnwritten(open, first));
      held.takeBackAbsent();
    }
  }

  private void onOverdue(OpenQueue open, long first) {
    Optional<Member> holder = workers.find(new Incarnation(open.queue().holder(first)));
    if (holder.isEmpty()) {
      return; // given by an earlier master, and taken back with all of an absent worker
    }
    Member worker = holder.get();
    if (held.isHeldBack(worker) || versions.isWaiting(worker)) {
      held.restart(worker.incarnation());
    } else if (!members.isAnyFull() && held.isAssured(worker, first)) {
      replace(open, worker, first);
    }
  }

  private void onUnwritten(OpenQueue open, long first) {
    Optional<Member> holder = workers.find(new Incarnation(open.queue().holder(first)));
    if (holder.isPresent() && held.isAssured(holder.get(), first)) {
      Member worker = holder.get();
      held.takeBackAll(worker.incarnation());
      members.excuse(worker);
      members.lose(worker, "it does not write what it has computed: task " + open.task(first));
    }
  }

  private void replace(OpenQueue open, Member worker, long first) {
    long slot =
        held.of(worker).stream()
            .filter(of -> open.contains(of, worker.block()))
            .findFirst()
            .orElse(first);
    boolean isNamed = open.contains(slot, worker.block());
    if (isNamed) {
      context.record(
          new TrainingFact.BlockTimedOut(new Version(open.queue().version()), worker.block()));
    }
    String where = open.where(slot, worker.block());
    held.takeBack(worker.incarnation(), slot, QueueChange.Cause.TIMED_OUT);
    held.takeBackAll(worker.incarnation());
    members.excuse(worker);
    members.lose(worker, "it takes too long: task " + open.task(slot) + ", " + where);
    int times = open.queue().timeouts(slot);
    if (times > context.plan().tasks().maxTimeouts()) {
      discards.giveUp(
          open,
          slot,
          "it ran out of time " + times + " times",
          new Failure(
              FailureKind.TASK_TIMED_OUT,
              "a task took too long " + times + " times; the last time on " + worker.named(),
              isNamed ? where : open.where(slot, blockTimedOut(open, slot)),
              BlockTimeouts.ADVICE));
    }
  }

  /** The block at which this slot's task timed out most often, or −1 if none is known. */
  private int blockTimedOut(OpenQueue open, long slot) {
    return context.history().timeouts().most(open.queue().version(), open.blockNumbers(slot));
  }
}
