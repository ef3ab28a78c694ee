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
 * The key lists that work needs, or will need again: a share of the same blocks has the same keys
 * in every pass, so lanes that have been told them once are not told them again.
 *
 * <p>A lane forgets lists when it has no room for them, and says so when one is asked for. What is
 * kept is then less than what it had been told, and what is beyond that is dropped as soon as it is
 * not needed, as lists are that do not come again.
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
   * @param drop tells a lane to forget a list
   */
  public KeyLists(LongSupplier numbers, BiConsumer<LaneId, Long> drop) {
    this.numbers = numbers;
    this.drop = drop;
  }

  /** The list for a piece of work, which leaves it in the end. */
  public RoutedKeyList take(long number, KeyList keys, long work) {
    RoutedKeyList known = kept.get(number);
    RoutedKeyList routes =
        known == null || known.isBusy() ? add(new RoutedKeyList(number, keys, work, true)) : known;
    routes.busy(true);
    return routes;
  }

  /** The list for a piece of work that only reads, and does not come again. */
  public RoutedKeyList takeToRead(KeyList keys, long work) {
    RoutedKeyList routes = add(new RoutedKeyList(RoutedKeyList.ONCE, keys, work, false));
    routes.busy(true);
    return routes;
  }

  private RoutedKeyList add(RoutedKeyList routes) {
    routes.cut(map, numbers, this::gone);
    all.add(routes);
    bytes += routes.bytes();
    if (routes.number != RoutedKeyList.ONCE) {
      kept.putIfAbsent(routes.number, routes);
    }
    return routes;
  }

  /** The work is over. */
  public void leave(RoutedKeyList routes) {
    routes.busy(false);
    if (kept.get(routes.number) != routes || bytes > budget) {
      discard(routes);
    }
  }

  /** It does not come again. */
  public void retired(long number) {
    RoutedKeyList routes = kept.remove(number);
    if (routes != null && !routes.isBusy()) {
      discard(routes);
    }
  }

  /** Takes a map, the first one or another: all is routed by it. */
  public void cut(PartitionMap by) {
    map = map != null && map.isOf(by) ? map : new LaneMap(by);
    all.forEach(routes -> routes.cut(map, numbers, this::gone));
  }

  public void lost(LaneId lane) {
    all.forEach(routes -> routes.lost(lane));
  }

  /** A lane has forgotten a list: it has no room for so many. */
  public void forgotten(LaneId lane) {
    long listed =
        all.stream().filter(routes -> routes.isListed(lane)).mapToLong(RoutedKeyList::bytes).sum();
    budget = Math.min(budget, (long) (LESS * listed));
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
    routes.byLane().forEach((lane, route) -> gone(lane, route.part()));
  }

  private void gone(LaneId lane, Route.Part part) {
    if (part.listed) {
      part.listed = false;
      drop.accept(lane, part.id);
    }
  }
}
