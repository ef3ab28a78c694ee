package trainer.core.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Consistent hashing of partitions to pservers with even loads: each pserver stands at {@value
 * #POINTS} points of a ring of 64-bit hashes. A partition goes to the first pserver with room at or
 * after its own hash. All pservers have the same room, or one more.
 *
 * <p>Replicas that are placed already stay, unless their pserver has too many: when one of n
 * pservers joins or leaves, a share of 1/n moves, and nothing else. The placement is thus a
 * function of the present placement and of the pservers; applied to its own result, it changes
 * nothing. Source of the ring with bounds: Mirrokni, Thorup, Zadimoghaddam, "Consistent Hashing
 * with Bounded Loads" (2018).
 */
public final class HashRing {
  private static final int POINTS = 64;
  private static final long PSERVER_SALT = 0x5DEECE66DL;
  private static final long PARTITION_SALT = 0x2545F4914F6CDD1DL;

  private final TreeMap<Long, Integer> ring = new TreeMap<>(Long::compareUnsigned);
  private final List<Integer> pservers;
  private final IntFunction<String> hosts;
  private final List<List<Integer>> copies = new ArrayList<>();
  private final Map<Integer, Integer> load = new TreeMap<>();

  private HashRing(List<List<Integer>> now, List<Integer> pservers, IntFunction<String> hosts) {
    this.pservers = pservers;
    this.hosts = hosts;
    for (int pserver : pservers) {
      load.put(pserver, 0);
      for (int point = 0; point < POINTS; point++) {
        ring.put(hash(PSERVER_SALT, (long) pserver * POINTS + point), pserver);
      }
    }
    for (List<Integer> holders : now) {
      copies.add(new ArrayList<>());
      holders.stream().filter(pservers::contains).forEach(one -> put(copies.size() - 1, one));
    }
  }

  /**
   * As {@link #assign(List, List, int, IntFunction)}, without a present placement, each pserver on
   * its own host.
   */
  public static List<List<Integer>> assign(int partitions, List<Integer> pservers, int replicas) {
    List<List<Integer>> nowhere = Collections.nCopies(partitions, List.of());
    return assign(nowhere, pservers, replicas, Integer::toString);
  }

  /**
   * The pservers assigned to each partition. First replicas without a place are spread evenly by
   * themselves; then second ones, and so on. Replicas of a partition are on different hosts as long
   * as there is a host without one.
   *
   * @param now the pservers that each partition is at, be they in {@code pservers} or not
   * @param pservers indices of the pservers, each once
   * @param replicas replicas of each partition, at most the number of pservers
   * @param hosts the host of each pserver
   * @return for each partition {@code replicas} different elements of {@code pservers}
   */
  public static List<List<Integer>> assign(
      List<List<Integer>> now, List<Integer> pservers, int replicas, IntFunction<String> hosts) {
    if (replicas < 1 || replicas > pservers.size()) {
      throw new IllegalArgumentException(
          replicas + " copies need as many pservers, there are " + pservers.size());
    }
    HashRing ring = new HashRing(now, pservers, hosts);
    ring.leaveOut(replicas);
    for (int rank = 1; rank <= replicas; rank++) {
      ring.fill(rank);
    }
    ring.separate(replicas);
    ring.even(replicas);
    return ring.copies.stream().map(List::copyOf).toList();
  }

  /** Removes surplus replicas, in the order of {@link #leastNeeded}. */
  private void leaveOut(int replicas) {
    Map<Integer, Integer> room = room(replicas);
    for (int partition = 0; partition < copies.size(); partition++) {
      while (copies.get(partition).size() > replicas) {
        take(partition, leastNeeded(copies.get(partition), room));
      }
    }
  }

  private void fill(int rank) {
    Map<Integer, Integer> room = room(rank);
    for (int partition = 0; partition < copies.size(); partition++) {
      if (copies.get(partition).size() < rank) {
        put(partition, first(partition, room));
      }
    }
  }

  /** Moves one of two replicas on the same host to a host without any. */
  private void separate(int replicas) {
    Map<Integer, Integer> room = room(replicas);
    for (int partition = 0; partition < copies.size(); partition++) {
      List<Integer> together = together(copies.get(partition));
      while (!together.isEmpty() && isElsewhere(partition)) {
        take(partition, leastNeeded(together, room));
        put(partition, first(partition, room));
        together = together(copies.get(partition));
      }
    }
  }

  /** Moves replicas from pservers beyond their room to others, first replicas last. */
  private void even(int replicas) {
    Map<Integer, Integer> room = room(replicas);
    for (int place = replicas - 1; place >= 0; place--) {
      for (int partition = 0; partition < copies.size(); partition++) {
        int pserver = copies.get(partition).get(place);
        if (load.get(pserver) > room.get(pserver)) {
          take(partition, pserver);
          int other = first(partition, room);
          put(partition, place, load.get(other) < room.get(other) ? other : pserver);
        }
      }
    }
  }

  /** The holders that share their host with another one. */
  private List<Integer> together(List<Integer> holders) {
    return holders.stream()
        .filter(one -> holders.stream().filter(other -> isOneHost(one, other)).count() > 1)
        .toList();
  }

  private boolean isOneHost(int one, int other) {
    return hosts.apply(one).equals(hosts.apply(other));
  }

  private boolean isElsewhere(int partition) {
    return pservers.stream()
        .anyMatch(one -> copies.get(partition).stream().noneMatch(of -> isOneHost(one, of)));
  }

  /** Prefers a holder that shares a host, then the one with most beyond its room. */
  private int leastNeeded(List<Integer> holders, Map<Integer, Integer> room) {
    List<Integer> together = together(holders);
    return (together.isEmpty() ? holders : together)
        .stream().max(Comparator.comparing(one -> load.get(one) - room.get(one))).orElseThrow();
  }

  /** The room of each pserver: as even as possible; those that hold most get one more. */
  private Map<Integer, Integer> room(int rank) {
    int all = copies.size() * rank;
    List<Integer> fullest = new ArrayList<>(pservers);
    fullest.sort(Comparator.comparing((Integer one) -> -load.get(one)).thenComparing(one -> one));
    Map<Integer, Integer> room = new TreeMap<>();
    for (int at = 0; at < fullest.size(); at++) {
      room.put(fullest.get(at), all / fullest.size() + (at < all % fullest.size() ? 1 : 0));
    }
    return room;
  }

  /** The next pserver on the ring with room; if there is none, one may take one more. */
  private int first(int partition, Map<Integer, Integer> room) {
    long from = hash(PARTITION_SALT, partition);
    Set<Integer> allowed = allowed(copies.get(partition));
    List<Integer> order = new ArrayList<>(ring.tailMap(from, true).values());
    order.addAll(ring.headMap(from, false).values());
    order.removeIf(pserver -> !allowed.contains(pserver));
    for (int more = 0; ; more++) {
      for (int pserver : order) {
        if (load.get(pserver) < room.get(pserver) + more) {
          return pserver;
        }
      }
    }
  }

  /**
   * The pservers without a replica of the partition; if possible, only those on a host without one.
   */
  private Set<Integer> allowed(List<Integer> holders) {
    Set<Integer> others = new HashSet<>(pservers);
    holders.forEach(others::remove);
    Set<String> taken = holders.stream().map(hosts::apply).collect(Collectors.toSet());
    Set<Integer> elsewhere = new HashSet<>(others);
    elsewhere.removeIf(pserver -> taken.contains(hosts.apply(pserver)));
    return elsewhere.isEmpty() ? others : elsewhere;
  }

  private void put(int partition, int pserver) {
    put(partition, copies.get(partition).size(), pserver);
  }

  private void put(int partition, int place, int pserver) {
    copies.get(partition).add(place, pserver);
    load.merge(pserver, 1, Integer::sum);
  }

  private void take(int partition, Integer pserver) {
    copies.get(partition).remove(pserver);
    load.merge(pserver, -1, Integer::sum);
  }

  private static long hash(long salt, long value) {
    return Partitions.mix(salt + 0x9E3779B97F4A7C15L * (value + 1));
  }
}
