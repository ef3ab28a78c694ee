package trainer.it.simulation.process;

import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.message.Metrics;
import trainer.core.table.KeyList;
import trainer.it.simulation.scenario.FakeModel;
import trainer.pserver.protocol.Gradients;
import trainer.pserver.protocol.Push;
import trainer.pserver.protocol.Refusal;
import trainer.pserver.protocol.Update;
import trainer.worker.api.PushTarget;
import trainer.worker.api.WorkerAction;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.KeyListLayout;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.LaneList;

/** The messages of a worker and a lane on a bulk connection. */
public final class LaneMessages {
  private LaneMessages() {}

  /** From a worker. */
  public sealed interface ToLane {}

  public record Keys(long list, boolean train, KeyList keys) implements ToLane {
    public static Keys of(WorkerAction.SendKeys action) {
      return new Keys(action.list(), action.train(), action.keys());
    }
  }

  public record Drop(long list) implements ToLane {}

  public record Pull(long request, Line line, long version, long list, long partitions)
      implements ToLane {
    public static Pull of(WorkerAction.SendPull action) {
      return new Pull(
          action.request(),
          new Line(action.line()),
          action.version(),
          action.list(),
          action.partitions());
    }
  }

  public record Shove(Gradients header, long list, long[] sums) implements ToLane {
    /** A push with the part of the sums that is the lane's. */
    public static Shove of(WorkerAction.SendPush action, KeyList keys, Incarnation incarnation) {
      KeyListLayout layout = FakeModel.layout(keys);
      LaneList list = action.keys().list();
      long[] part = new long[layout.size(list)];
      layout.gather(list, action.gradients().sums(), part);
      PushTarget target = action.target();
      Metrics metrics = action.gradients().metrics();
      Gradients header =
          target.isUpdate()
              ? new Update(
                  target.line(),
                  target.version(),
                  incarnation.number(),
                  target.number(),
                  metrics.weight().toDouble())
              : new Push(
                  target.line(), target.version(), target.number(), target.shares(), metrics);
      return new Shove(header, action.keys().id(), part);
    }
  }

  /** From a lane. */
  public sealed interface FromLane {
    /** The event of the worker's core. */
    WorkerEvent event(LaneId lane);
  }

  public record Values(long request, Line line, long version, float[] values) implements FromLane {
    @Override
    public WorkerEvent event(LaneId lane) {
      return new WorkerEvent.Values(lane, request, line.number(), version, values);
    }
  }

  public record Ack(Gradients header) implements FromLane {
    @Override
    public WorkerEvent event(LaneId lane) {
      return new WorkerEvent.Acked(lane, header.line(), header.version(), header.number());
    }
  }

  public record PullRefused(long request, Refusal refusal) implements FromLane {
    @Override
    public WorkerEvent event(LaneId lane) {
      return refused(lane, false, request, refusal, why(refusal.reason()));
    }
  }

  public record PushRefused(Gradients header, Refusal refusal) implements FromLane {
    @Override
    public WorkerEvent event(LaneId lane) {
      return refused(lane, true, header.number(), refusal, why(refusal.reason()));
    }
  }

  /** A pull, or a push, names a list that is not known (any more). */
  record ListUnknown(boolean push, long id, Refusal where) implements FromLane {
    @Override
    public WorkerEvent event(LaneId lane) {
      return refused(lane, push, id, where, WorkerEvent.Reason.UNKNOWN_LIST);
    }
  }

  private static WorkerEvent refused(
      LaneId lane, boolean push, long id, Refusal where, WorkerEvent.Reason why) {
    return new WorkerEvent.Refused(
        lane, push, id, where.term(), where.line(), where.committed(), why);
  }

  private static WorkerEvent.Reason why(Refusal.Reason reason) {
    return switch (reason) {
      case OLD_LINE -> WorkerEvent.Reason.OTHER_LINE;
      case OLD_VERSION, TOO_FAR_AHEAD -> WorkerEvent.Reason.OTHER_VERSION;
      case SHARES_DIFFER -> WorkerEvent.Reason.BAD_CONTENT;
      case NOT_FOLLOWING, TOO_MANY_PARKED, NO_ROOM -> WorkerEvent.Reason.NOT_SERVING;
    };
  }
}
