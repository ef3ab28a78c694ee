package trainer.master.job;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.master.fleet.FleetAction;
import trainer.master.session.Action;

/** The cluster's side of a driven job: what is asked for and not granted, and what was launched. */
final class Asked {
  private final Map<Long, FleetAction.Ask> open = new LinkedHashMap<>();
  private final Map<String, FleetAction.Launch> launched = new HashMap<>();

  void take(List<Action> actions) {
    for (Action action : actions) {
      if (action instanceof Action.OfFleet of) {
        take(of.action());
      }
    }
  }

  private void take(FleetAction action) {
    if (action instanceof FleetAction.Ask ask) {
      open.put(ask.ask(), ask);
    } else if (action instanceof FleetAction.CancelAsk cancel) {
      open.remove(cancel.ask());
    } else if (action instanceof FleetAction.Launch launch) {
      launched.put(launch.containerId(), launch);
    }
  }

  boolean isNothing() {
    return open.isEmpty();
  }

  /** Takes at most so many of the open asks, the oldest first. */
  List<FleetAction.Ask> next(int most) {
    List<FleetAction.Ask> next = open.values().stream().limit(most).toList();
    next.forEach(ask -> open.remove(ask.ask()));
    return next;
  }

  /** What was launched in a container. */
  FleetAction.Launch launch(String container) {
    return launched.get(container);
  }
}
