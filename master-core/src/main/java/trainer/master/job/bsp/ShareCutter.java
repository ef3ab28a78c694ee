package trainer.master.job.bsp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import trainer.core.input.Units;

/**
 * Cuts mini-batches into shares of whole blocks, in proportion to the workers' weights. The cut is
 * soft: two masters may cut differently and get the same model.
 *
 * <p>The blocks of one unit are cut as one, since a worker that decodes a block decodes its unit.
 * Where a mini-batch has fewer units than workers, each block is cut by itself if that is worth it:
 * if the input has so few units, or if most of these units is still to come.
 *
 * <p>Algorithm:
 *
 * <ol>
 *   <li>A bound on each worker's part: all wait for the last one. So no worker gets much more than
 *       the cut that would end soonest by the weights.
 *   <li>Caches: within the bound, each block stays with the worker that had it last.
 *   <li>Hosts: within the bound, a block that no worker had goes to a worker on a host with its
 *       data, where not every worker is on one.
 *   <li>A block for each: if there are as many blocks as workers, each gets one, unless it is
 *       slower by far. A worker that has had nothing for long also gets a block, to show that it is
 *       fast.
 *   <li>The rest, by weighted fair queueing: each worker has a clock that advances by size/weight
 *       with every block. A block, longest first, goes to the worker whose clock would then stand
 *       lowest. So the sum over many mini-batches is divided by weight too, however coarse the
 *       blocks.
 * </ol>
 *
 * <p>Examples: 4 equal blocks, 3 equal workers: 2, 1, 1, then 1, 2, 1, then 1, 1, 2; from the
 * second epoch on the same blocks go to the same workers. 2 equal blocks, a worker faster than the
 * other: one each, always.
 */
final class ShareCutter {
  private static final int NOBODY = BlockClaims.NOBODY;

  /**
   * The factor by which a mini-batch may take longer than the soonest end, for the sake of caches.
   */
  private static final double SLACK = 1.15;

  /**
   * Blocks by which a worker may be late to keep its open units. A mini-batch has now one block
   * more of one unit, now of another; without leeway that alone would move a whole unit.
   */
  private static final int LATE_BLOCKS = 2;

  /**
   * Mini-batches without a block after which a worker gets one in any case, one worker in each
   * mini-batch.
   */
  private static final int IDLE = 20;

  private final Units units;
  private final boolean areInTurn;
  private final IntToLongFunction sizeOf;
  private final DataHosts hosts;
  private final int[] lastWorker;

  /** The first blocks of units whose blocks went to workers one by one. */
  private final Set<Integer> shared = new HashSet<>();

  private final Map<Integer, Double> clocks = new HashMap<>();
  private final Map<Integer, Integer> idle = new HashMap<>();

  /**
   * @param units of the input
   * @param areInTurn whether mini-batches take the blocks of a unit in their order
   * @param sizeOf records of a block, or bytes where records are unknown
   * @param hosts of data and workers
   */
  ShareCutter(Units units, boolean areInTurn, IntToLongFunction sizeOf, DataHosts hosts) {
    this.units = units;
    this.areInTurn = areInTurn;
    this.sizeOf = sizeOf;
    this.hosts = hosts;
    this.lastWorker = new int[units.blocks()];
    Arrays.fill(lastWorker, NOBODY);
  }

  /** Forgets a worker that is gone. A new one under its index begins where the others are. */
  void forget(int worker) {
    clocks.remove(worker);
    idle.remove(worker);
  }

  /**
   * Divides {@code blocks} over workers.
   *
   * @param workers indices of the workers, each once
   * @param weights relative speeds, in the same order
   * @return the blocks of each worker, ascending, in the same order; empty for one that gets none
   */
  List<int[]> cut(int[] blocks, List<Integer> workers, double[] weights) {
    if (!units.areLarge()) {
      return cut(blocks, workers, weights, this::size, 0);
    }
    Map<Integer, List<Integer>> byUnit = new TreeMap<>();
    for (int block : blocks) {
      byUnit.computeIfAbsent(units.first(block), first -> new ArrayList<>()).add(block);
    }
    int busy = Math.min(workers.size(), blocks.length);
    if (byUnit.size() < busy && mayBeShared(byUnit, workers.size())) {
      shared.addAll(byUnit.keySet());
      return cut(blocks, workers, weights, this::size, 0);
    }
    int[] firsts = byUnit.keySet().stream().mapToInt(Integer::intValue).toArray();
    List<int[]> ofUnits =
        cut(
            firsts,
            workers,
            weights,
            first -> byUnit.get(first).stream().mapToDouble(this::size).sum(),
            LATE_BLOCKS * Arrays.stream(blocks).mapToDouble(this::size).max().orElse(0));
    List<int[]> shares = new ArrayList<>();
    for (int i = 0; i < ofUnits.size(); i++) {
      int[] share =
          Arrays.stream(ofUnits.get(i))
              .flatMap(first -> byUnit.get(first).stream().mapToInt(Integer::intValue))
              .toArray();
      for (int block : share) {
        lastWorker[block] = workers.get(i);
      }
      shares.add(share);
    }
    return shares;
  }

  /**
   * Whether it is worth it that all workers decode these units.
   *
   * @param byUnit blocks of a mini-batch
   */
  private boolean mayBeShared(Map<Integer, List<Integer>> byUnit, int workers) {
    if (units.count() < workers || shared.containsAll(byUnit.keySet())) {
      return true;
    }
    long toCome = 0;
    long decoded = 0;
    for (Map.Entry<Integer, List<Integer>> unit : byUnit.entrySet()) {
      toCome += units.end(unit.getKey()) - unit.getValue().get(0);
      decoded += units.end(unit.getKey()) - unit.getKey();
    }
    return areInTurn && 2 * toCome > decoded;
  }

  /**
   * Cuts by weights, caches and hosts.
   *
   * @param leeway the size by which a worker may be late to keep a block
   */
  private List<int[]> cut(
      int[] blocks,
      List<Integer> workers,
      double[] weights,
      IntToDoubleFunction size,
      double leeway) {
    int[] longestFirst = longestFirst(blocks, size);
    double[] sizes = Arrays.stream(longestFirst).mapToDouble(size).toArray();
    double most = SLACK * soonestEnd(sizes, weights);
    double[] clock = clocksOf(workers);
    double[] begun = clock.clone();
    BlockClaims claims = new BlockClaims(sizes, clock, weights, most, leeway);
    int[] last = lastOwners(longestFirst, workers);
    claims.settle(last, near(longestFirst, last, workers), longestIdle(workers));
    int[] owner = claims.owners();
    VirtualClocks clocks = new VirtualClocks(clock, begun, weights, most);
    for (int b = 0; b < longestFirst.length; b++) {
      if (owner[b] == NOBODY) {
        owner[b] = clocks.give(sizes[b]);
      }
    }
    return collect(longestFirst, owner, workers, clock, most);
  }

  private static double soonestEnd(double[] longestFirst, double[] weights) {
    double[] ends = new double[weights.length];
    VirtualClocks clocks = new VirtualClocks(ends, weights, Double.POSITIVE_INFINITY);
    for (double size : longestFirst) {
      clocks.give(size);
    }
    return Arrays.stream(ends).max().orElseThrow();
  }

  private int[] lastOwners(int[] blocks, List<Integer> workers) {
    Map<Integer, Integer> places = new HashMap<>();
    for (int i = 0; i < workers.size(); i++) {
      places.put(workers.get(i), i);
    }
    return Arrays.stream(blocks)
        .map(block -> places.getOrDefault(lastWorker[block], NOBODY))
        .toArray();
  }

  /** The positions of the workers near each block that no worker had; empty if all are. */
  private int[][] near(int[] blocks, int[] last, List<Integer> workers) {
    int[][] near = new int[blocks.length][0];
    if (Arrays.stream(last).allMatch(worker -> worker != NOBODY)) {
      return near;
    }
    Map<String, List<Integer>> places = new HashMap<>();
    for (int i = 0; i < workers.size(); i++) {
      places.computeIfAbsent(hosts.ofWorker(workers.get(i)), key -> new ArrayList<>()).add(i);
    }
    for (int b = 0; b < blocks.length; b++) {
      int[] all = last[b] == NOBODY ? near(blocks[b], places) : new int[0];
      near[b] = all.length < workers.size() ? all : new int[0];
    }
    return near;
  }

  private int[] near(int block, Map<String, List<Integer>> places) {
    return hosts.ofBlock(block).stream()
        .flatMap(host -> places.getOrDefault(host, List.of()).stream())
        .mapToInt(Integer::intValue)
        .distinct()
        .toArray();
  }

  /**
   * The position of the worker that has been without a block for longest, if that is longer than
   * {@link #IDLE}.
   */
  private int longestIdle(List<Integer> workers) {
    int longest = NOBODY;
    int since = IDLE;
    for (int i = 0; i < workers.size(); i++) {
      int of = idle.getOrDefault(workers.get(i), 0);
      if (of > since) {
        longest = i;
        since = of;
      }
    }
    return longest;
  }

  private List<int[]> collect(
      int[] blocks, int[] owner, List<Integer> workers, double[] clock, double most) {
    int[] counts = new int[workers.size()];
    for (int b = 0; b < blocks.length; b++) {
      counts[owner[b]]++;
      lastWorker[blocks[b]] = workers.get(owner[b]);
    }
    List<int[]> shares = new ArrayList<>();
    clocks.keySet().retainAll(workers); // a worker left out of this cut need not catch up
    double ahead = Arrays.stream(clock).max().orElseThrow();
    for (int i = 0; i < workers.size(); i++) {
      shares.add(new int[counts[i]]);
      clocks.put(workers.get(i), Math.max(clock[i], ahead - most)); // a longer lag is forgiven
      idle.merge(workers.get(i), counts[i] > 0 ? 0 : 1, (old, one) -> one == 0 ? 0 : old + one);
    }
    for (int b = 0; b < blocks.length; b++) {
      shares.get(owner[b])[--counts[owner[b]]] = blocks[b];
    }
    shares.forEach(Arrays::sort);
    return shares;
  }

  /** The clocks of the workers. A new worker starts at the mean of the others. */
  private double[] clocksOf(List<Integer> workers) {
    double mean =
        workers.stream().filter(clocks::containsKey).mapToDouble(clocks::get).average().orElse(0);
    return workers.stream().mapToDouble(worker -> clocks.getOrDefault(worker, mean)).toArray();
  }

  private static int[] longestFirst(int[] blocks, IntToDoubleFunction size) {
    return Arrays.stream(blocks)
        .boxed()
        .sorted(
            Comparator.comparingDouble((Integer block) -> -size.applyAsDouble(block))
                .thenComparing(b -> b))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private double size(int block) {
    return Math.max(1, sizeOf.applyAsLong(block));
  }
}
