package trainer.worker.routing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import trainer.core.table.KeyList;
import trainer.core.table.PartitionMap;

/**
 * The key lists of work items, including lists that are kept for later ones. A share of the same
 * blocks has the same keys in every pass, so a list is sent to a lane only once.
 *
 * <p>A lane evicts lists when it lacks room, and refuses a request for one as unknown. The budget
 * of kept lists is then lowered below the size sent to that lane. A list beyond the budget, or one
 * that is not used again, is dropped as soon as its work item ends.
 */
public final class KeyLists {
  private static final double LESS = 0.75;

  private final LongSupplier numbers;
  private final BiConsumer<LaneId, Long> drop;
  private final Set<RoutedKeyList> all = new LinkedHashSet<>();
  private final Map<Long, RoutedKeyList> kept = new HashMap<>();
  private LaneMap map;
  private long bytes;
  private long budget = Long.MAX_VALUE;

  /**
   * @param numbers gives numbers that no other list has
   * @param drop lets a lane forget a list
   */
  public KeyLists(LongSupplier numbers, BiConsumer<LaneId, Long> drop) {
    this.numbers = numbers;
    this.drop = drop;
  }

  /** The list for a work item, which releases it by {@link #release}. */
  public RoutedKeyList take(long number, KeyList keys, long work) {
    return take(number, keys, work, true);
  }

  /** The list for a work item that only reads. */
  public RoutedKeyList takeToRead(long number, KeyList keys, long work) {
    return take(number, keys, work, false);
  }

  private RoutedKeyList take(long number, KeyList keys, long work, boolean isTraining) {
    RoutedKeyList known = kept.get(number);
    boolean isNew = known == null || known.isBusy();
    RoutedKeyList routes = isNew ? add(new RoutedKeyList(number, keys, work, isTraining)) : known;
    routes.setBusy(true);
    return routes;
  }

  private RoutedKeyList add(RoutedKeyList routes) {
    routes.route(map, numbers, this::dropPart);
    all.add(routes);
    bytes += routes.bytes();
    if (routes.number != RoutedKeyList.ONCE) {
      kept.putIfAbsent(routes.number, routes);
    }
    return routes;
  }

  /** Releases the list of a work item that has ended. */
  public void release(RoutedKeyList routes) {
    routes.setBusy(false);
    if (kept.get(routes.number) != routes || bytes > budget) {
      discard(routes);
    }
  }

  /** Drops a list that will not be used again. */
  public void onRetired(long number) {
    RoutedKeyList routes = kept.remove(number);
    if (routes != null && !routes.isBusy()) {
      discard(routes);
    }
  }

  /** Takes a map, the first or another, and routes all lists by it. */
  public void route(PartitionMap by) {
    map = map != null && map.isOf(by) ? map : new LaneMap(by);
    all.forEach(routes -> routes.route(map, numbers, this::dropPart));
  }

  /** Assumes that the lane has no list, because its connection broke. */
  public void onLaneLost(LaneId lane) {
    all.forEach(routes -> routes.onLaneLost(lane));
  }

  /** Lowers the budget, because a lane has evicted a list for lack of room. */
  public void onEvicted(LaneId lane) {
    long sent =
        all.stream().filter(routes -> routes.isSentTo(lane)).mapToLong(RoutedKeyList::bytes).sum();
    budget = Math.min(budget, (long) (LESS * sent));
    List<RoutedKeyList> idle = new ArrayList<>(all);
    idle.removeIf(RoutedKeyList::isBusy);
    for (RoutedKeyList routes : idle) {
      if (bytes > budget) {
        discard(routes);
      }
    }
  }

  private void discard(RoutedKeyList routes) {
    all.remove(routes);
    kept.remove(routes.number, routes);
    bytes -= routes.bytes();
    routes.byLane().forEach((lane, route) -> dropPart(lane, route.part()));
  }

  private void dropPart(LaneId lane, Route.Part part) {
    if (part.isSent()) {
      long id = part.sent().id();
      part.onLost();
      drop.accept(lane, id);
    }
  }
}
