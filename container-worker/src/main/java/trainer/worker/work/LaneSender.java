package trainer.worker.work;

import trainer.core.message.FromWorker;
import trainer.core.table.PartitionMap;
import trainer.worker.api.WorkerAction;
import trainer.worker.routing.LaneExchange;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.Route;
import trainer.worker.routing.SentList;

/**
 * The sender of key lists, pulls and pushes of a work item to the lanes. It sends each once a
 * connection, and again over the next connection as long as it is unanswered.
 */
final class LaneSender {
  private final LaneConnections connections = new LaneConnections();
  private final WorkerOutbox out;

  LaneSender(WorkerOutbox out) {
    this.out = out;
  }

  void onConnected(LaneId lane) {
    connections.onConnected(lane);
  }

  /**
   * Notes that a connection broke or could not be made. The master receives a report when the lane
   * has been down for long, and again after each later failure.
   */
  void onLost(LaneId lane, long now, long silentNanos) {
    if (connections.onLost(lane, now, silentNanos)) {
      out.add(
          new WorkerAction.SendToMaster(new FromWorker.Unreachable(lane.pserver().incarnation())));
    }
  }

  /** Reconciles the connections with the map. */
  void reconcile(PartitionMap map, long now) {
    connections.reconcile(map, now, out);
  }

  /** Sends the pulls of an item that is pulling, as far as they have not been sent. */
  void sendPulls(WorkItem item) {
    item.exchanges()
        .forEach(
            (lane, exchange) -> {
              if (exchange.needsPull() && connections.isUp(lane)) {
                sendKeys(item, lane, exchange.route().part());
                exchange.onPullSent();
                out.add(pull(item, lane, exchange));
              }
            });
  }

  /** Sends the pushes of an item that is pushing, as far as they have not been sent. */
  void sendPushes(PushedItem item) {
    item.exchanges()
        .forEach(
            (lane, exchange) -> {
              if (exchange.needsPush() && connections.isUp(lane)) {
                Route.Part part = exchange.route().part();
                sendKeys(item, lane, part);
                exchange.onPushSent();
                out.add(item.pushTo(lane, part.sent()));
              }
            });
  }

  /**
   * Sends the list of keys to be pushed with the pull, so that the lane finds their rows meanwhile.
   */
  private void sendKeys(WorkItem item, LaneId lane, Route.Part part) {
    if (!part.isSent()) {
      boolean train = item instanceof TrainingItem;
      SentList sent = part.send();
      out.add(new WorkerAction.SendKeys(lane, item.id(), sent.id(), train, sent.list().keys()));
    }
  }

  private static WorkerAction pull(WorkItem item, LaneId lane, LaneExchange exchange) {
    Route route = exchange.route();
    return new WorkerAction.SendPull(
        lane,
        item.id(),
        exchange.request(),
        item.line(),
        item.pullVersion(),
        route.part().sent().id(),
        route.served().partitions());
  }

  /** Lets a lane forget a list. */
  void drop(LaneId lane, long list) {
    if (connections.isUp(lane)) {
      out.add(new WorkerAction.SendDrop(lane, list));
    }
  }
}
