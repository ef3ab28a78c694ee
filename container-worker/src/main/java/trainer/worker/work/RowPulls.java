package trainer.worker.work;

import java.util.List;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.table.PartitionMap;
import trainer.worker.api.WorkerAction;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.LaneValues;

/**
 * The pulls of a worker that scores with a model on pservers: a state machine, events in and
 * actions out. A pull begins with {@link WorkerEvent.Prepared}, whose number is {@link
 * #nextNumber}, and ends with {@link WorkerAction.Score} and {@link WorkerAction.Forget}.
 *
 * <p>The rows never change, so pulls survive everything: they continue over the next connection,
 * under the next line, and by the next map.
 *
 * <p>Takes one event at a time, on any thread.
 */
public final class RowPulls {
  /** One pull. It ends when all values are there. */
  static final class Pull extends WorkItem {
    private final WorkItems items;
    private final WorkerOutbox out;

    private Pull(long id, CurrentLine line, WorkItems items, WorkerOutbox out) {
      super(id, line.number(), line.committed());
      this.items = items;
      this.out = out;
    }

    @Override
    int phase() {
      return WorkerAction.SCORING;
    }

    @Override
    WorkerAction compute(List<LaneValues> values) {
      return new WorkerAction.Score(id(), values);
    }

    @Override
    void onFailed(int block, Failure failure) {
      items.end(this);
      out.send(new FromMember.MemberFailure(failure));
    }

    @Override
    void onOvertaken(long committed, LaneId lane) {
      String what = "a pserver has version " + committed + " of a model that does not change";
      onFailed(-1, new Failure(FailureKind.UNEXPECTED, what, lane.toString(), "report this"));
    }

    @Override
    public String toString() {
      return "pull " + id();
    }
  }

  private final WorkerOutbox out = new WorkerOutbox();
  private final CurrentLine line = new CurrentLine();
  private final LaneSender sender = new LaneSender(out);
  private final WorkItems items = new WorkItems(out, sender::drop);
  private final LaneEventHandler lanes = new LaneEventHandler(items, line, sender, out);
  private long term;

  /** The number of the next pull. */
  public long nextNumber() {
    return items.nextNumber();
  }

  /** Takes the line and the map of a master that greets this worker. */
  public List<WorkerAction> step(ToMember.Welcome message, long now) {
    enter(message.term().number(), message.line().number(), message.base().number(), message.map());
    return actions(now);
  }

  /** Takes a line and a map. */
  public List<WorkerAction> step(ToMember.NewLine message, long now) {
    enter(message.term().number(), message.line().number(), message.base().number(), message.map());
    return actions(now);
  }

  private void enter(long ofTerm, long newLine, long base, PartitionMap map) {
    if (ofTerm < term || !line.isOlderThan(newLine, map)) {
      return;
    }
    term = ofTerm;
    if (newLine > line.number()) {
      items.all().forEach(item -> item.continueOn(newLine));
      line.begin(newLine, base);
    }
    line.enter(map);
    if (map != null) {
      items.route(map);
    }
  }

  /** Begins a pull. The worker has tasks, and so there is a map. */
  public List<WorkerAction> step(WorkerEvent.Prepared event, long now) {
    items.startPrepared(new Pull(event.work(), line, items, out), event);
    return actions(now);
  }

  /** Takes an event of a lane, or a tick; no other kind belongs here. */
  public List<WorkerAction> step(WorkerEvent event, long now) {
    if (event instanceof WorkerEvent.Connected connected) {
      lanes.on(connected);
    } else if (event instanceof WorkerEvent.Lost lost) {
      lanes.on(lost, now);
    } else if (event instanceof WorkerEvent.Values values) {
      lanes.on(values);
    } else if (event instanceof WorkerEvent.Refused refused) {
      lanes.on(refused);
    } else if (event instanceof WorkerEvent.Tick) {
      items.onTick();
    } else {
      throw new IllegalArgumentException("an event of training: " + event);
    }
    return actions(now);
  }

  private List<WorkerAction> actions(long now) {
    sender.reconcile(line.map(), now);
    for (WorkItem item : items.copy()) {
      if (item.isReady()) {
        out.add(item.startCompute(now));
        items.end(item);
      } else {
        sender.sendPulls(item);
      }
    }
    return out.takeAll();
  }
}
