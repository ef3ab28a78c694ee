package trainer.worker.routing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;

/**
 * A key list and its division over the lanes. It serves one work item at a time, and may serve
 * several in turn.
 */
public final class RoutedKeyList {
  /** The number of a list that is not used again. */
  public static final long ONCE = 0;

  /**
   * The approximate memory of a lane for a key, and for a list: its row, and the keys of reading
   * lists.
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
   * @param number the number of the list in the caches of the lanes; see {@code
   *     WorkerEvent.Prepared}
   * @param firstId its id on connections until the map changes
   * @param training whether it is pushed to every replica; else lanes receive only the pulled part
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

  /** Whether sums are pushed for its keys; else they are only read. */
  public boolean isTraining() {
    return training;
  }

  /** The lanes of the map last routed by, in its order. */
  Map<LaneId, Route> byLane() {
    return byLane;
  }

  boolean isBusy() {
    return busy;
  }

  /**
   * Sets whether a work item uses the list. Only one may at a time, so that pservers can
   * distinguish its pulls.
   */
  void setBusy(boolean now) {
    busy = now;
  }

  /**
   * Divides the list by the map; parts that stay the same keep their ids. Their keys are sent again
   * in any case, because partitions of a lane may have left and returned meanwhile.
   *
   * @param numbers gives numbers that no other list has
   * @param unused takes the parts that lanes have and no longer need
   */
  void route(LaneMap map, LongSupplier numbers, BiConsumer<LaneId, Route.Part> unused) {
    if (map == routedBy) {
      byLane.keySet().forEach(this::onLaneLost);
      return;
    }
    routedBy = map;
    Map<LaneId, Route> before = byLane;
    byLane = new LinkedHashMap<>();
    for (LaneMap.Portion portion : map.portions()) {
      LaneId lane = portion.lane();
      byLane.put(lane, cut(portion, before.get(lane), before.isEmpty(), numbers));
    }
    before.forEach((lane, old) -> drop(lane, old, byLane.get(lane), unused));
    byLane.keySet().forEach(this::onLaneLost);
  }

  private Route cut(LaneMap.Portion portion, Route old, boolean isFirst, LongSupplier numbers) {
    LaneList served = LaneList.cut(keys, portion.served());
    LaneList list =
        training && portion.held() != portion.served()
            ? LaneList.cut(keys, portion.held())
            : served;
    boolean same = old != null && old.part().list().samePlaces(list);
    Route.Part part =
        same ? old.part() : new Route.Part(list, isFirst ? firstId : numbers.getAsLong());
    return new Route(part, new Route.Served(served, partitions(served, list)));
  }

  private long partitions(LaneList served, LaneList sent) {
    if (served.samePlaces(sent)) {
      return Partitions.ALL;
    }
    long partitions = 0;
    for (int place : served.places()) {
      partitions |= 1L << keys.partitions()[place];
    }
    return partitions;
  }

  private static void drop(
      LaneId lane, Route old, Route now, BiConsumer<LaneId, Route.Part> unused) {
    if (now == null || now.part() != old.part()) {
      unused.accept(lane, old.part());
    }
  }

  /** Assumes that the lane has no part of the list. */
  void onLaneLost(LaneId lane) {
    Route route = byLane.get(lane);
    if (route != null) {
      route.part().onLost();
    }
  }

  /** Whether a part of the list was sent to the lane. */
  boolean isSentTo(LaneId lane) {
    Route route = byLane.get(lane);
    return route != null && route.part().isSent();
  }
}
