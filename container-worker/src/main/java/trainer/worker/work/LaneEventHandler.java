package trainer.worker.work;

import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneExchange;

/** The handler of events of the lanes: each belongs to the exchange of one work item. */
final class LaneEventHandler {
  private final WorkItems items;
  private final CurrentLine line;
  private final LaneSender sender;
  private final WorkerOutbox out;

  LaneEventHandler(WorkItems items, CurrentLine line, LaneSender sender, WorkerOutbox out) {
    this.items = items;
    this.line = line;
    this.sender = sender;
    this.out = out;
  }

  void on(WorkerEvent.Connected event) {
    sender.onConnected(event.lane());
  }

  void on(WorkerEvent.Lost event, long nowNanos) {
    sender.onLost(event.lane(), nowNanos, event.silentNanos());
    items.onLaneLost(event.lane());
  }

  void on(WorkerEvent.Values event) {
    if (event.line() == line.number()) {
      // A replica may serve a version that is only complete; the one before it is committed for
      // sure.
      line.onCommitted(event.version() - 1);
    }
    for (WorkItem item : items.all()) {
      LaneExchange exchange = item.exchanges().get(event.lane());
      if (exchange != null && exchange.request() == event.request()) {
        onValues(item, exchange, event);
        return;
      }
    }
  }

  private void onValues(WorkItem item, LaneExchange exchange, WorkerEvent.Values event) {
    if (!item.is(WorkItem.Stage.PULLING)) {
      return;
    }
    if (item.awaitsValues(event)) {
      exchange.onValues(event.values());
    } else if (!(item instanceof VersionedStep)) { // that may pull a newer version meanwhile
      out.note("values of another version than " + item.pullVersion() + " from " + event.lane());
      exchange.pullAtNextTick();
    }
  }

  void on(WorkerEvent.Acked event) {
    for (WorkItem item : items.all()) {
      if (item instanceof PushedItem pushed
          && pushed.isPushedAs(event.line(), event.version(), event.share())) {
        LaneExchange exchange = item.exchanges().get(event.lane());
        if (exchange != null) {
          exchange.onAcknowledged();
        }
      }
    }
  }

  void on(WorkerEvent.Refused event) {
    for (WorkItem item : items.copy()) {
      LaneExchange exchange = item.exchanges().get(event.lane());
      if (exchange != null && isAbout(item, exchange, event) && exchange.awaits(event.push())) {
        onRefused(item, exchange, event);
      }
    }
  }

  private static boolean isAbout(WorkItem item, LaneExchange exchange, WorkerEvent.Refused event) {
    return event.push()
        ? item instanceof PushedItem pushed && pushed.hasPushNumber(event.id())
        : exchange.request() == event.id();
  }

  /**
   * Handles a refusal. If the lane is ahead of this worker's line, a message of the master will
   * follow. If the lane is behind, the worker retries at the next tick.
   */
  private void onRefused(WorkItem item, LaneExchange exchange, WorkerEvent.Refused event) {
    out.note(event.lane() + " refuses work " + item.id() + ": " + event.reason());
    if (event.reason() == WorkerEvent.Reason.BAD_CONTENT) {
      String what = "a lane cannot read what this worker sent for " + item;
      item.onFailed(-1, new Failure(FailureKind.UNEXPECTED, what, event.lane().toString(), ""));
    } else if (event.line() == item.line() && event.committed() > item.pullVersion()) {
      item.onOvertaken(event.committed(), event.lane());
    } else if (event.line() <= item.line()) {
      boolean unknown = event.reason() == WorkerEvent.Reason.UNKNOWN_LIST;
      if (unknown) {
        items.onEvicted(event.lane());
      }
      exchange.onRefused(event.push(), unknown);
    }
  }
}
