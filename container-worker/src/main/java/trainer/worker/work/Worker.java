package trainer.worker.work;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.FileBlocks;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.core.table.PartitionMap;
import trainer.worker.routing.KeyLists;
import trainer.worker.routing.LaneExchange;
import trainer.worker.routing.LaneValues;

/**
 * The worker's state machine: events in, actions out. It holds a few orders at a time and drives
 * each by its missing steps:
 *
 * <ol>
 *   <li>blocks prepared;
 *   <li>keys and pull sent to every lane, all values received;
 *   <li>computed;
 *   <li>pushed to every lane, all acknowledged.
 * </ol>
 *
 * <p>Every event ends in one reconciliation of all work, so a reconnect, a new map and a late
 * answer take the same code path. The reconciliation uses plain loops, because it runs with every
 * event, long before it is compiled.
 *
 * <p>The rules of the commit protocol at the worker:
 *
 * <ul>
 *   <li>A share pulls from and pushes to every lane of every pserver, even without keys.
 *   <li>The oldest version is computed first; an order ahead that waits for its values blocks
 *       nothing.
 *   <li>The sums of a share are kept until its version is known to be committed or its line is
 *       void.
 *   <li>Orders of a lower term or of another line are ignored.
 * </ul>
 *
 * <p>Takes one event at a time, on any thread.
 */
public final class Worker implements WorkerEvent.Handler {
  private final MasterMessageHandler masterMessages = new MasterMessageHandler(this);
  private final LaneSender laneSender = new LaneSender(this::act);
  private final KeyLists lists = new KeyLists(this::nextNumber, laneSender::drop);
  private final List<WorkItem> works = new ArrayList<>();
  private final AssignedTasks tasks = new AssignedTasks();
  private final StepClock stepClock = new StepClock();
  private final PendingShareReports pendingReports = new PendingShareReports();
  private final List<ScoringTask> evaluations = new ArrayList<>();
  private List<WorkerAction> out = new ArrayList<>();
  private long nowNanos;
  private long lastNumber;
  private long line;
  private PartitionMap map;

  /** The newest version known to be committed on this line. */
  private long committed;

  /** The version that gradients of versioned tasks must be computed on. */
  private long newest;

  /** Takes one event and returns the resulting actions, in order. */
  public List<WorkerAction> step(WorkerEvent event, long now) {
    nowNanos = now;
    event.to(this);
    reconcile();
    List<WorkerAction> actions = out;
    out = new ArrayList<>();
    return actions;
  }

  @Override
  public void on(WorkerEvent.Told event) {
    event.message().to(masterMessages);
  }

  @Override
  public void on(WorkerEvent.Connected event) {
    laneSender.up(event.lane());
  }

  @Override
  public void on(WorkerEvent.Lost event) {
    laneSender.lost(event.lane(), nowNanos, event.silentNanos());
    lists.lost(event.lane());
    for (WorkItem work : works) {
      LaneExchange leg = work.exchanges.get(event.lane());
      if (leg != null) {
        leg.unanswered();
      }
    }
  }

  @Override
  public void on(WorkerEvent.Prepared event) {
    WorkItem work = find(event.work());
    if (work != null && work.stage == WorkItem.Stage.PREPARING) {
      work.routes =
          work.isTraining()
              ? lists.take(event.list(), event.keys(), work.id)
              : lists.takeToRead(event.keys(), work.id);
      work.route(this::nextNumber);
      work.stage = WorkItem.Stage.PULLING;
    }
  }

  @Override
  public void on(WorkerEvent.Retired event) {
    lists.retired(event.list());
  }

  @Override
  public void on(WorkerEvent.Values event) {
    if (event.line() == line) {
      // A replica may serve a version that is only complete; the one before it is committed for
      // sure.
      committed = Math.max(committed, event.version() - 1);
    }
    for (WorkItem work : works) {
      LaneExchange leg = work.exchanges.get(event.lane());
      if (leg != null && leg.request() == event.request()) {
        answered(work, leg, event);
        return;
      }
    }
  }

  private void answered(WorkItem work, LaneExchange leg, WorkerEvent.Values event) {
    if (work.stage != WorkItem.Stage.PULLING) {
      return;
    }
    if (event.line() == work.line && event.version() == work.pullVersion) {
      leg.values = event.values();
    } else if (!work.isReport()) { // a newer version of a report may be pulled meanwhile
      note("values of another version than " + work.pullVersion + " from " + event.lane());
      leg.pulled = false;
      leg.waitsForTick = true;
    }
  }

  @Override
  public void on(WorkerEvent.Computed event) {
    WorkItem work = find(event.work());
    if (work != null && work.isTraining() && work.stage == WorkItem.Stage.COMPUTING) {
      work.metrics = event.metrics();
      work.sums = event.sums();
      work.computeNanos = nowNanos - work.startNanos;
      if (work.isReport()) {
        work.stage = WorkItem.Stage.REPORTED;
        report(work);
        return;
      }
      work.update = work.isStep() ? tasks.nextUpdate() : work.update;
      work.stage = WorkItem.Stage.PUSHING;
    }
  }

  @Override
  public void on(WorkerEvent.Stopped event) {
    WorkItem work = find(event.work());
    if (work != null && work.stops) {
      report(work);
      work.pull(newest);
    }
  }

  @Override
  public void on(WorkerEvent.Scored event) {
    WorkItem work = find(event.work());
    if (work == null || work.isTraining()) {
      return;
    }
    ScoringTask evaluating = work.evaluating;
    evaluating.add(event.evaluation());
    over(work);
    if (evaluating.isDone()) {
      evaluations.remove(evaluating);
      say(new FromWorker.Evaluated(evaluating.task.task(), evaluating.sum()));
    }
  }

  @Override
  public void on(WorkerEvent.Failed event) {
    WorkItem work = find(event.work());
    if (work != null) {
      fail(work, event.block(), event.failure());
    }
  }

  @Override
  public void on(WorkerEvent.Acked event) {
    for (WorkItem work : works) {
      if (work.isPushed(event.line(), event.version(), event.share())) {
        LaneExchange leg = work.exchanges.get(event.lane());
        if (leg != null) {
          leg.acked = true;
        }
      }
    }
  }

  @Override
  public void on(WorkerEvent.Refused event) {
    for (WorkItem work : List.copyOf(works)) {
      LaneExchange leg = work.exchanges.get(event.lane());
      if (leg != null && work.isMeant(leg, event.push(), event.id()) && leg.awaits(event.push())) {
        refused(work, leg, event);
      }
    }
  }

  @Override
  public void on(WorkerEvent.Tick event) {
    works.forEach(work -> work.exchanges.values().forEach(leg -> leg.waitsForTick = false));
    sayAll(pendingReports.takeAll());
  }

  /**
   * Handles a refusal. If the lane is ahead of this worker's line, a message of the master will
   * follow. If the lane is behind, the worker retries at the next tick.
   */
  private void refused(WorkItem work, LaneExchange leg, WorkerEvent.Refused event) {
    note(event.lane() + " refuses work " + work.id + ": " + event.why());
    if (event.why() == WorkerEvent.Why.BAD_CONTENT) {
      String what = "a lane cannot read what this worker sent for " + work;
      fail(work, -1, new Failure(FailureKind.UNEXPECTED, what, event.lane().toString(), ""));
    } else if (event.line() == work.line && event.committed() > work.pullVersion) {
      overtaken(work, event);
    } else if (event.line() <= work.line) {
      boolean unknown = event.why() == WorkerEvent.Why.UNKNOWN_LIST;
      if (unknown) {
        lists.forgotten(event.lane());
      }
      leg.refused(event.push(), unknown);
    }
  }

  /**
   * Ends work whose mini-batch is committed, by a backup task or by a push whose acknowledgement
   * was lost.
   */
  private void overtaken(WorkItem work, WorkerEvent.Refused event) {
    if (work.isShare()) {
      committed = Math.max(committed, event.committed());
      if (work.stage == WorkItem.Stage.PUSHING) {
        sayDone(work);
      }
      over(work);
    } else if (work.isReport()) {
      learn(event.committed());
    } else if (work.isStep()) {
      drop(work.task);
    } else {
      String what = "version " + work.pullVersion + " is no longer served";
      String where = event.lane().toString();
      fail(work, -1, new Failure(FailureKind.UNEXPECTED, what, where, ""));
    }
  }

  private void fail(WorkItem work, int block, Failure failure) {
    if (work.isShare()) {
      ToWorker.Order order = work.order;
      over(work);
      say(new FromWorker.ShareFailed(order.line(), order.version(), order.share(), block, failure));
    } else if (work.isStep()) {
      drop(work.task);
      say(new FromWorker.TaskFailed(work.line, work.task.version, work.task.turn, block, failure));
    } else {
      evaluations.remove(work.evaluating);
      overAll(other -> other.evaluating == work.evaluating);
      say(new FromMember.MemberFailure(failure));
    }
  }

  /** The next number of a work item, list or pull. */
  private long nextNumber() {
    return ++lastNumber;
  }

  private WorkItem find(long id) {
    for (WorkItem work : works) {
      if (work.id == id) {
        return work;
      }
    }
    return null;
  }

  /** Ends a work item and releases its buffers. */
  private void over(WorkItem work) {
    works.remove(work);
    release(work);
    out.add(new WorkerAction.Forget(work.id));
  }

  private void release(WorkItem work) {
    if (work.routes != null) {
      lists.leave(work.routes);
      work.routes = null;
    }
  }

  private void overAll(Predicate<WorkItem> which) {
    int i = 0;
    while (i < works.size()) {
      WorkItem work = works.get(i);
      if (which.test(work)) {
        over(work);
      } else {
        i++;
      }
    }
  }

  /** Sends a message to the master, after the pending share reports. */
  private void say(FromMember message) {
    sayAll(pendingReports.takeAll());
    out.add(new WorkerAction.Say(message));
  }

  private void sayAll(List<FromMember> messages) {
    messages.forEach(message -> out.add(new WorkerAction.Say(message)));
  }

  void note(String text) {
    out.add(new WorkerAction.Note(text));
  }

  private void start(WorkItem work, List<FileBlocks> blocks) {
    works.add(work);
    works.sort(WorkItem.OLDEST_FIRST);
    out.add(new WorkerAction.Prepare(work.id, work.phase(), blocks));
  }

  /** Compares the needs of all work with its progress, and acts on the difference. */
  private void reconcile() {
    laneSender.connect(map, nowNanos);
    for (ScoringTask evaluating : evaluations) {
      while (evaluating.mayStartPiece()) {
        List<FileBlocks> piece = evaluating.startPiece();
        start(WorkItem.piece(nextNumber(), evaluating), piece);
      }
    }
    computeNext();
    boolean pulling = false;
    for (WorkItem work : works) {
      boolean pulls = work.isStep() && work.stage == WorkItem.Stage.PULLING;
      boolean waits = pulls && !mayPull(work, pulling);
      if (!waits) {
        laneSender.send(work);
      }
      pulling |= pulls && !waits; // a step held back by its pace blocks no step that has begun
      if (work.stage == WorkItem.Stage.PUSHING && work.hasAllAcks()) {
        done(work);
      }
    }
    overAll(work -> work.stage == WorkItem.Stage.DONE && isNoMoreNeeded(work));
    tasks.next(works).ifPresent(this::startStep);
    stepClock.news(works).ifPresent(this::say);
    if (pendingReports.isDue() || isAllDone()) {
      sayAll(pendingReports.takeAll());
    }
  }

  /**
   * Whether the pull of a step may be sent.
   *
   * @param pulling whether an earlier step is pulling
   */
  private boolean mayPull(WorkItem step, boolean pulling) {
    return step.isReport() ? isPulled(step) : !pulling && stepClock.begin(step);
  }

  private boolean isAllDone() {
    for (WorkItem work : works) {
      if (work.stage != WorkItem.Stage.DONE) {
        return false;
      }
    }
    return true;
  }

  /**
   * Pulls a report if no other is pulled or computed, because the version of the next is not known
   * before.
   */
  private boolean isPulled(WorkItem report) {
    if (!report.isPulled() && !isReportAtWork()) {
      report.pull(newest);
    }
    return report.isPulled();
  }

  private boolean isReportAtWork() {
    for (WorkItem work : works) {
      if (work.isAtWork()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a finished item can be released: a share when its version is known to be committed, a
   * step at once, because it is never undone.
   */
  private boolean isNoMoreNeeded(WorkItem work) {
    return work.isStep() || work.order.version() <= committed;
  }

  private void startStep(AssignedTask task) {
    start(WorkItem.step(nextNumber(), line, task), task.startStep());
    tasks.next(works).ifPresent(this::startStep);
  }

  private void computeNext() {
    WorkItem next = null;
    for (WorkItem work : works) {
      if (work.stage == WorkItem.Stage.COMPUTING) {
        return;
      }
      if (next == null && work.stage == WorkItem.Stage.PULLING && work.hasAllValues()) {
        next = work;
      }
    }
    if (next != null) {
      compute(next);
    }
  }

  private void compute(WorkItem work) {
    work.stage = WorkItem.Stage.COMPUTING;
    work.startNanos = nowNanos;
    List<LaneValues> values = work.takeValues();
    out.add(
        work.isTraining()
            ? new WorkerAction.Compute(work.id, work.summedBlocks(), values)
            : new WorkerAction.Score(work.id, values));
  }

  private void done(WorkItem work) {
    work.stage = WorkItem.Stage.DONE;
    release(work);
    if (work.isStep()) {
      tasks.applied(work).ifPresent(this::say);
    } else {
      sayDone(work);
    }
  }

  private void sayDone(WorkItem work) {
    ToWorker.Order order = work.order;
    pendingReports.add(
        new FromWorker.ShareDone(
            order.line(),
            order.version(),
            order.share(),
            work.metrics.records(),
            work.computeNanos));
  }

  /** Takes an order for a share, perhaps a repeated one. */
  void ordered(ToWorker.Order order) {
    if (order.line() != line || map == null) {
      note("order of line " + order.line() + " on line " + line + " ignored");
      return;
    }
    committed = Math.max(committed, order.committed());
    for (WorkItem work : works) {
      if (work.isShare(order.line(), order.version(), order.share())) {
        if (work.stage == WorkItem.Stage.DONE) {
          sayDone(work);
        }
        return;
      }
    }
    if (!takesPlace(order)) {
      start(WorkItem.share(nextNumber(), order), order.blocks());
    }
  }

  /**
   * Turns the gradients of a versioned task into an ordered share, to be pushed; false if there are
   * none.
   */
  private boolean takesPlace(ToWorker.Order order) {
    AssignedTask task = tasks.versioned(order.turn()).orElse(null);
    if (task == null) {
      return false;
    }
    tasks.drop(task); // from now on the task is a share
    for (WorkItem work : List.copyOf(works)) {
      if (work.task == task && work.stage == WorkItem.Stage.REPORTED && work.isOf(order)) {
        work.take(order);
        works.sort(WorkItem.OLDEST_FIRST);
        return true;
      }
    }
    overAll(work -> work.task == task);
    return false;
  }

  private void report(WorkItem work) {
    AssignedTask task = work.task;
    say(new FromWorker.Reported(work.line, task.version, task.turn, work.pullVersion));
  }

  /** Takes the version that gradients must be computed on. */
  void newest(ToWorker.ModelVersion message) {
    if (message.line() == line) {
      learn(message.version());
    }
  }

  /**
   * Discards gradients of older versions. A computation that is overtaken is asked to stop, and
   * reported only when it has stopped, so that the master can detect one that hangs.
   */
  private void learn(long version) {
    newest = Math.max(newest, version);
    for (WorkItem work : List.copyOf(works)) {
      if (work.isReport() && work.isPulled() && work.pullVersion < newest) {
        if (work.stage == WorkItem.Stage.COMPUTING) {
          stop(work);
        } else {
          work.pull(newest);
        }
      }
    }
  }

  private void stop(WorkItem work) {
    if (!work.stops) {
      work.stops = true;
      out.add(new WorkerAction.Stop(work.id));
    }
  }

  /**
   * Cancels a share that another worker has finished or was assigned. A share that is already
   * computed is pushed nevertheless, which costs nothing, and kept as usual.
   */
  void cancelled(ToWorker.Cancel message) {
    for (WorkItem work : List.copyOf(works)) {
      if (work.isShare(message.line(), message.version(), message.share())
          && work.stage != WorkItem.Stage.PUSHING
          && work.stage != WorkItem.Stage.DONE) {
        over(work);
      }
    }
  }

  /** Takes assigned tasks, some perhaps repeated. */
  void assigned(ToWorker.AssignTasks message) {
    if (map == null) {
      note("tasks before the first map ignored");
      return;
    }
    if (message.whole()) {
      stepClock.sayAgain();
    }
    tasks.missingIn(message).forEach(this::drop);
    if (message.pace() != null) {
      stepClock.paced(message.pace(), message.whole() && message.tasks().isEmpty());
      stepClock
          .news(works)
          .ifPresent(this::say); // the clock must precede reports of finished tasks
    }
    tasks.assigned(message).forEach(this::say);
    if (message.line() == line) {
      learn(message.model());
    }
    if (message.whole()) {
      works.stream().filter(work -> work.stage == WorkItem.Stage.REPORTED).forEach(this::report);
    }
  }

  /** Takes the pace of this worker. */
  void paced(ToWorker.Pace message) {
    stepClock.paced(message);
  }

  private void drop(AssignedTask task) {
    tasks.drop(task);
    overAll(work -> work.task == task);
  }

  /** Takes an evaluation task, perhaps a repeated one. */
  void evaluate(ToWorker.Evaluate task) {
    if (task.line() != line || map == null) {
      note("evaluation of line " + task.line() + " on line " + line + " ignored");
      return;
    }
    boolean known = evaluations.stream().anyMatch(other -> other.task.equals(task));
    if (known) {
      return;
    }
    ScoringTask evaluating = new ScoringTask(task);
    if (evaluating.isDone()) {
      say(new FromWorker.Evaluated(task.task(), evaluating.sum()));
    } else {
      evaluations.add(evaluating);
    }
  }

  /**
   * Enters a line or a newer map. A new line voids all shares of older lines. Steps continue,
   * unless the job went back to a checkpoint since. A newer map of the same line only changes
   * routes.
   *
   * @param lastBack the newest line that went back to a checkpoint, 0 if none
   */
  void enter(long newLine, long base, long lastBack, PartitionMap newMap) {
    if (newLine < line || (newLine == line && !isNewer(newMap))) {
      return;
    }
    if (newLine > line) {
      if (line < lastBack) {
        tasks.clear();
      }
      overAll(
          work ->
              !work.isStep() || work.isReport() || line < lastBack || work.task.version <= base);
      tasks.startAnew();
      evaluations.clear();
      tasks.over(base);
      works.forEach(work -> work.goOn(newLine));
      committed = base;
      newest = base;
    }
    line = newLine;
    map = newMap;
    if (map != null) { // null before the first one, when there are no lists
      lists.cut(map);
    }
    for (WorkItem work : works) {
      if (work.routes != null) {
        work.route(this::nextNumber);
      }
    }
  }

  private boolean isNewer(PartitionMap newMap) {
    return newMap != null && (map == null || newMap.number() > map.number());
  }

  /** Drops all work. */
  void dropAll() {
    overAll(work -> true);
    tasks.clear();
    evaluations.clear();
  }

  void act(WorkerAction action) {
    out.add(action);
  }
}
