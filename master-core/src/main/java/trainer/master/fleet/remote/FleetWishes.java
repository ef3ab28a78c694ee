package trainer.master.fleet.remote;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;

/**
 * What a leader wants of the cluster and has no answer to. It notes each action and each event. An
 * agent that is new to the leader learns all of it, and carries out what it has missed.
 */
public final class FleetWishes implements FleetAction.Handler {
  private final Map<Long, FleetAction.Ask> asks = new LinkedHashMap<>();
  private final Map<String, FleetAction.Launch> launches = new LinkedHashMap<>();
  private final Set<String> released = new TreeSet<>();
  private final Set<String> avoided = new TreeSet<>();

  /**
   * All that is wanted at a time.
   *
   * @param asks those without a grant
   * @param launches those without an answer
   * @param released containers given back that have not ended yet
   * @param avoided hosts on which nothing is granted
   */
  public record Open(
      List<FleetAction.Ask> asks,
      List<FleetAction.Launch> launches,
      Set<String> released,
      Set<String> avoided) {
    public Open {
      asks = List.copyOf(asks);
      launches = List.copyOf(launches);
      released = Set.copyOf(released);
      avoided = Set.copyOf(avoided);
    }
  }

  /** All that is wanted now. */
  public Open open() {
    return new Open(List.copyOf(asks.values()), List.copyOf(launches.values()), released, avoided);
  }

  /** Drops what the event answers. */
  public void onEvent(FleetEvent event) {
    if (event instanceof FleetEvent.Granted granted) {
      asks.remove(granted.ask());
    } else if (event instanceof FleetEvent.Launched launched) {
      launches.remove(launched.containerId());
    } else if (event instanceof FleetEvent.LaunchFailed failed) {
      launches.remove(failed.containerId());
    } else if (event instanceof FleetEvent.Completed completed) {
      launches.remove(completed.containerId());
      released.remove(completed.containerId());
    }
  }

  @Override
  public void on(FleetAction.Ask action) {
    asks.put(action.ask(), action);
  }

  @Override
  public void on(FleetAction.CancelAsk action) {
    asks.remove(action.ask());
  }

  @Override
  public void on(FleetAction.Launch action) {
    launches.put(action.containerId(), action);
  }

  @Override
  public void on(FleetAction.Release action) {
    launches.remove(action.containerId()); // else an agent could launch after the release
    released.add(action.containerId());
  }

  @Override
  public void on(FleetAction.Avoid action) {
    avoided.addAll(action.more());
    avoided.removeAll(action.fewer());
  }
}
