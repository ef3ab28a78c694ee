package trainer.worker.routing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;

/** A key list and how it is cut over the lanes, for one piece of work after the other. */
public final class RoutedKeyList {
  /** In place of a number: it does not come again. */
  public static final long ONCE = 0;

  /**
   * What a lane holds for a key, and for a list, about: its row, and the keys of those that read.
   */
  private static final long BYTES_OF_A_KEY = 12;

  private static final long BYTES_OF_A_LIST = 256;

  final long number;
  final KeyList keys;
  private final long firstId;
  private final boolean training;
  private Map<LaneId, Route> byLane = Map.of();
  private LaneMap routedBy;
  private boolean busy;

  /**
   * @param number names the list to the caches of the lanes; see {@code WorkerEvent.Prepared}
   * @param firstId what it is called on connections, as long as the map does not change
   * @param training whether it is pushed to every copy; else lanes are told what is pulled
   */
  RoutedKeyList(long number, KeyList keys, long firstId, boolean training) {
    this.number = number;
    this.keys = keys;
    this.firstId = firstId;
    this.training = training;
  }

  long bytes() {
    return BYTES_OF_A_LIST + BYTES_OF_A_KEY * keys.keys().length;
  }

  /** The lanes of the map last routed by, in its order. */
  public Map<LaneId, Route> byLane() {
    return byLane;
  }

  boolean isBusy() {
    return busy;
  }

  /** Whether a piece of work has it: one at a time, so that pservers can tell its pulls apart. */
  void busy(boolean now) {
    busy = now;
  }

  /**
   * Cuts it by the map; parts that stay the same keep their numbers. Lanes are told their keys
   * again in any case: what they hold may have left and come back meanwhile.
   *
   * @param numbers gives numbers that no other list has
   * @param gone told the parts that lanes know and need no more
   */
  void cut(LaneMap map, LongSupplier numbers, BiConsumer<LaneId, Route.Part> gone) {
    if (map == routedBy) {
      byLane.keySet().forEach(this::lost);
      return;
    }
    routedBy = map;
    Map<LaneId, Route> before = byLane;
    byLane = new LinkedHashMap<>();
    for (LaneMap.Portion portion : map.portions()) {
      LaneId lane = portion.lane();
      byLane.put(lane, cut(portion, before.get(lane), before.isEmpty(), numbers));
    }
    before.forEach((lane, old) -> forget(lane, old, byLane.get(lane), gone));
    byLane.keySet().forEach(this::lost);
  }

  private Route cut(LaneMap.Portion portion, Route old, boolean isFirst, LongSupplier numbers) {
    LaneList served = LaneList.cut(keys, portion.served());
    LaneList list =
        training && portion.held() != portion.served()
            ? LaneList.cut(keys, portion.held())
            : served;
    boolean same = old != null && old.part().list.samePlaces(list);
    Route.Part part =
        same ? old.part() : new Route.Part(list, isFirst ? firstId : numbers.getAsLong());
    return new Route(part, new Route.Served(served, partitions(served, list)));
  }

  private long partitions(LaneList served, LaneList told) {
    if (served.samePlaces(told)) {
      return Partitions.ALL;
    }
    long partitions = 0;
    for (int place : served.places()) {
      partitions |= 1L << keys.partitions()[place];
    }
    return partitions;
  }

  private static void forget(
      LaneId lane, Route old, Route now, BiConsumer<LaneId, Route.Part> gone) {
    if (now == null || now.part() != old.part()) {
      gone.accept(lane, old.part());
    }
  }

  /** The lane is not to be thought to know anything of it. */
  void lost(LaneId lane) {
    Route route = byLane.get(lane);
    if (route != null) {
      route.part().listed = false;
    }
  }

  /** Whether the lane has been told any of it. */
  boolean isListed(LaneId lane) {
    Route route = byLane.get(lane);
    return route != null && route.part().listed;
  }
}
