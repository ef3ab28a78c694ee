package trainer.worker.work;

import java.util.function.Consumer;
import trainer.core.math.RepeatedSums;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.core.table.PartitionMap;
import trainer.worker.routing.LaneExchange;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.Route;

/**
 * The sender of key lists, pulls and pushes of a work item to the lanes. It sends each once a
 * connection, and again over the next connection as long as it is unanswered.
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
   * Notes that a connection broke or could not be made. The master receives a report when the lane
   * has been down for long, and again after each later failure.
   */
  void lost(LaneId lane, long now, long silentNanos) {
    if (links.lost(lane, now, silentNanos)) {
      out.accept(new WorkerAction.Say(new FromWorker.Unreachable(lane.pserver().incarnation())));
    }
  }

  /** Reconciles the connections with the map. */
  void connect(PartitionMap map, long now) {
    links.reconcile(map, now, out);
  }

  /** Sends all messages that the work item needs and that have not been sent. */
  void send(WorkItem work) {
    work.exchanges.forEach((lane, leg) -> send(work, lane, leg));
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

  /**
   * Sends the list of keys to be pushed with the pull, so that the lane finds their rows meanwhile.
   */
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
    ToWorker.Order order = work.order;
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

  /** Lets a lane forget a list. */
  void drop(LaneId lane, long list) {
    if (links.isUp(lane)) {
      out.accept(new WorkerAction.SendDrop(lane, list));
    }
  }
}
