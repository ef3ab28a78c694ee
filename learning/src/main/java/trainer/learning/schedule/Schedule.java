package trainer.learning.schedule;

/**
 * The factor of the learning rate, step by step: 1 at step 0, never negative.
 *
 * <p>A pure function with the same bits on every machine: IEEE arithmetic and {@link StrictMath}.
 */
interface Schedule {
  /** The factor at a step, counted from 0 after the warm-up. */
  double factor(long step);
}
