package trainer.worker.work;

import java.util.function.Consumer;
import trainer.core.math.RepeatedSums;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.table.PartitionMap;
import trainer.worker.routing.LaneExchange;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.Route;

/**
 * What goes out to the lanes: the key list, the pull and the push of a piece of work, each once a
 * connection, and again over the next one as long as it is not answered.
 */
final class LaneSender {
  private final LaneConnections links = new LaneConnections();
  private final Consumer<WorkerAction> out;

  LaneSender(Consumer<WorkerAction> out) {
    this.out = out;
  }

  void up(LaneId lane) {
    links.up(lane);
  }

  /**
   * The connection broke, or could not be made: the master is told when that has been so for long,
   * each time anew.
   */
  void lost(LaneId lane, long now, long silentNanos) {
    if (links.lost(lane, now, silentNanos)) {
      out.accept(new WorkerAction.Say(new FromMember.Unreachable(lane.pserver().incarnation())));
    }
  }

  /** Asks for the connections the map wants. */
  void connect(PartitionMap map, long now) {
    links.reconcile(map, now, out);
  }

  /** Sends what the work needs and has not been sent. */
  void send(WorkItem work) {
    work.legs.forEach((lane, leg) -> send(work, lane, leg));
  }

  private void send(WorkItem work, LaneId lane, LaneExchange leg) {
    if (!links.isUp(lane) || leg.waitsForTick) {
      return;
    }
    boolean pull = work.stage == WorkItem.Stage.PULLING && !leg.pulled && leg.values == null;
    boolean push = work.stage == WorkItem.Stage.PUSHING && !leg.pushed && !leg.acked;
    if (pull || push) {
      sendKeys(work, lane, leg.route().part());
    }
    if (pull) {
      leg.pulled = true;
      out.accept(pull(work, lane, leg));
    }
    if (push) {
      leg.pushed = true;
      out.accept(push(work, lane, leg));
    }
  }

  /** What is going to be pushed is named with the pull, so that its rows are found meanwhile. */
  private void sendKeys(WorkItem work, LaneId lane, Route.Part part) {
    if (!part.listed) {
      part.listed = true;
      part.equal = new RepeatedSums();
      out.accept(
          new WorkerAction.SendKeys(lane, work.id, part.id, work.isTraining(), part.list.keys()));
    }
  }

  private static WorkerAction pull(WorkItem work, LaneId lane, LaneExchange leg) {
    Route route = leg.route();
    return new WorkerAction.SendPull(
        lane,
        work.id,
        leg.request(),
        work.line,
        work.pullVersion,
        route.part().id,
        route.served().partitions());
  }

  private static WorkerAction push(WorkItem work, LaneId lane, LaneExchange leg) {
    Route.Part part = leg.route().part();
    if (work.isStep()) {
      return new WorkerAction.SendPush(
          lane,
          work.id,
          work.line,
          work.task.version,
          work.update,
          WorkerAction.SendPush.UPDATE,
          work.metrics,
          part.id,
          part.list,
          part.equal,
          work.sums);
    }
    ToMember.Order order = work.order;
    return new WorkerAction.SendPush(
        lane,
        work.id,
        order.line(),
        order.version(),
        order.share(),
        order.shares(),
        work.metrics,
        part.id,
        part.list,
        part.equal,
        work.sums);
  }

  /** A lane may forget a list. */
  void drop(LaneId lane, long list) {
    if (links.isUp(lane)) {
      out.accept(new WorkerAction.SendDrop(lane, list));
    }
  }
}
