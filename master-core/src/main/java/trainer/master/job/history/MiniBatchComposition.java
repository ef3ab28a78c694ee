package trainer.master.job.history;

import java.util.Arrays;
import trainer.core.config.Keys;
import trainer.core.random.SplitMix64;

/**
 * Assignment of blocks to mini-batches: a pure function of (seed, number of blocks, blocks of a
 * mini-batch).
 *
 * <p>The blocks are dealt once into K = ⌈N/m⌉ groups of m; the last group may be short. Epoch e
 * visits the groups in an order of its own. So mini-batch b, counted from 1 over all passes of a
 * training, is position (b−1) mod K of epoch (b−1) div K. A block is grouped with the same others
 * in every epoch, which keeps caches warm.
 */
public final class MiniBatchComposition {
  /** The id of this function in the journal; another function needs another id. */
  public static final String ORDER = "groups-1";

  private static final long DEAL = -1;

  private static final int LEAST_BLOCKS = 8;
  private static final int MOST_BLOCKS = 128;

  private final long seed;
  private final int perGroup;
  private final int count;
  private int[] dealt;
  private long orderedEpoch = -1;
  private int[] order;

  public MiniBatchComposition(long seed, int blocks, int perGroup) {
    if (blocks < 1 || perGroup < 1) {
      throw new IllegalArgumentException(blocks + " blocks in groups of " + perGroup);
    }
    this.seed = seed;
    this.perGroup = perGroup;
    this.count = blocks;
  }

  /**
   * The default number of updates of an epoch: enough for a first model, without needless barriers.
   * Optimizers that accumulate a key's gradients learn as much from fewer, larger mini-batches. The
   * others take one step of fixed size with each, so they need more (benchmarks, Defaults).
   */
  static int updatesOfAnEpoch(Keys.OptimizerName optimizer) {
    return switch (optimizer) {
      case ADAGRAD, ADAM, AMSGRAD, FTRL -> 64;
      case SGD, MOMENTUM, NESTEROV, ADADELTA, RMSPROP -> 128;
    };
  }

  /** The default m: gives so many updates an epoch, within the bounds of m. */
  static int blocksOfAMinibatch(int updates, int blocks) {
    return Math.max(LEAST_BLOCKS, Math.min(MOST_BLOCKS, blocks / updates));
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
      dealt = SplitMix64.of(seed, DEAL).permutation(count);
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
      order = SplitMix64.of(seed, epoch).permutation(perEpoch());
      orderedEpoch = epoch;
    }
    return order;
  }
}
