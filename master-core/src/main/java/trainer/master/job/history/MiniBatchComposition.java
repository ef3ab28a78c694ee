package trainer.master.job.history;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import trainer.core.input.Units;
import trainer.core.random.SplitMix64;

/**
 * Assignment of blocks to mini-batches: a pure function of (seed, units of the input, blocks of a
 * mini-batch).
 *
 * <p>The blocks are dealt once into K = ⌈N/m⌉ groups of m; the last group may be short. Epoch e
 * visits the groups in an order of its own. So mini-batch b, counted from 1 over all passes of a
 * training, is position (b−1) mod K of epoch (b−1) div K. A block is grouped with the same others
 * in every epoch, which keeps caches warm.
 *
 * <p>{@link #GROUPS} deals blocks at random, and permutes the groups for each epoch. It is for
 * inputs whose blocks are decoded one by one. {@link #UNITS} is for inputs with larger units: it
 * deals the blocks of a few open units by turns ({@link UnitDeal}), and each epoch after the first
 * begins with another group. So each unit is in use for one stretch of an epoch, but for those in
 * use where the epoch begins.
 */
public final class MiniBatchComposition {
  /** The id of this function in the journal; another function needs another id. */
  public static final String GROUPS = "groups-1";

  /** The same, of an input with units of several blocks. */
  public static final String UNITS = "units-2";

  private static final long DEAL = -1;

  /** The blocks of an open unit in a mini-batch, where {@link #FEWEST_OPEN} or more are open. */
  private static final int BLOCKS_OF_A_UNIT = 4;

  /**
   * The units of a mini-batch that has as many blocks. Workers that share a unit all decode it, so
   * a mini-batch has units for several workers.
   */
  private static final int FEWEST_OPEN = 8;

  private final String id;
  private final long seed;
  private final int perGroup;
  private final int count;
  private final Supplier<int[]> deal;
  private int[] dealt;
  private long orderedEpoch = -1;
  private int[] order;

  private MiniBatchComposition(
      String id, long seed, int blocks, int perGroup, Supplier<int[]> deal) {
    if (blocks < 1 || perGroup < 1) {
      throw new IllegalArgumentException(blocks + " blocks in groups of " + perGroup);
    }
    this.id = id;
    this.seed = seed;
    this.perGroup = perGroup;
    this.count = blocks;
    this.deal = deal;
  }

  /** The composition of an input. */
  public static MiniBatchComposition of(long seed, Units units, int perGroup) {
    int blocks = units.blocks();
    if (!units.areLarge()) {
      return new MiniBatchComposition(
          GROUPS, seed, blocks, perGroup, () -> SplitMix64.of(seed, DEAL).permutation(blocks));
    }
    int wanted = Math.max(FEWEST_OPEN, (perGroup + BLOCKS_OF_A_UNIT - 1) / BLOCKS_OF_A_UNIT);
    int open = Math.min(wanted, perGroup);
    return new MiniBatchComposition(
        UNITS, seed, blocks, perGroup, () -> UnitDeal.of(SplitMix64.of(seed, DEAL), units, open));
  }

  /**
   * The composition of an input whose units are not at hand, for its order and counts alone.
   *
   * @param id that the journal has
   */
  static MiniBatchComposition ofCounts(String id, long seed, int blocks, int perGroup) {
    return new MiniBatchComposition(
        id,
        seed,
        blocks,
        perGroup,
        () -> {
          throw new IllegalStateException("the units are not known");
        });
  }

  /** The id of the composition of an input, {@link #GROUPS} or {@link #UNITS}. */
  public static String idOf(Units units) {
    return units.areLarge() ? UNITS : GROUPS;
  }

  /** m: blocks of a mini-batch. */
  public int minibatchBlocks() {
    return perGroup;
  }

  /** K: mini-batches of an epoch. */
  public int perEpoch() {
    return (int) ((count + (long) perGroup - 1) / perGroup);
  }

  /** The epoch of mini-batch {@code minibatch} ≥ 1, from 0. */
  long epochOf(long minibatch) {
    return (minibatch - 1) / perEpoch();
  }

  /** The blocks of mini-batch {@code minibatch} ≥ 1, ascending. */
  public int[] blocks(long minibatch) {
    if (minibatch < 1) {
      throw new IllegalArgumentException("mini-batch " + minibatch + " has no blocks");
    }
    int group = orderOf(epochOf(minibatch))[(int) ((minibatch - 1) % perEpoch())];
    int from = group * perGroup;
    if (dealt == null) {
      dealt = deal.get();
    }
    int[] blocks = Arrays.copyOfRange(dealt, from, Math.min(from + perGroup, count));
    Arrays.sort(blocks);
    return blocks;
  }

  /** Blocks of the last group, which may be short. */
  int shortGroup() {
    return count - (perEpoch() - 1) * perGroup;
  }

  /** Whether the last group is among the mini-batches of an epoch up to this one. */
  boolean isShortGroupIn(long minibatch) {
    int[] groups = orderOf(epochOf(minibatch));
    int place = (int) ((minibatch - 1) % perEpoch());
    for (int i = 0; i <= place; i++) {
      if (groups[i] == perEpoch() - 1) {
        return true;
      }
    }
    return false;
  }

  private int[] orderOf(long epoch) {
    if (epoch != orderedEpoch) {
      SplitMix64 random = SplitMix64.of(seed, epoch);
      order = id.equals(UNITS) ? rotation(epoch, random) : random.permutation(perEpoch());
      orderedEpoch = epoch;
    }
    return order;
  }

  /** All groups in their order, from a random one on; the first epoch begins with the first. */
  private int[] rotation(long epoch, SplitMix64 random) {
    int groups = perEpoch();
    int first = epoch == 0 ? 0 : random.below(groups);
    return IntStream.range(0, groups).map(group -> (first + group) % groups).toArray();
  }
}
