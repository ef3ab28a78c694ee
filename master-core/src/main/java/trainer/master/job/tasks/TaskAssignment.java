package trainer.master.job.tasks;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import trainer.core.fact.QueueChange;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.input.BlockIndex;
import trainer.core.input.FileBlocks;
import trainer.core.job.Role;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.master.job.api.JobView;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.training.PoisonBlocks;
import trainer.master.queue.QueueHistory;
import trainer.master.queue.TaskCut;
import trainer.master.queue.TaskReply;
import trainer.master.queue.TaskRequest;
import trainer.master.queue.TaskSelector;

/**
 * The assignment of tasks to workers under {@code async}, {@code ssp} and {@code versioned}. It
 * gives out the slots of the task queue, takes them back, and gives up tasks that fail too often.
 *
 * <p>A change of the queue is recorded before any message that depends on it is sent.
 *
 * <p>Three events take slots back:
 *
 * <ul>
 *   <li>a lost or leaving worker: no counter of the slot is raised;
 *   <li>a deadline: the worker is replaced, and the slot counts one timeout;
 *   <li>a failure of the data or the user's code: the slot counts one failure.
 * </ul>
 *
 * <p>A slot is given up when it has failed {@code trainer.task.max-failures} times, or has timed
 * out more than {@code trainer.task.max-timeouts} times. The job fails when more tasks are given up
 * than {@code trainer.task.max-discarded} allows.
 */
final class TaskAssignment {
  /** Makes a task assignment whose steps have {@code stepBlocks} blocks. */
  interface Maker {
    TaskAssignment make(int stepBlocks, TaskVersions versions);
  }

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final BlockIndex index;
  private final TaskCut cut;
  private final int stepBlocks;
  private final TaskVersions versions;
  private final TaskLocality locality;
  private final TaskWorkers workers = new TaskWorkers();
  private final PoisonTasks poison;
  private final HeldTasks held;
  private final TaskDiscards discards;
  private final TaskTimeouts timeouts;
  private final BackupTasks backups;
  private boolean isOpen;
  private OpenQueue open;
  private TaskSelector selector;
  private int phase;
  private long finished;

  /**
   * @param stepBlocks blocks that a worker computes and pushes at once
   */
  TaskAssignment(
      JobContext context,
      JobLifecycle lifecycle,
      Membership members,
      BlockIndex index,
      TaskCut cut,
      int stepBlocks,
      TaskVersions versions) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.index = index;
    this.cut = cut;
    this.stepBlocks = stepBlocks;
    this.versions = versions;
    this.locality = new TaskLocality(index, cut);
    this.held = new HeldTasks(context, workers);
    this.discards = new TaskDiscards(context, lifecycle);
    this.poison = new PoisonTasks(context, members, discards);
    this.timeouts = new TaskTimeouts(context, members, workers, held, discards, versions);
    this.backups = new BackupTasks(context, workers, held, poison, this::send);
  }

  private QueueHistory history() {
    return context.history().queueHistory();
  }

  /**
   * Opens the queue for the passes that make a version. An earlier master may have begun that queue
   * already; then its recorded state is used.
   */
  void open(long version, int itsPhase, int passes) {
    if (history().queue() == null || history().queue().version() != version) {
      context.recordWithoutView(
          new TrainingFact.QueueChanged(
              new QueueChange.Opened(new Version(version), cut.tasks(), passes)));
    }
    open = new OpenQueue(context, index, cut, history().queue());
    isOpen = true;
    phase = itsPhase;
    selector = new TaskSelector(open.queue(), open.schedule(), locality);
    held.onOpened(open);
    backups.onOpened();
    members.live(Role.WORKER).forEach(this::onReconnected);
    discards.judgeEarlier();
  }

  /** Withholds this slot and all after it, until the next call. */
  void until(long slot) {
    selector.until(slot);
    workers.makeDue();
  }

  /** Closes the queue and voids all that was given. {@link #open} opens it again. */
  void close() {
    isOpen = false;
    held.onClosed();
  }

  /** Whether the queue of this version is open. */
  boolean isOpen(long version) {
    return isOpen && open.queue().version() == version;
  }

  /** Whether every slot of all passes is done or given up. */
  boolean isOver() {
    return open.queue().isOver();
  }

  /** Whether a slot was taken back and has not been given again. */
  boolean isAnyReturned() {
    return isOpen && open.queue().hasReturned();
  }

  /** Whether a slot that a lost worker had not computed has not been given again. */
  boolean isAnyInterrupted() {
    return isOpen && selector.hasInterrupted();
  }

  void onJoined(Member worker) {
    workers.add(worker);
    workers.ask(worker);
  }

  /**
   * Takes back overdue slots, and gives slots to the workers that ask.
   *
   * @param mayGive whether slots may be given now
   */
  void reconcile(boolean mayGive) {
    timeouts.reconcile(open);
    held.reconcilePace();
    backups.reconcile(open);
    if (workers.isDue() && mayGive) {
      workers.notDue();
      Iterator<Member> next = workers.asking().iterator();
      while (next.hasNext() && !lifecycle.isDecided()) {
        give(next.next());
      }
    }
  }

  private void give(Member worker) {
    int most = held.most();
    int before = held.of(worker).size();
    if (before >= most) {
      workers.stopAsking(worker);
      return;
    }
    // A worker below the limit keeps asking: slots that others hold may come back.
    int room = selector.atOnce(most, workers.size()) - before;
    if (room <= 0 || !held.mayTake(worker)) {
      return;
    }
    List<Long> slots = poison.choose(open, select(worker, room), held.of(worker));
    if (slots.isEmpty()) {
      return;
    }
    held.assign(worker, slots);
    slots.forEach(slot -> locality.onAssigned(open.task(slot), worker));
    send(worker, slots, false);
    if (before + slots.size() == most) {
      workers.stopAsking(worker);
    }
  }

  /** Selects slots for a worker. Slots of tasks that were given up are discarded on the way. */
  private List<Long> select(Member worker, int room) {
    TaskReply answer =
        selector.select(
            new TaskRequest(worker.incarnation(), locality.number(worker), worker.host()),
            room,
            workers.size() > 1,
            history().discardedTasks());
    selector.leftOut().forEach(slot -> discards.discardAgain(open, slot));
    if (answer == TaskReply.WORK) {
      return List.copyOf(selector.work());
    }
    if (!selector.leftOut().isEmpty()) {
      workers.makeDue();
    }
    return List.of();
  }

  private void send(Member worker, List<Long> slots, boolean whole) {
    context.send(
        worker.incarnation(),
        new ToWorker.AssignTasks(
            context.term(),
            context.history().line(),
            new Version(open.queue().version()),
            phase,
            new ToWorker.Steps(stepBlocks, new Version(versions.model())),
            whole,
            slots.stream()
                .map(slot -> new ToWorker.Task(new Slot(slot), open.blocks(slot)))
                .toList(),
            held.pace()));
  }

  /** Marks a worker as asking for tasks: it may hold fewer than before. */
  void ask(Member worker) {
    workers.ask(worker);
  }

  /** The workers that may be given tasks. */
  Collection<Member> workers() {
    return workers.all();
  }

  Optional<Member> worker(Incarnation incarnation) {
    return workers.find(incarnation);
  }

  /** The workers that hold a slot. */
  List<Member> holders() {
    return workers.all().stream().filter(worker -> !held.of(worker).isEmpty()).toList();
  }

  boolean holds(Member worker, long slot) {
    return held.holds(worker, slot);
  }

  /** The slots in workers' hands. */
  HeldTasks held() {
    return held;
  }

  /** The index of the phase whose queue is open. */
  int phase() {
    return phase;
  }

  List<FileBlocks> blocks(long slot) {
    return open.blocks(slot);
  }

  /**
   * Records that a slot's gradients have a place in a version. The worker may be given another
   * slot.
   */
  void admit(Member worker, long slot, long version, long refusals) {
    held.admit(slot, version, refusals);
    poison.acquit(open.task(slot));
    workers.ask(worker);
  }

  /** Records that a version is committed, and with it the slots that it includes. */
  void onIncluded(long version) {
    context.recordAsync(
        new TrainingFact.QueueChanged(new QueueChange.Included(new Version(version))));
    workers.all().forEach(workers::ask);
  }

  /** A worker has finished a slot; returns whether that counts, see {@link HeldTasks#finish}. */
  boolean onTaskDone(Member worker, FromWorker.TaskDone message) {
    if (!isOpen(message.version().number()) || isVoid(message.line())) {
      return false;
    }
    workers.ask(worker);
    long slot = message.slot().number();
    backups.onComputed(open, worker, slot);
    if (!held.finish(worker, message)) {
      return false;
    }
    worker.onTaskDone(message.metrics().records());
    finished++;
    poison.acquit(open.task(slot));
    return true;
  }

  /** Whether work of a line is void by a rollback. A trained model is the same on all lines. */
  private boolean isVoid(Line line) {
    return context.spec().isTraining() && line.number() < context.history().lastBack().number();
  }

  /** Slots finished under this master. */
  long finished() {
    return finished;
  }

  /**
   * The data or the user's code failed in a slot that this worker holds. The slot is tried again
   * until it has failed {@code trainer.task.max-failures} times.
   */
  void onTaskFailed(Member worker, FromWorker.TaskFailed message) {
    backups.onFailed(worker, message.slot().number());
    if (isOpen(message.version().number())
        && !isVoid(message.line())
        && holds(worker, message.slot().number())) {
      fail(worker, message.slot().number(), message.block(), message.failure());
    }
  }

  /**
   * Counts a failure of a slot that this worker holds.
   *
   * @param block the block that failed, or −1 if no block is to blame
   */
  void fail(Member worker, long slot, int block, Failure unnamed) {
    held.takeBack(worker.incarnation(), slot, QueueChange.Cause.FAILED);
    discards.onFailed(open, slot, worker, PoisonBlocks.named(index, unnamed, block));
    workers.ask(worker);
  }

  void onClock(Member worker, FromWorker.Clock message) {
    if (workers.contains(worker.incarnation())) {
      held.onClock(worker, message);
    }
  }

  /** A worker answers a probe. Its deadline restarts. */
  void onProbeAnswered(Member worker, long probe) {
    held.onProbeAnswered(worker, probe);
  }

  /** A worker is lost. Its slots are given to other workers, and no counter of a slot is raised. */
  void onLost(Member worker, String how) {
    List<Long> interrupted = isOpen ? List.copyOf(held.of(worker)) : List.of();
    onLeft(worker);
    if (isOpen) {
      held.takeBackAll(worker.incarnation());
      selector.interrupt(interrupted);
    }
    if (!interrupted.isEmpty()) {
      poison.onLost(open, worker, interrupted, how);
    }
  }

  /** A worker leaves the job. Its slots are given to other workers, once its last file is there. */
  void onLeft(Member worker) {
    held.onLeft(worker);
    backups.onDropped(worker);
    workers.remove(worker);
    if (isOpen) {
      held.takeBackFromLeaving(worker);
    }
  }

  /**
   * Repeats to a worker with a new stream the slots that it holds. The worker drops all others:
   * they were taken from it while it was away.
   */
  void onReconnected(Member worker) {
    held.onReconnected(worker);
    backups.onDropped(worker);
    workers.add(worker);
    if (isOpen) {
      List<Long> slots = open.queue().held(worker.incarnation());
      send(worker, slots.stream().filter(slot -> !open.queue().hasPlace(slot)).toList(), true);
    }
    workers.ask(worker);
  }

  /**
   * The slots that workers hold, for the job view.
   *
   * @param most the number of entries at most; workers come in the order they joined
   */
  JobView.Hands hands(int most) {
    return isOpen ? held.views(most) : JobView.Hands.NONE;
  }
}
