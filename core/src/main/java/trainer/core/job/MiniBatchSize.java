package trainer.core.job;

import trainer.core.config.Keys;
import trainer.core.config.Settings;

/** The number of blocks of a mini-batch. */
public final class MiniBatchSize {
  private static final int MOST_BLOCKS = 128;
  private static final int LEAST_OF_FIXED_STEPS = 8;

  private MiniBatchSize() {}

  /** The number that a job sets, or one derived from the blocks of its input. */
  public static int of(Settings settings, int blocks) {
    int asked = settings.get(Keys.MINIBATCH_BLOCKS);
    return asked > 0 ? asked : derived(settings.get(Keys.OPTIMIZER), blocks);
  }

  /**
   * The default: gives enough updates an epoch for a first model, without needless barriers.
   * Optimizers that accumulate a key's gradients learn as much from fewer, larger mini-batches. The
   * others take one step of fixed size with each, so they need more, but none of a few records,
   * whose gradient is chance (benchmarks, Defaults).
   */
  public static int derived(Keys.OptimizerName optimizer, int blocks) {
    return switch (optimizer) {
      case ADAGRAD, ADAM, AMSGRAD, FTRL -> Math.max(1, Math.min(MOST_BLOCKS, blocks / 64));
      case SGD, MOMENTUM, NESTEROV, ADADELTA, RMSPROP ->
          Math.max(LEAST_OF_FIXED_STEPS, Math.min(MOST_BLOCKS, blocks / 128));
    };
  }
}
