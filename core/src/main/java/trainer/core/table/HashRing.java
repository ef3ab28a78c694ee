package trainer.core.table;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Consistent hashing of partitions to pservers with bounded loads: each pserver stands at {@value
 * #POINTS} points of a ring of 64-bit hashes; a partition belongs to the first pserver at or after
 * its own hash that has room, where room is ⌈partitions · copies / pservers⌉.
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

  /** As {@link #assign(int, List, int, IntFunction)}, with a host for each pserver. */
  public static List<List<Integer>> assign(int partitions, List<Integer> pservers, int replicas) {
    return assign(partitions, pservers, replicas, Integer::toString);
  }

  /**
   * The pservers of each partition, the first preferred. First copies are spread evenly by
   * themselves, so that pulls are; then second ones, and so on. Copies of a partition are on
   * different hosts as long as there is a host without one.
   *
   * @param pservers indices of the pservers, each once
   * @param replicas copies of each partition, at most the number of pservers
   * @param hosts the host of each pserver
   * @return for each partition {@code replicas} different elements of {@code pservers}
   */
  public static List<List<Integer>> assign(
      int partitions, List<Integer> pservers, int replicas, IntFunction<String> hosts) {
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
    List<List<Integer>> assigned = new ArrayList<>();
    for (int partition = 0; partition < partitions; partition++) {
      assigned.add(new ArrayList<>());
    }
    Map<Integer, Integer> load = new TreeMap<>();
    for (int rank = 1; rank <= replicas; rank++) {
      int room = (partitions * rank + pservers.size() - 1) / pservers.size();
      for (int partition = 0; partition < partitions; partition++) {
        List<Integer> copies = assigned.get(partition);
        Set<Integer> allowed = allowed(pservers, copies, hosts);
        int pserver = first(ring, hash(PARTITION_SALT, partition), allowed, room, load);
        copies.add(pserver);
        load.merge(pserver, 1, Integer::sum);
      }
    }
    return assigned.stream().map(List::copyOf).toList();
  }

  /** Who may hold one more copy: those without one, on a host without one if there are such. */
  private static Set<Integer> allowed(
      List<Integer> pservers, List<Integer> copies, IntFunction<String> hosts) {
    Set<Integer> others = new HashSet<>(pservers);
    copies.forEach(others::remove);
    Set<String> taken = copies.stream().map(hosts::apply).collect(Collectors.toSet());
    Set<Integer> elsewhere = new HashSet<>(others);
    elsewhere.removeIf(pserver -> taken.contains(hosts.apply(pserver)));
    return elsewhere.isEmpty() ? others : elsewhere;
  }

  /** The next one on the ring that has room; should none have, one may take one more. */
  private static int first(
      NavigableMap<Long, Integer> ring,
      long from,
      Set<Integer> allowed,
      int room,
      Map<Integer, Integer> load) {
    List<Integer> order = new ArrayList<>(ring.tailMap(from, true).values());
    order.addAll(ring.headMap(from, false).values());
    order.removeIf(pserver -> !allowed.contains(pserver));
    for (int most = room; ; most++) {
      for (int pserver : order) {
        if (load.getOrDefault(pserver, 0) < most) {
          return pserver;
        }
      }
    }
  }

  private static long hash(long salt, long value) {
    return Partitions.mix(salt + 0x9E3779B97F4A7C15L * (value + 1));
  }
}
