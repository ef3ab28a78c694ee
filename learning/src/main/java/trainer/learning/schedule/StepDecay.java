package trainer.learning.schedule;

/**
 * Drops the rate after every {@code steps} steps: decay^⌊t/steps⌋ (as in He et al.: Deep Residual
 * Learning, CVPR 2016, section 4).
 */
record StepDecay(int steps, double decay) implements Schedule {
  @Override
  public double factor(long step) {
    long drops = step / steps;
    return StrictMath.pow(decay, (double) drops);
  }
}
