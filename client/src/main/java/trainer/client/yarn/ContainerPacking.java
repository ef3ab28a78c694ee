package trainer.client.yarn;

import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** The placement of containers on nodes, each on the node that it fits most tightly. */
final class ContainerPacking {
  /**
   * A size of a container, a node or a queue.
   *
   * @param mb memory
   * @param cores vcores
   */
  record Size(long mb, long cores) {
    boolean fits(Size most) {
      return mb <= most.mb && cores <= most.cores;
    }

    Size without(Size part) {
      return new Size(mb - part.mb, cores - part.cores);
    }
  }

  /** The number of nodes by free size, sorted by memory first. */
  private final TreeMap<Size, Integer> free =
      new TreeMap<>(Comparator.comparingLong(Size::mb).thenComparingLong(Size::cores));

  private Size left;

  /**
   * Empty nodes.
   *
   * @param most the limit over all nodes
   */
  ContainerPacking(List<Size> nodes, Size most) {
    nodes.forEach(node -> free.merge(node, 1, Integer::sum));
    left = most;
  }

  /** Places up to {@code count} containers of a size and returns their number. */
  int place(Size container, int count) {
    int placed = 0;
    Size node = tightest(container);
    while (placed < count && node != null && container.fits(left)) {
      free.computeIfPresent(node, (size, nodes) -> nodes == 1 ? null : nodes - 1);
      free.merge(node.without(container), 1, Integer::sum);
      left = left.without(container);
      placed++;
      node = tightest(container);
    }
    return placed;
  }

  private Size tightest(Size container) {
    return free.tailMap(container).keySet().stream()
        .filter(container::fits)
        .findFirst()
        .orElse(null);
  }
}
