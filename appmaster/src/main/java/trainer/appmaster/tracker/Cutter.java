package trainer.appmaster.tracker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * Cuts mini-batches into shares, whole blocks each, in proportion to the workers' weights. The cut
 * is soft: two masters may cut differently and get the same model.
 *
 * <p>Algorithm: weighted fair queueing. Each worker has a clock that advances by size/weight with
 * every block it is given; a block, longest first, goes to the worker whose clock would then stand
 * lowest, so that both each mini-batch and the sum over many is divided by weight, however coarse
 * the blocks. That division sets a limit, and within it each block stays with the worker that had
 * it last, because its cache holds it. Example: 4 equal blocks, 3 equal workers: 2, 1, 1, then 1,
 * 2, 1, then 1, 1, 2; from the second epoch on the same blocks go to the same workers.
 */
final class Cutter {
  private static final double ROUNDING = 1e-9;
  private static final int NOBODY = -1;

  private final IntToLongFunction sizeOf;
  private final int[] lastWorker;
  private final Map<Integer, Double> clocks = new HashMap<>();

  /**
   * @param blocks blocks of the input
   * @param sizeOf records of a block, or bytes where records are unknown
   */
  Cutter(int blocks, IntToLongFunction sizeOf) {
    this.sizeOf = sizeOf;
    this.lastWorker = new int[blocks];
    Arrays.fill(lastWorker, NOBODY);
  }

  /** The worker is gone; another one under its index begins where the others are. */
  void forget(int worker) {
    clocks.remove(worker);
  }

  /**
   * Divides {@code blocks} over workers.
   *
   * @param workers indices of the workers, each once
   * @param weights relative speeds, in the same order
   * @return the blocks of each worker, ascending, in the same order; empty for one that gets none
   */
  List<int[]> cut(int[] blocks, List<Integer> workers, double[] weights) {
    int[] longestFirst = longestFirst(blocks);
    double[] ideal = clocksOf(workers);
    Clocks idealClocks = new Clocks(ideal, weights);
    for (int block : longestFirst) {
      idealClocks.give(size(block));
    }
    double limit = Arrays.stream(ideal).max().orElseThrow() * (1 + ROUNDING);
    double[] clock = clocksOf(workers);
    int[] owner = keepers(longestFirst, workers, weights, clock, limit);
    Clocks clocks = new Clocks(clock, weights);
    for (int b = 0; b < longestFirst.length; b++) {
      if (owner[b] == NOBODY) {
        owner[b] = clocks.give(size(longestFirst[b]));
      }
    }
    return collect(longestFirst, owner, workers, clock);
  }

  /** Who keeps which block, as far as the limit lets them; their clocks go on. */
  private int[] keepers(
      int[] blocks, List<Integer> workers, double[] weights, double[] clock, double limit) {
    Map<Integer, Integer> places = new HashMap<>();
    for (int i = 0; i < workers.size(); i++) {
      places.put(workers.get(i), i);
    }
    int[] owner = new int[blocks.length];
    for (int b = 0; b < blocks.length; b++) {
      int last = places.getOrDefault(lastWorker[blocks[b]], NOBODY);
      double end = last == NOBODY ? 0 : clock[last] + size(blocks[b]) / weights[last];
      boolean keeps = last != NOBODY && end <= limit;
      owner[b] = keeps ? last : NOBODY;
      if (keeps) {
        clock[last] = end;
      }
    }
    return owner;
  }

  private List<int[]> collect(int[] blocks, int[] owner, List<Integer> workers, double[] clock) {
    int[] counts = new int[workers.size()];
    for (int b = 0; b < blocks.length; b++) {
      counts[owner[b]]++;
      lastWorker[blocks[b]] = workers.get(owner[b]);
    }
    List<int[]> shares = new ArrayList<>();
    clocks.keySet().retainAll(workers); // who is left out does not have to catch up
    for (int i = 0; i < workers.size(); i++) {
      shares.add(new int[counts[i]]);
      clocks.put(workers.get(i), clock[i]);
    }
    for (int b = 0; b < blocks.length; b++) {
      shares.get(owner[b])[--counts[owner[b]]] = blocks[b];
    }
    shares.forEach(Arrays::sort);
    return shares;
  }

  /** The clocks of the workers; one that is new starts at the mean of the others. */
  private double[] clocksOf(List<Integer> workers) {
    double mean =
        workers.stream().filter(clocks::containsKey).mapToDouble(clocks::get).average().orElse(0);
    return workers.stream().mapToDouble(worker -> clocks.getOrDefault(worker, mean)).toArray();
  }

  private int[] longestFirst(int[] blocks) {
    return Arrays.stream(blocks)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer block) -> -size(block)).thenComparing(b -> b))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private double size(int block) {
    return Math.max(1, sizeOf.applyAsLong(block));
  }
}
