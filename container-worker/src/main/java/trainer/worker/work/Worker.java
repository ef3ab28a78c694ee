package trainer.worker.work;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.FileBlocks;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.table.PartitionMap;
import trainer.worker.routing.KeyLists;
import trainer.worker.routing.LaneExchange;
import trainer.worker.routing.LaneValues;

/**
 * The worker's state machine: events in, actions out. It holds a few orders at a time and drives
 * each by what is still missing: blocks prepared, keys and pull sent to every lane, all values in,
 * computed, pushed to every lane, all acknowledged. Every event ends in the same look at all work,
 * so a reconnect, a new map and a late answer are one code path. That look is written as plain
 * loops: it comes with every event, long before it is compiled.
 *
 * <p>The rules of the commit protocol that live here: a share pulls from and pushes to every lane
 * of every pserver, also without keys; the oldest version is computed first, and an order ahead
 * that waits for its values blocks nothing; a share's sums are kept until its version is known
 * committed or its line is void; orders of a lower term are refused.
 *
 * <p>Takes one event at a time, on whatever thread.
 */
public final class Worker implements WorkerEvent.Handler {
  private final MasterMessageHandler voice = new MasterMessageHandler(this);
  private final LaneSender courier = new LaneSender(this::act);
  private final KeyLists lists = new KeyLists(this::nextNumber, courier::drop);
  private final List<WorkItem> works = new ArrayList<>();
  private final AssignedTasks tasks = new AssignedTasks();
  private final StepClock strides = new StepClock();
  private final PendingShareReports dones = new PendingShareReports();
  private final List<ScoringTask> evaluations = new ArrayList<>();
  private List<WorkerAction> out = new ArrayList<>();
  private long nowNanos;
  private long lastNumber;
  private long line;
  private PartitionMap map;

  /** The newest version known committed on this line. */
  private long committed;

  /** The version that gradients of tasks have to be of, where they have to be of one. */
  private long newest;

  /** Takes one event and returns what is to be done about it, in order. */
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
    event.message().to(voice);
  }

  @Override
  public void on(WorkerEvent.Connected event) {
    courier.up(event.lane());
  }

  @Override
  public void on(WorkerEvent.Lost event) {
    courier.lost(event.lane(), nowNanos, event.silentNanos());
    lists.lost(event.lane());
    for (WorkItem work : works) {
      LaneExchange leg = work.legs.get(event.lane());
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
      // A copy may serve a version that is only complete; the one before it is committed for sure.
      committed = Math.max(committed, event.version() - 1);
    }
    for (WorkItem work : works) {
      LaneExchange leg = work.legs.get(event.lane());
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
    } else if (!work.isReport()) { // of which a newer version may be pulled meanwhile
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
      say(new FromMember.Evaluated(evaluating.task.task(), evaluating.sum()));
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
        LaneExchange leg = work.legs.get(event.lane());
        if (leg != null) {
          leg.acked = true;
        }
      }
    }
  }

  @Override
  public void on(WorkerEvent.Refused event) {
    for (WorkItem work : List.copyOf(works)) {
      LaneExchange leg = work.legs.get(event.lane());
      if (leg != null && work.isMeant(leg, event.push(), event.id()) && leg.awaits(event.push())) {
        refused(work, leg, event);
      }
    }
  }

  @Override
  public void on(WorkerEvent.Tick event) {
    works.forEach(work -> work.legs.values().forEach(leg -> leg.waitsForTick = false));
    sayAll(dones.takeAll());
  }

  /**
   * A lane that is ahead of this worker's line will be followed by word from the master; one that
   * is behind is asked again at the next tick.
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

  /** The mini-batch is committed, by another's copy of the share or by a push whose ack is lost. */
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
      ToMember.Order order = work.order;
      over(work);
      say(new FromMember.ShareFailed(order.line(), order.version(), order.share(), block, failure));
    } else if (work.isStep()) {
      drop(work.task);
      say(new FromMember.TaskFailed(work.line, work.task.version, work.task.turn, block, failure));
    } else {
      evaluations.remove(work.evaluating);
      overAll(other -> other.evaluating == work.evaluating);
      say(new FromMember.Trouble(failure));
    }
  }

  /** Numbers work, lists and pulls. */
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

  /** Nothing of this work is needed any more. */
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

  /** What was done before is said before. */
  private void say(FromMember message) {
    sayAll(dones.takeAll());
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

  /** Compares what all work needs with what has been done, and does the rest. */
  private void reconcile() {
    courier.connect(map, nowNanos);
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
        courier.send(work);
      }
      pulling |= pulls && !waits; // a step that waits for its turn holds back none that is begun
      if (work.stage == WorkItem.Stage.PUSHING && work.hasAllAcks()) {
        done(work);
      }
    }
    overAll(work -> work.stage == WorkItem.Stage.DONE && isNoMoreNeeded(work));
    tasks.next(works).ifPresent(this::startStep);
    strides.news(works).ifPresent(this::say);
    if (dones.isDue() || isAllDone()) {
      sayAll(dones.takeAll());
    }
  }

  /**
   * Whether a step may be pulled for.
   *
   * @param pulling whether one before it is
   */
  private boolean mayPull(WorkItem step, boolean pulling) {
    return step.isReport() ? isPulled(step) : !pulling && strides.begin(step);
  }

  private boolean isAllDone() {
    for (WorkItem work : works) {
      if (work.stage != WorkItem.Stage.DONE) {
        return false;
      }
    }
    return true;
  }

  /** Of reports one is pulled for or computed: what the next is to be of is not known before. */
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

  /** A share is kept until its version is known committed; a step that is applied stays so. */
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
    ToMember.Order order = work.order;
    dones.add(
        new FromMember.ShareDone(
            order.line(),
            order.version(),
            order.share(),
            work.metrics.records(),
            work.computeNanos));
  }

  /** The master gives a share, perhaps not for the first time. */
  void ordered(ToMember.Order order) {
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

  /** Whether a share is a task's whose gradients are there; they are pushed then. */
  private boolean takesPlace(ToMember.Order order) {
    AssignedTask task = tasks.versioned(order.turn()).orElse(null);
    if (task == null) {
      return false;
    }
    tasks.drop(task); // it is a share from now on
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
    say(new FromMember.Reported(work.line, task.version, task.turn, work.pullVersion));
  }

  /** The master says which version gradients have to be of. */
  void newest(ToMember.Newest message) {
    if (message.line() == line) {
      learn(message.version());
    }
  }

  /**
   * Gradients of older versions are of no use any more. A computation that is overtaken is stopped,
   * and said to be as soon as it is, not before: one that hangs is to be found out.
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
   * A share is not this worker's to do any more: another one has finished it, or was given it. One
   * that is computed is pushed nevertheless, which costs nothing, and kept as any other is.
   */
  void cancelled(ToMember.Cancel message) {
    for (WorkItem work : List.copyOf(works)) {
      if (work.isShare(message.line(), message.version(), message.share())
          && work.stage != WorkItem.Stage.PUSHING
          && work.stage != WorkItem.Stage.DONE) {
        over(work);
      }
    }
  }

  /** The master gives tasks, perhaps not for the first time. */
  void assigned(ToMember.AssignTasks message) {
    if (map == null) {
      note("tasks before the first map ignored");
      return;
    }
    if (message.whole()) {
      strides.sayAgain();
    }
    tasks.missingIn(message).forEach(this::drop);
    if (message.pace() != null) {
      strides.paced(message.pace(), message.whole() && message.tasks().isEmpty());
      strides.news(works).ifPresent(this::say); // before what it may hold no more, since it is done
    }
    tasks.assigned(message).forEach(this::say);
    if (message.line() == line) {
      learn(message.model());
    }
    if (message.whole()) {
      works.stream().filter(work -> work.stage == WorkItem.Stage.REPORTED).forEach(this::report);
    }
  }

  /** The master says how far this worker may go. */
  void paced(ToMember.Pace message) {
    strides.paced(message);
  }

  private void drop(AssignedTask task) {
    tasks.drop(task);
    overAll(work -> work.task == task);
  }

  /** The master gives blocks to score, perhaps not for the first time. */
  void evaluate(ToMember.Evaluate task) {
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
      say(new FromMember.Evaluated(task.task(), evaluating.sum()));
    } else {
      evaluations.add(evaluating);
    }
  }

  /**
   * All shares of older lines are void. A step goes on, unless the job went back to a checkpoint
   * since: then what it was part of is void, too. A newer map of the same line only routes anew.
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

  /** Nothing that was given is wanted any more. */
  void dropAll() {
    overAll(work -> true);
    tasks.clear();
    evaluations.clear();
  }

  void act(WorkerAction action) {
    out.add(action);
  }
}
