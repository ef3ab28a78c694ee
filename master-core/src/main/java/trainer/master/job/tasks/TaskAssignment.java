package trainer.master.job.tasks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.Fact;
import trainer.core.fact.QueueChange;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.BlockIndex;
import trainer.core.input.FileBlocks;
import trainer.core.job.Role;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.core.random.SplitMix64;
import trainer.master.job.api.JobView;
import trainer.master.job.history.BlockTimeouts;
import trainer.master.job.history.JobPlan;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.members.ProbeTracker;
import trainer.master.job.training.PoisonBlocks;
import trainer.master.queue.CompletionTimes;
import trainer.master.queue.QueueHistory;
import trainer.master.queue.TaskCut;
import trainer.master.queue.TaskDeadlines;
import trainer.master.queue.TaskQueue;
import trainer.master.queue.TaskReply;
import trainer.master.queue.TaskRequest;
import trainer.master.queue.TaskSchedule;
import trainer.master.queue.TaskSelector;
import trainer.master.queue.TaskState;

/**
 * The assignment of tasks to workers under {@code async}, {@code ssp} and {@code versioned}. It
 * gives out the slots of the task queue, takes them back, and gives up tasks that fail too often.
 *
 * <p>A change of the queue is recorded before any message that depends on it is sent. A worker that
 * gets nothing stays in the list of asking workers, because slots that other workers hold may come
 * back.
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
  /**
   * The version that tasks are computed on, for trainings that compute each task on one version.
   */
  interface Versions {
    /** Workers pull rows in their current state, and never wait for a version. */
    Versions WHATEVER =
        new Versions() {
          @Override
          public long model() {
            return ToWorker.AssignTasks.WHATEVER;
          }

          @Override
          public boolean isWaiting(Member worker) {
            return false;
          }
        };

    /** The version to compute on. */
    long model();

    /** Whether a worker can only wait for the next version. */
    boolean isWaiting(Member worker);
  }

  /** Makes a task assignment whose steps have {@code stepBlocks} blocks. */
  interface Maker {
    TaskAssignment make(int stepBlocks, Versions versions);
  }

  private static final Logger LOG = LoggerFactory.getLogger(TaskAssignment.class);
  private static final long CHECK_INTERVAL = Duration.ofMillis(250).toNanos();

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final BlockIndex index;
  private final TaskCut cut;
  private final int stepBlocks;
  private final Versions versions;
  private final TaskLocality locality;
  private final CompletionTimes times;
  private final Map<Integer, Integer> deathsTogether = new HashMap<>();
  private final Map<Integer, Integer> deathsAlone = new HashMap<>();
  private final ProbeTracker probes;
  private final StalenessBound pacing;
  private final Map<Long, Member> workers = new LinkedHashMap<>();
  private final Map<Long, Member> asking = new LinkedHashMap<>();
  private TaskQueue queue;
  private TaskSchedule order;
  private TaskSelector selector;
  private TaskDeadlines deadlines;
  private int phase;
  private boolean changed;
  private long checkedAt = Member.NEVER;
  private long openedAt;
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
      Versions versions) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.index = index;
    this.cut = cut;
    this.stepBlocks = stepBlocks;
    this.versions = versions;
    this.locality = new TaskLocality(index, cut);
    this.probes = new ProbeTracker(context);
    this.pacing = new StalenessBound(context);
    this.times =
        new CompletionTimes(context.plan().taskTimeoutFactor(), context.plan().taskTimeoutLeast());
  }

  private QueueHistory book() {
    return context.history().queueHistory();
  }

  /**
   * Opens the queue for the passes that make a version. An earlier master may have begun that queue
   * already; then its recorded state is used.
   */
  void open(long version, int itsPhase, int passes) {
    if (book().queue() == null || book().queue().version() != version) {
      record(new QueueChange.Opened(version, cut.tasks(), passes));
    }
    queue = book().queue();
    phase = itsPhase;
    order = new TaskSchedule(SplitMix64.of(context.plan().seed(), version).next(), queue.tasks());
    selector = new TaskSelector(queue, order, locality);
    deadlines = new TaskDeadlines(queue, turn -> cut.size(order.task(turn)), times);
    openedAt = context.nanos();
    probes.clear();
    pacing.onOpened(queue.holders());
    members.live(Role.WORKER).forEach(this::onReconnected);
    judgeBefore();
  }

  /** Withholds this slot and all after it, until the next call. */
  void until(long turn) {
    selector.until(turn);
    changed = true;
  }

  /** Closes the queue and voids all that was given. {@link #open} opens it again. */
  void close() {
    queue = null;
    probes.clear();
  }

  /** Whether the queue of this version is open. */
  boolean isOpen(long version) {
    return queue != null && queue.version() == version;
  }

  /** Whether every slot of all passes is done or given up. */
  boolean isOver() {
    return queue.isOver();
  }

  /** Whether a slot was taken back and has not been given again. */
  boolean isAnyReturned() {
    return queue != null && queue.hasReturned();
  }

  /** Adds a worker that may be given tasks. */
  void onJoined(Member worker) {
    workers.put(worker.incarnation(), worker);
    addAsking(worker);
  }

  /**
   * Marks a worker as asking for tasks. A worker that left gets no more, even if it still finishes
   * a task.
   */
  private void addAsking(Member worker) {
    if (workers.containsKey(worker.incarnation())) {
      asking.put(worker.incarnation(), worker);
      changed = true;
    }
  }

  /**
   * Takes back overdue slots, and gives slots to the workers that ask.
   *
   * @param mayGive whether slots may be given now
   */
  void reconcile(boolean mayGive) {
    long now = context.nanos();
    if (checkedAt == Member.NEVER || now - checkedAt >= CHECK_INTERVAL) {
      checkedAt = now;
      deadlines.overdue(now).forEach(this::overdue);
      reconcileAbsent(now);
    }
    if (pacing.reconcile(queue.holders())) {
      changed = true;
      sendPace();
    }
    if (changed && mayGive) {
      changed = false;
      Iterator<Member> next = List.copyOf(asking.values()).iterator();
      while (next.hasNext() && !lifecycle.isDecided()) {
        give(next.next());
      }
    }
  }

  private void give(Member worker) {
    int most = context.plan().tasksPerAssignment();
    int held = queue.held(worker.incarnation()).size();
    if (held >= most) {
      asking.remove(worker.incarnation());
      return;
    }
    // A worker below the limit keeps asking: slots that others hold may come back.
    int room = selector.atOnce(most, workers.size()) - held;
    if (room <= 0 || !pacing.mayGive(worker)) {
      return;
    }
    TaskReply answer =
        selector.select(
            new TaskRequest(worker.incarnation(), locality.number(worker), worker.host()),
            room,
            workers.size() > 1,
            book().discardedTasks());
    for (long turn : selector.leftOut()) {
      discard(turn, "DISCARDED_BEFORE", "as in an earlier pass");
    }
    if (answer != TaskReply.WORK) {
      changed |= !selector.leftOut().isEmpty();
      return;
    }
    List<Long> turns = withoutSuspects(worker, List.copyOf(selector.work()));
    if (turns.isEmpty()) {
      return;
    }
    if (queue.held(worker.incarnation()).isEmpty()) {
      pacing.onAssigned(worker);
    }
    deadlines.onAssigned(worker.incarnation(), context.nanos());
    record(new QueueChange.Given(worker.incarnation(), turns));
    turns.forEach(turn -> locality.onAssigned(order.task(turn), worker));
    send(worker, turns, false);
    if (held + turns.size() == most) {
      asking.remove(worker.incarnation());
    }
  }

  /**
   * Leaves out suspected tasks unless the worker holds nothing; then one suspected task is given
   * alone.
   */
  private List<Long> withoutSuspects(Member worker, List<Long> turns) {
    if (holdsSuspect(worker)) {
      return List.of();
    }
    List<Long> suspected = turns.stream().filter(this::isSuspected).toList();
    if (suspected.isEmpty()) {
      return turns;
    }
    return queue.held(worker.incarnation()).isEmpty()
        ? suspected.subList(0, 1)
        : turns.stream().filter(turn -> !isSuspected(turn)).toList();
  }

  private boolean holdsSuspect(Member worker) {
    return queue.held(worker.incarnation()).stream().anyMatch(this::isSuspected);
  }

  private boolean isSuspected(long turn) {
    return deathsTogether.getOrDefault(order.task(turn), 0) >= JobPlan.DEATHS_TOGETHER;
  }

  private void send(Member worker, List<Long> turns, boolean whole) {
    List<ToWorker.Task> tasks = new ArrayList<>();
    for (long turn : turns) {
      tasks.add(new ToWorker.Task(turn, blocks(turn)));
    }
    context.send(
        worker.incarnation(),
        new ToWorker.AssignTasks(
            context.term(),
            context.history().line(),
            queue.version(),
            phase,
            stepBlocks,
            whole,
            tasks,
            pacing.pace(),
            versions.model()));
  }

  /** The workers that may be given tasks. */
  Collection<Member> workers() {
    return List.copyOf(workers.values());
  }

  Optional<Member> worker(long incarnation) {
    return Optional.ofNullable(workers.get(incarnation));
  }

  /** The workers that hold a slot. */
  List<Member> holders() {
    return workers.values().stream()
        .filter(worker -> !queue.held(worker.incarnation()).isEmpty())
        .toList();
  }

  boolean holds(Member worker, long turn) {
    return queue.holder(turn) == worker.incarnation();
  }

  /** The index of the phase whose queue is open. */
  int phase() {
    return phase;
  }

  List<FileBlocks> blocks(long turn) {
    return index.group(cut.blocks(order.task(turn)));
  }

  /**
   * Records that a slot's gradients have a place in a version. The worker may be given another
   * slot.
   */
  void admit(Member worker, long turn, long version, long refusals) {
    deadlines.onFinished(turn, context.nanos());
    record(new QueueChange.Admitted(turn, version, refusals));
    acquit(turn);
    addAsking(worker);
  }

  /**
   * Records that a version is committed. Its admitted slots are finished, and their workers ask
   * again.
   */
  void onIncluded(long version) {
    context.recordAsync(new Fact.QueueChanged(new QueueChange.Included(version)));
    workers().forEach(this::addAsking);
  }

  /** Gives a slot that has a place in a version to this worker, which computes it again. */
  void giveAgain(Member worker, long turn) {
    deadlines.onAssigned(worker.incarnation(), context.nanos());
    record(new QueueChange.Given(worker.incarnation(), List.of(turn)));
  }

  /** Takes back a slot that is admitted, because the worker that computed it is gone. */
  void takeBackAdmitted(long turn) {
    if (queue.state(turn) == TaskState.ADMITTED) {
      record(new QueueChange.Returned(turn, QueueChange.Cause.LOST));
    }
  }

  /** Restarts the deadline of a worker. */
  void restart(Member worker) {
    deadlines.restart(worker.incarnation(), context.nanos());
  }

  /**
   * A worker has finished a slot.
   *
   * @return whether the report counts: the worker holds the slot, or the slot was taken from it and
   *     has not been given since
   */
  boolean onTaskDone(Member worker, FromWorker.TaskDone message) {
    if (!isOpen(message.version()) || message.line() < context.history().lastBack()) {
      return false;
    }
    addAsking(worker);
    long turn = message.turn();
    boolean isItsOwn = queue.holder(turn) == worker.incarnation();
    if (!isItsOwn && queue.state(turn) != TaskState.TODO) {
      return false;
    }
    deadlines.onFinished(turn, context.nanos());
    record(new QueueChange.Done(turn, message.metrics(), message.staleness()));
    pacing.onHoldersChanged();
    worker.onTaskDone(message.metrics().records());
    finished++;
    acquit(turn);
    return true;
  }

  /** The number of slots finished under this master. */
  long finished() {
    return finished;
  }

  /**
   * The data or the user's code failed in a slot that this worker holds. The slot is tried again
   * until it has failed {@code trainer.task.max-failures} times.
   */
  void onTaskFailed(Member worker, FromWorker.TaskFailed message) {
    long turn = message.turn();
    if (!isOpen(message.version())
        || message.line() < context.history().lastBack()
        || queue.holder(turn) != worker.incarnation()) {
      return;
    }
    fail(worker, turn, message.block(), message.failure());
  }

  /**
   * Counts a failure of a slot that this worker holds.
   *
   * @param block the block that failed, or −1 if no block is to blame
   */
  void fail(Member worker, long turn, int block, Failure unnamed) {
    Failure failure = PoisonBlocks.named(index, unnamed, block);
    LOG.warn("{}: {} failed in {}: {}", id(), worker.named(), words(turn), failure.message());
    takeBack(worker.incarnation(), turn, QueueChange.Cause.FAILED);
    if (queue.failures(turn) >= context.plan().taskMaxFailures()) {
      giveUp(turn, "it failed " + queue.failures(turn) + " times", failure);
    }
    addAsking(worker);
  }

  /**
   * Handles the expired deadline of a worker's first slot.
   *
   * <p>The assignment itself may have waited for the journal, because a store can be away for long.
   * So the worker is probed, behind the assignment, and its time begins with the answer. A worker
   * that is late even after that may loop in the user's code: it is replaced. The timeout counts
   * for the slot of the block that the worker reported last.
   *
   * <p>Workers that are held back by {@code ssp} or that wait for a version are not late; their
   * deadline restarts.
   */
  private void overdue(long first) {
    Member worker = workers.get(queue.holder(first));
    if (worker != null && (pacing.isHeldBack(worker) || versions.isWaiting(worker))) {
      deadlines.restart(worker.incarnation(), context.nanos());
      return;
    }
    if (worker == null || members.isAnyFull() || !probes.isAssured(worker.incarnation(), first)) {
      return; // given by an earlier master (see reconcileAbsent), or not yet probed, or short of
      // memory
    }
    long turn =
        queue.held(worker.incarnation()).stream()
            .filter(held -> contains(held, worker.block()))
            .findFirst()
            .orElse(first);
    boolean isNamed = contains(turn, worker.block());
    if (isNamed) {
      context.record(new Fact.BlockTimedOut(queue.version(), worker.block()));
    }
    String where = where(turn, worker.block());
    takeBack(worker.incarnation(), turn, QueueChange.Cause.TIMED_OUT);
    takeBackAll(worker.incarnation());
    members.excuse(worker);
    members.lose(worker, "it takes too long: task " + order.task(turn) + ", " + where);
    if (queue.timeouts(turn) > context.plan().taskMaxTimeouts()) {
      giveUp(
          turn,
          "it ran out of time " + queue.timeouts(turn) + " times",
          new Failure(
              FailureKind.TASK_TIMED_OUT,
              "a task took too long "
                  + queue.timeouts(turn)
                  + " times; the last time on "
                  + worker.named(),
              isNamed ? where : where(turn, blockTimedOut(turn)),
              BlockTimeouts.ADVICE));
    }
  }

  /** The block at which this slot's task timed out most often, or −1 if none is known. */
  private int blockTimedOut(long turn) {
    return context.history().timeouts().most(queue.version(), cut.blocks(order.task(turn)));
  }

  /** A worker reports how many steps it has finished. */
  void onClock(Member worker, FromWorker.Clock message) {
    if (workers.containsKey(worker.incarnation())) {
      pacing.onClock(worker, message);
    }
  }

  /**
   * Sends the raised bound to every holder, after the slowest worker has advanced. The deadlines of
   * workers that were held back restart.
   */
  private void sendPace() {
    for (long holder : queue.holders()) {
      Member worker = workers.get(holder);
      if (worker != null) {
        if (pacing.wasHeldBack(worker)) {
          deadlines.restart(holder, context.nanos());
        }
        context.send(holder, pacing.pace());
      }
    }
  }

  /** A worker answers a probe. Its deadline restarts. */
  void onProbeAnswered(Member worker, long probe) {
    if (probes.isAnswer(worker.incarnation(), probe)) {
      deadlines.restart(worker.incarnation(), context.nanos());
    }
  }

  /**
   * Takes back the slots of workers that hold some from an earlier master and have not connected to
   * this one in time.
   */
  private void reconcileAbsent(long now) {
    if (now - openedAt < context.plan().absence()) {
      return;
    }
    for (long holder : List.copyOf(queue.holders())) {
      if (!workers.containsKey(holder)) {
        takeBackAll(holder);
      }
    }
  }

  /**
   * A worker is lost. Its slots are given to other workers, and no counter of a slot is raised.
   *
   * <p>One death may be chance. A task that {@link JobPlan#DEATHS_TOGETHER} workers died with is
   * computed alone from then on. If {@code trainer.task.max-failures} workers die while they
   * compute it alone, it is given up.
   */
  void onLost(Member worker, String how) {
    List<Long> held = queue == null ? List.of() : List.copyOf(queue.held(worker.incarnation()));
    onLeft(worker);
    if (held.isEmpty()) {
      return;
    }
    long first = held.get(0);
    if (held.size() > 1 || !isSuspected(first)) {
      held.stream()
          .map(order::task)
          .distinct() // one death counts once per task, even if slots of several passes were held
          .forEach(task -> deathsTogether.merge(task, 1, Integer::sum));
      return;
    }
    members.excuse(worker);
    if (deathsAlone.merge(order.task(first), 1, Integer::sum) >= context.plan().taskMaxFailures()) {
      giveUp(first, "workers die of it", killer(first, worker, how));
    }
  }

  /** A worker leaves the job. Its slots are given to other workers. */
  void onLeft(Member worker) {
    probes.forget(worker.incarnation());
    pacing.onLeft(worker);
    workers.remove(worker.incarnation());
    asking.remove(worker.incarnation());
    if (queue != null) {
      takeBackAll(worker.incarnation());
    }
  }

  private Failure killer(long turn, Member worker, String how) {
    return new Failure(
        FailureKind.BLOCK_KILLS_WORKERS,
        deathsAlone.get(order.task(turn))
            + " workers died one after another while each computed this task alone; the last was "
            + worker.named()
            + ": "
            + how,
        where(turn),
        "look into that worker's log, and at the records there");
  }

  private void acquit(long turn) {
    deathsTogether.remove(order.task(turn));
    deathsAlone.remove(order.task(turn));
  }

  private void takeBackAll(long holder) {
    List.copyOf(queue.held(holder)).forEach(turn -> takeBack(holder, turn, QueueChange.Cause.LOST));
  }

  private void takeBack(long holder, long turn, QueueChange.Cause cause) {
    deadlines.forget(holder);
    probes.forget(holder);
    record(new QueueChange.Returned(turn, cause));
    pacing.onHoldersChanged();
    changed = true;
  }

  private void giveUp(long turn, String why, Failure failure) {
    String what = words(turn) + " is discarded: " + why + "; last: " + failure.message();
    LOG.error("{}: {}", id(), what);
    String place = failure.where().equals(where(turn)) ? "" : ", at " + failure.where();
    discard(turn, failure.kind().name(), where(turn) + ": " + failure.what() + place);
    judge(failure);
  }

  /**
   * Judges the tasks that an earlier master gave up: it may have been lost before it failed the
   * job.
   */
  private void judgeBefore() {
    List<QueueChange.Discard> before = book().discards();
    if (!before.isEmpty()) {
      QueueChange.Discard last = before.get(before.size() - 1);
      judge(
          new Failure(
              FailureKind.valueOf(last.kind()),
              "a task was given up",
              last.evidence(),
              "see the logs of the workers and of the master before"));
    }
  }

  /** Fails the job if more tasks are given up than the limit allows. */
  private void judge(Failure last) {
    int discarded = book().discards().size();
    int most = context.plan().taskMaxDiscarded();
    if (discarded > most) {
      String count =
          most == 0
              ? ""
              : "; "
                  + discarded
                  + " tasks are discarded, trainer.task.max-discarded allows "
                  + most;
      lifecycle.fail(new Failure(last.kind(), last.what() + count, last.where(), last.advice()));
    }
  }

  private void discard(long turn, String kind, String evidence) {
    record(new QueueChange.Discarded(turn, order.task(turn), kind, evidence));
  }

  /**
   * Repeats to a worker with a new stream the slots that it holds. The worker drops all others:
   * they were taken from it while it was away.
   */
  void onReconnected(Member worker) {
    probes.askAgain(worker.incarnation());
    workers.put(worker.incarnation(), worker);
    if (queue != null) {
      List<Long> held = queue.held(worker.incarnation());
      send(worker, held.stream().filter(turn -> !queue.hasPlace(turn)).toList(), true);
    }
    addAsking(worker);
  }

  private String words(long turn) {
    return "task " + order.task(turn) + " (" + where(turn) + ")";
  }

  private String where(long turn) {
    int task = order.task(turn);
    int more = cut.size(task) - 1;
    String first = PoisonBlocks.where(index, cut.first(task));
    return more == 0 ? first : first + " and the " + more + " after it";
  }

  /** The place of this block if it belongs to the slot, else the place of the whole slot. */
  private String where(long turn, int block) {
    return contains(turn, block) ? PoisonBlocks.where(index, block) : where(turn);
  }

  private boolean contains(long turn, int block) {
    return Arrays.stream(cut.blocks(order.task(turn))).anyMatch(own -> own == block);
  }

  private void record(QueueChange change) {
    context.recordWithoutView(new Fact.QueueChanged(change));
  }

  private String id() {
    return context.spec().id().toString();
  }

  /**
   * The slots that workers hold, for the job view.
   *
   * @param most the number of entries at most; workers come in the order they joined
   */
  List<JobView.Task> hands(int most) {
    List<JobView.Task> pending = new ArrayList<>();
    for (Member worker : workers.values()) {
      for (long turn : queue == null ? List.<Long>of() : queue.held(worker.incarnation())) {
        if (pending.size() == most) {
          return pending;
        }
        long deadline = deadlines.deadline(turn, context.nanos());
        pending.add(
            new JobView.Task(
                order.task(turn),
                worker.index(),
                deadline == Long.MAX_VALUE ? 0 : context.millisAt(deadline),
                queue.timeouts(turn),
                queue.failures(turn)));
      }
    }
    return pending;
  }
}
