package trainer.master.job.bsp;

import java.util.Arrays;

/**
 * The blocks of a mini-batch that workers keep from the last epoch, read from their own hosts, or
 * get in any case. Workers and blocks are identified by their positions. Confined to one cut.
 */
final class BlockClaims {
  /** The owner of a block that no worker has claimed. */
  static final int NOBODY = -1;

  private static final double ROUNDING = 1e-9;

  /** The part of the mean speed below which a worker is not given a block merely to have one. */
  private static final double SLOW = 0.25;

  private final double[] sizes;
  private final double[] clock;
  private final double[] weights;
  private final double most;
  private final double leeway;
  private final double[] given;
  private final int[] owner;

  /**
   * @param sizes of the blocks, the longest first
   * @param clock of each worker; advances by the blocks that it gets
   * @param weights relative speeds of the workers
   * @param most the time within which a worker computes all that it keeps
   * @param leeway the size by which it may be late in doing so
   */
  BlockClaims(double[] sizes, double[] clock, double[] weights, double most, double leeway) {
    this.sizes = sizes;
    this.clock = clock;
    this.weights = weights;
    this.most = most;
    this.leeway = leeway;
    this.given = new double[clock.length];
    this.owner = new int[sizes.length];
    Arrays.fill(owner, NOBODY);
  }

  /** The worker of each block, or {@link #NOBODY}. */
  int[] owners() {
    return owner;
  }

  /**
   * Settles the claims.
   *
   * @param last for each block the worker that had it last
   * @param near for each block the workers on hosts with its data
   * @param hungry the worker that gets a block in any case
   */
  void settle(int[] last, int[][] near, int hungry) {
    for (int block = 0; block < sizes.length; block++) {
      int worker = last[block];
      if (worker != NOBODY && given[worker] == 0 && (isDue(worker) || fits(block, worker))) {
        give(block, worker);
      }
    }
    settleNear(near, true);
    int next = 0;
    for (int worker = 0; worker < clock.length; worker++) {
      while (given[worker] == 0 && (isDue(worker) || worker == hungry) && next < sizes.length) {
        if (owner[next] == NOBODY) {
          give(next, worker);
        }
        next++;
      }
    }
    for (int block = 0; block < sizes.length; block++) {
      if (owner[block] == NOBODY && last[block] != NOBODY && fits(block, last[block])) {
        give(block, last[block]);
      }
    }
    settleNear(near, false);
  }

  /**
   * Gives blocks to workers near their data.
   *
   * @param areFirst whether each worker gets one block at most
   */
  private void settleNear(int[][] near, boolean areFirst) {
    for (int block = 0; block < sizes.length; block++) {
      int soonest = NOBODY;
      for (int worker : near[block]) {
        boolean isSooner = soonest == NOBODY || given[worker] < given[soonest];
        boolean mayHave = !areFirst || (given[worker] == 0 && isDue(worker));
        soonest = isSooner && mayHave && fits(block, worker) ? worker : soonest;
      }
      if (owner[block] == NOBODY && soonest != NOBODY) {
        give(block, soonest);
      }
    }
  }

  /** Whether there is a block for each worker, and this one is not too slow for one. */
  private boolean isDue(int worker) {
    return sizes.length >= clock.length && weights[worker] >= SLOW;
  }

  private boolean fits(int block, int worker) {
    double end = given[worker] + (sizes[block] - leeway) / weights[worker];
    return end <= most * (1 + ROUNDING);
  }

  private void give(int block, int worker) {
    owner[block] = worker;
    given[worker] += sizes[block] / weights[worker];
    clock[worker] += sizes[block] / weights[worker];
  }
}
