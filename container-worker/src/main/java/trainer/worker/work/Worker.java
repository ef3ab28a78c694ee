package trainer.worker.work;

import java.util.List;
import trainer.core.message.TimeSpent;
import trainer.worker.api.WorkerAction;
import trainer.worker.api.WorkerEvent;
import trainer.worker.task.AssignedTasks;
import trainer.worker.task.PhaseClock;

/**
 * The worker's state machine: events in, actions out. It holds a few work items at a time and
 * drives each by its missing steps:
 *
 * <ol>
 *   <li>blocks prepared;
 *   <li>keys and pull sent to every lane, all values received;
 *   <li>computed;
 *   <li>pushed to every lane, all acknowledged.
 * </ol>
 *
 * <p>Every event ends in one reconciliation of all work, so a reconnect, a new map and a late
 * answer take the same code path.
 *
 * <p>The rules of the commit protocol at the worker, and where they are:
 *
 * <ul>
 *   <li>A share pulls from and pushes to every lane of every pserver, even without keys ({@link
 *       LaneSender}).
 *   <li>The oldest version is computed first; an order ahead that waits for its values blocks
 *       nothing ({@link WorkItems}).
 *   <li>The sums of a share are kept until its version is known to be committed or its line is void
 *       ({@link OrderedShare}).
 *   <li>Orders of a lower term or of another line are ignored ({@link MasterMessageHandler}, {@link
 *       CurrentLine}).
 * </ul>
 *
 * <p>Takes one event at a time, on any thread.
 */
public final class Worker implements WorkerEvent.Handler {
  private final WorkerOutbox out = new WorkerOutbox();
  private final CurrentLine line = new CurrentLine();
  private final LaneSender sender = new LaneSender(out);
  private final WorkItems items = new WorkItems(out, sender::drop);
  private final TaskSteps steps;
  private final ScoringTasks scoring = new ScoringTasks(items, line, out);
  private final MeasuringTasks measuring = new MeasuringTasks(out);
  private final LaneEventHandler lanes = new LaneEventHandler(items, line, sender, out);
  private final MasterMessageHandler messages;
  private final PhaseClock phases = new PhaseClock();
  private long nowNanos;

  public Worker() {
    AssignedTasks tasks = new AssignedTasks();
    VersionedSteps versioned = new VersionedSteps(items, tasks, line, out);
    ShareOrders shares = new ShareOrders(items, line, versioned, out);
    LineChange change = new LineChange(items, line, tasks, versioned, scoring);
    this.steps = new TaskSteps(items, tasks, line, versioned, out);
    this.messages =
        new MasterMessageHandler(change, shares, steps, versioned, scoring, measuring, out);
  }

  /** Takes one event and returns the resulting actions, in order. */
  public List<WorkerAction> step(WorkerEvent event, long now) {
    nowNanos = now;
    event.to(this);
    reconcile();
    phases.enter(items.spentOn(), now);
    return out.takeAll();
  }

  /** Where its time until now has gone. */
  public TimeSpent spent(long now) {
    return phases.spent(now);
  }

  @Override
  public void on(WorkerEvent.MasterMessage event) {
    event.message().to(messages);
  }

  @Override
  public void on(WorkerEvent.Connected event) {
    lanes.on(event);
  }

  @Override
  public void on(WorkerEvent.Lost event) {
    lanes.on(event, nowNanos);
  }

  @Override
  public void on(WorkerEvent.Values event) {
    lanes.on(event);
  }

  @Override
  public void on(WorkerEvent.Acked event) {
    lanes.on(event);
  }

  @Override
  public void on(WorkerEvent.Refused event) {
    lanes.on(event);
  }

  @Override
  public void on(WorkerEvent.Prepared event) {
    items.onPrepared(event);
  }

  @Override
  public void on(WorkerEvent.Retired event) {
    items.onRetired(event.list());
  }

  @Override
  public void on(WorkerEvent.Computed event) {
    if (items.find(event.work()) instanceof TrainingItem item) {
      item.onComputed(event, nowNanos);
    }
  }

  @Override
  public void on(WorkerEvent.Stopped event) {
    if (items.find(event.work()) instanceof VersionedStep step) {
      step.onStopped();
    }
  }

  @Override
  public void on(WorkerEvent.Scored event) {
    if (items.find(event.work()) instanceof ScoringPiece piece) {
      piece.onScored(event.evaluation());
    }
  }

  @Override
  public void on(WorkerEvent.Measured event) {
    measuring.onMeasured(event.task(), event.moments());
  }

  @Override
  public void on(WorkerEvent.NotMeasured event) {
    measuring.onFailed(event.task(), event.failure());
  }

  @Override
  public void on(WorkerEvent.Failed event) {
    WorkItem item = items.find(event.work());
    if (item != null) {
      item.onFailed(event.block(), event.failure());
    }
  }

  @Override
  public void on(WorkerEvent.Tick event) {
    items.onTick();
    out.flush();
  }

  /** Compares the needs of all work with its progress, and acts on the difference. */
  private void reconcile() {
    sender.reconcile(line.map(), nowNanos);
    scoring.startPieces();
    computeNext();
    exchange();
    items.endAll(item -> item instanceof PushedItem pushed && pushed.isOver(line.committed()));
    steps.startNext();
    steps.sendProgress();
    if (out.isDue() || items.areAllDone()) {
      out.flush();
    }
  }

  /** Computes the first item whose values are there, unless one is being computed. */
  private void computeNext() {
    WorkItem next = null;
    for (WorkItem item : items.all()) {
      if (item.is(WorkItem.Stage.COMPUTING)) {
        return;
      }
      if (next == null && item.isReady()) {
        next = item;
      }
    }
    if (next != null) {
      out.add(next.startCompute(nowNanos));
    }
  }

  /** Sends the pulls and pushes that are missing, and finishes items that all lanes have. */
  private void exchange() {
    boolean stepPulls = false;
    for (WorkItem item : items.all()) {
      if (item.is(WorkItem.Stage.PULLING)) {
        boolean isStep = item instanceof TaskStep;
        if (!isStep || ((TaskStep) item).mayPull(stepPulls)) {
          sender.sendPulls(item);
          stepPulls |= isStep; // a step held back by its pace blocks no step that has begun
        }
      } else if (item instanceof PushedItem pushed && item.is(WorkItem.Stage.PUSHING)) {
        push(pushed);
      }
    }
  }

  private void push(PushedItem item) {
    sender.sendPushes(item);
    if (item.exchanges().areAllAcknowledged()) {
      items.release(item);
      item.onAcknowledged();
      phases.finish();
    }
  }
}
