package trainer.master.job.tasks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.core.fact.QueueChange;
import trainer.core.fact.ResultFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.message.FromWorker;
import trainer.core.message.OutputFile;
import trainer.core.message.ToWorker;
import trainer.master.job.api.JobView;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.job.members.ProbeTracker;
import trainer.master.queue.CompletionTimes;
import trainer.master.queue.ComputedSlots;
import trainer.master.queue.TaskDeadlines;
import trainer.master.queue.TaskState;

/**
 * The slots that workers hold, with the clocks that depend on that: the deadline of each holder,
 * its probe, and the bound of {@code ssp}. A change is recorded in the queue and followed here.
 */
final class HeldTasks {
  /**
   * The work, in nanoseconds, that a worker of a scoring job holds beside the slot that it may have
   * just finished, if its slots are short. A standby leads within it, so that the worker goes on
   * meanwhile.
   */
  private static final long AHEAD = 1_000_000_000;

  private static final int MOST_AHEAD = 64;

  /** The time that a worker of a scoring job has to close its last file, in nanoseconds. */
  private static final long LAST_FILE = 1_000_000_000;

  private final JobContext context;
  private final TaskWorkers workers;
  private final CompletionTimes times;
  private final ProbeTracker probes;
  private final StalenessBound pacing;

  /** The workers that leave, with the times until which they keep their slots. */
  private final Map<Incarnation, Long> leaving = new HashMap<>();

  private OpenQueue open;
  private ComputedSlots computed;
  private TaskDeadlines deadlines;
  private long openedAt;

  HeldTasks(JobContext context, TaskWorkers workers) {
    this.context = context;
    this.workers = workers;
    this.times =
        new CompletionTimes(
            context.plan().tasks().timeoutFactor(),
            context.plan().tasks().timeoutLeast().toNanos());
    this.probes = new ProbeTracker(context);
    this.pacing = new StalenessBound(context);
  }

  void onOpened(OpenQueue queue) {
    open = queue;
    computed = new ComputedSlots(open.queue());
    deadlines = new TaskDeadlines(open.queue(), computed, open::size, times);
    openedAt = context.nanos();
    probes.clear();
    pacing.onOpened(open.queue().holders());
  }

  void onClosed() {
    leaving.clear();
    probes.clear();
  }

  /**
   * How many slots a worker may hold. Of a scoring job it holds more short ones: two would be over
   * before the next arrive.
   */
  int most() {
    int usual = context.plan().tasks().perAssignment();
    if (context.spec().isTraining()) {
      return usual;
    }
    return Math.max(usual, Math.min(MOST_AHEAD, 1 + times.tasksIn(AHEAD, open.size(0))));
  }

  /** The slots that a worker has still to compute, in the order of assignment. */
  List<Long> of(Member worker) {
    return computed.toCompute(worker.incarnation());
  }

  /** Whether the bound of {@code ssp} lets a worker take tasks now. */
  boolean mayTake(Member worker) {
    return pacing.mayGive(worker);
  }

  /** Whether a worker can only wait for a slower one. */
  boolean isHeldBack(Member worker) {
    return pacing.isHeldBack(worker);
  }

  /** The pace that is sent with tasks; null where no worker is held back. */
  ToWorker.Pace pace() {
    return pacing.pace();
  }

  /** Assigns slots to a worker. */
  void assign(Member worker, List<Long> slots) {
    if (of(worker).isEmpty()) {
      pacing.onAssigned(worker);
    }
    assignAgain(worker, slots);
  }

  private void assignAgain(Member worker, List<Long> slots) {
    deadlines.onAssigned(worker.incarnation(), context.nanos());
    open.record(new QueueChange.Given(worker.incarnation(), slots));
  }

  /** Assigns a slot that has a place in a version; this worker computes it again. */
  void giveAgain(Member worker, long slot) {
    assignAgain(worker, List.of(slot));
  }

  /** Takes back a slot that is admitted, because the worker that computed it is gone. */
  void takeBackAdmitted(long slot) {
    if (open.queue().state(slot) == TaskState.ADMITTED) {
      open.record(new QueueChange.Returned(new Slot(slot), QueueChange.Cause.LOST));
    }
  }

  /** Takes a slot from its holder; it may be given to another worker. */
  void takeBack(Incarnation holder, long slot, QueueChange.Cause cause) {
    deadlines.forget(holder);
    probes.forget(holder);
    computed.remove(slot);
    open.record(new QueueChange.Returned(new Slot(slot), cause));
    pacing.onHoldersChanged();
    workers.makeDue();
  }

  /** Takes back all slots of a worker; no counter of a slot is raised. */
  void takeBackAll(Incarnation holder) {
    leaving.remove(holder);
    List.copyOf(open.queue().held(holder))
        .forEach(slot -> takeBack(holder, slot, QueueChange.Cause.LOST));
  }

  /**
   * Takes back all slots of a worker that leaves. One of a scoring job keeps them for a moment: the
   * file that it closes now counts if nobody else has its slots.
   */
  void takeBackFromLeaving(Member worker) {
    if (context.spec().isTraining()) {
      takeBackAll(worker.incarnation());
    } else {
      leaving.put(worker.incarnation(), context.nanos() + LAST_FILE);
    }
  }

  /** Takes back the slots that a leaving worker has not put into its last file. */
  void onLastFile(Member worker) {
    if (leaving.containsKey(worker.incarnation())) {
      takeBackAll(worker.incarnation());
    }
  }

  /**
   * Takes back the slots of workers that hold some from an earlier master and have not connected to
   * this one in time, and of workers that left and have sent no file.
   */
  void takeBackAbsent() {
    long now = context.nanos();
    long absent = openedAt + context.plan().absence().toNanos();
    for (long number : List.copyOf(open.queue().holders())) {
      Incarnation holder = new Incarnation(number);
      if (!workers.contains(holder) && now - leaving.getOrDefault(holder, absent) >= 0) {
        takeBackAll(holder);
      }
    }
  }

  /** Records that the gradients of a slot have a place in a version. */
  void admit(long slot, long version, long refusals) {
    deadlines.onFinished(slot, context.nanos());
    open.record(new QueueChange.Admitted(new Slot(slot), new Version(version), refusals));
  }

  /** Whether this worker holds a slot. */
  boolean holds(Member worker, long slot) {
    return open.queue().holder(slot) == worker.incarnation().number();
  }

  /** Whether a worker may finish a slot: it holds the slot, or no worker does. */
  boolean isFree(Member worker, long slot) {
    return holds(worker, slot) || open.queue().state(slot) == TaskState.TODO;
  }

  /**
   * A worker reports that a slot is computed. The slot is finished, unless its rows wait for their
   * file.
   *
   * @return whether the report counts
   */
  boolean finish(Member worker, FromWorker.TaskDone message) {
    long slot = message.slot().number();
    boolean isFiled = !context.spec().isTraining();
    if (isFiled ? !holds(worker, slot) || computed.has(slot) : !isFree(worker, slot)) {
      return false;
    }
    deadlines.onFinished(slot, context.nanos());
    if (isFiled) {
      computed.add(slot);
    } else {
      open.record(new QueueChange.Done(message.slot(), message.metrics(), message.staleness()));
      pacing.onHoldersChanged();
    }
    return true;
  }

  /** Records that a file counts, and so that its slots are finished. */
  void finish(OutputFile file) {
    context.recordWithoutView(new ResultFact.FileWritten(file));
    file.tasks().forEach(task -> computed.remove(task.slot().number()));
  }

  /** The first slots of the workers whose deadline has expired. */
  List<Long> overdue() {
    return deadlines.overdue(context.nanos());
  }

  /** The first slots of the workers that compute nothing more, and do not write what they have. */
  List<Long> unwritten() {
    return deadlines.unwritten(context.nanos());
  }

  /** Restarts the deadline of a worker. */
  void restart(Incarnation worker) {
    restart(worker, context.nanos());
  }

  /** Restarts the deadline of a worker as of an earlier time, in nanoseconds. */
  void restart(Incarnation worker, long since) {
    deadlines.restart(worker, since);
  }

  /** Whether a worker takes far longer than others for the first slot that it holds. */
  boolean isLate(Incarnation worker, long first) {
    return deadlines.isLate(worker, first, context.nanos());
  }

  /** Whether a worker has answered a probe about a slot; if not, it is probed, once. */
  boolean isAssured(Member worker, long slot) {
    return probes.isAssured(worker.incarnation(), slot);
  }

  /** A worker answers a probe. Its deadline restarts. */
  void onProbeAnswered(Member worker, long probe) {
    if (probes.isAnswer(worker.incarnation(), probe)) {
      restart(worker.incarnation());
    }
  }

  /** Forgets an open probe, which may be lost with the worker's old stream. */
  void onReconnected(Member worker) {
    probes.askAgain(worker.incarnation());
  }

  void onLeft(Member worker) {
    probes.forget(worker.incarnation());
    pacing.onLeft(worker);
  }

  void onClock(Member worker, FromWorker.Clock message) {
    pacing.onClock(worker, message);
  }

  /**
   * Sends the raised bound to every holder, after the slowest worker has advanced. The deadlines of
   * workers that were held back restart.
   */
  void reconcilePace() {
    if (!pacing.reconcile(open.queue().holders())) {
      return;
    }
    workers.makeDue();
    for (long holder : open.queue().holders()) {
      workers.find(new Incarnation(holder)).ifPresent(this::sendPace);
    }
  }

  private void sendPace(Member worker) {
    if (pacing.wasHeldBack(worker)) {
      restart(worker.incarnation());
    }
    context.send(worker.incarnation(), pacing.pace());
  }

  /**
   * The held slots, for the job view.
   *
   * @param most the number of entries at most; workers come in the order they joined
   */
  JobView.Hands views(int most) {
    return new JobView.Hands(toCompute(most), computed.size());
  }

  private List<JobView.Task> toCompute(int most) {
    List<JobView.Task> pending = new ArrayList<>();
    for (Member worker : workers.all()) {
      for (long slot : of(worker)) {
        if (pending.size() == most) {
          return pending;
        }
        pending.add(view(worker, slot));
      }
    }
    return pending;
  }

  private JobView.Task view(Member worker, long slot) {
    long deadline = deadlines.deadline(slot, context.nanos());
    return new JobView.Task(
        open.task(slot),
        worker.index(),
        deadline == Long.MAX_VALUE ? 0 : context.millisAt(deadline),
        open.queue().timeouts(slot),
        open.queue().failures(slot));
  }
}
