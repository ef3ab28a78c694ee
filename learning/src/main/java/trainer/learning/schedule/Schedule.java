package trainer.learning.schedule;

/**
 * What the learning rate is multiplied by, step by step: 1 at step 0, never negative.
 *
 * <p>A pure function, of the same bits on every machine: IEEE arithmetic and {@link StrictMath}.
 */
interface Schedule {
  /** The factor at a step, counted from 0 after the warm-up. */
  double factor(long step);
}
