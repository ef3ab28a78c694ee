package trainer.worker.routing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * The exchanges of one work item, one with each lane of the map, and the routed key list by which
 * they are made. There are none before the keys are known.
 */
public final class LaneExchanges {
  private final Map<LaneId, LaneExchange> byLane = new LinkedHashMap<>();

  /** The routed keys of the item; null before they are known and after they are released. */
  private RoutedKeyList keys;

  /**
   * Opens an exchange with each lane.
   *
   * @param request the number of the first pull on every lane
   */
  public void open(RoutedKeyList routed, long request) {
    keys = routed;
    keys.byLane().forEach((lane, route) -> byLane.put(lane, new LaneExchange(route, request)));
  }

  /**
   * Follows the present routes of the keys. An exchange whose list part stays the same continues. A
   * pull sent for another route is not accepted as the answer for this one.
   *
   * @param numbers gives numbers that no other pull has
   */
  public void reroute(LongSupplier numbers) {
    if (keys == null) {
      return;
    }
    Map<LaneId, LaneExchange> before = new LinkedHashMap<>(byLane);
    byLane.clear();
    keys.byLane()
        .forEach(
            (lane, route) -> {
              long request = numbers.getAsLong();
              LaneExchange exchange = before.get(lane);
              if (exchange != null && exchange.route().part() == route.part()) {
                exchange.reroute(route, request);
              } else {
                exchange = new LaneExchange(route, request);
              }
              byLane.put(lane, exchange);
            });
  }

  /** Gives the keys back to their owner, if they have been taken and not been released. */
  public void release(KeyLists lists) {
    if (keys != null) {
      lists.release(keys);
      keys = null;
    }
  }

  /** The exchange with a lane; null if the item has none with it. */
  public LaneExchange get(LaneId lane) {
    return byLane.get(lane);
  }

  public void forEach(BiConsumer<LaneId, LaneExchange> each) {
    byLane.forEach(each);
  }

  /** Marks all unanswered messages to be sent again. */
  public void resendUnanswered() {
    byLane.values().forEach(LaneExchange::resendUnanswered);
  }

  /** Voids all pulls and values, because another version is to be pulled. */
  public void restart() {
    byLane.values().forEach(LaneExchange::restart);
  }

  public void onTick() {
    byLane.values().forEach(LaneExchange::onTick);
  }

  /** Whether every lane has answered the pull. */
  public boolean haveAllValues() {
    for (LaneExchange exchange : byLane.values()) {
      if (!exchange.hasValues()) {
        return false;
      }
    }
    return true;
  }

  /** Whether every lane has acknowledged the push. */
  public boolean areAllAcknowledged() {
    for (LaneExchange exchange : byLane.values()) {
      if (!exchange.isAcknowledged()) {
        return false;
      }
    }
    return true;
  }

  /** Takes the values of all lanes; the exchanges release them. */
  public List<LaneValues> takeValues() {
    List<LaneValues> all = new ArrayList<>(byLane.size());
    for (Map.Entry<LaneId, LaneExchange> entry : byLane.entrySet()) {
      LaneExchange exchange = entry.getValue();
      int[] places = exchange.route().served().list().places();
      all.add(new LaneValues(entry.getKey(), places, exchange.takeValues()));
    }
    return all;
  }
}
