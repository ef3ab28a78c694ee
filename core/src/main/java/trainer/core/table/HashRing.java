package trainer.core.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Consistent hashing of partitions to pservers with bounded loads: each pserver stands at {@value
 * #POINTS} points of a ring of 64-bit hashes; a partition belongs to the first pserver at or after
 * its own hash that has room, where room is ⌈partitions · replicas / pservers⌉.
 *
 * <p>When a pserver joins or leaves, about 1/n of the partitions move. The bound keeps 32
 * partitions even over a few pservers, which hashing alone does not. Source: Mirrokni, Thorup,
 * Zadimoghaddam, "Consistent Hashing with Bounded Loads" (2018).
 */
public final class HashRing {
  private static final int POINTS = 64;
  private static final long PSERVER_SALT = 0x5DEECE66DL;
  private static final long PARTITION_SALT = 0x2545F4914F6CDD1DL;

  private HashRing() {}

  /**
   * The pservers of each partition, the first preferred.
   *
   * @param pservers indices of the pservers, each once
   * @param replicas copies of each partition, at most the number of pservers
   * @return for each partition {@code replicas} different elements of {@code pservers}
   */
  public static List<List<Integer>> assign(int partitions, List<Integer> pservers, int replicas) {
    if (replicas < 1 || replicas > pservers.size()) {
      throw new IllegalArgumentException(
          replicas + " copies need as many pservers, there are " + pservers.size());
    }
    TreeMap<Long, Integer> ring = new TreeMap<>(Long::compareUnsigned);
    for (int pserver : pservers) {
      for (int point = 0; point < POINTS; point++) {
        ring.put(hash(PSERVER_SALT, (long) pserver * POINTS + point), pserver);
      }
    }
    int room = (partitions * replicas + pservers.size() - 1) / pservers.size();
    Map<Integer, Integer> load = new TreeMap<>();
    List<List<Integer>> assigned = new ArrayList<>();
    for (int partition = 0; partition < partitions; partition++) {
      assigned.add(walk(ring, hash(PARTITION_SALT, partition), replicas, room, load));
    }
    return assigned;
  }

  private static List<Integer> walk(
      NavigableMap<Long, Integer> ring,
      long from,
      int replicas,
      int room,
      Map<Integer, Integer> load) {
    List<Integer> copies = new ArrayList<>();
    List<Integer> order = new ArrayList<>(ring.tailMap(from, true).values());
    order.addAll(ring.headMap(from, false).values());
    // Twice round: the second time a full pserver may take one more, should all others hold a copy.
    for (int allowed = room; copies.size() < replicas; allowed++) {
      for (int pserver : order) {
        if (copies.size() < replicas
            && !copies.contains(pserver)
            && load.getOrDefault(pserver, 0) < allowed) {
          copies.add(pserver);
          load.merge(pserver, 1, Integer::sum);
        }
      }
    }
    return List.copyOf(copies);
  }

  private static long hash(long salt, long value) {
    return Partitions.mix(salt + 0x9E3779B97F4A7C15L * (value + 1));
  }
}
