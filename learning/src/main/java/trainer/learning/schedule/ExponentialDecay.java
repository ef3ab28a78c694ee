package trainer.learning.schedule;

/**
 * Lowers the rate evenly on a logarithmic scale: decay^(t/steps) (Senior et al.: An Empirical Study
 * of Learning Rates in Deep Neural Networks for Speech Recognition, ICASSP 2013, section 4).
 */
record ExponentialDecay(int steps, double decay) implements Schedule {
  @Override
  public double factor(long step) {
    return StrictMath.pow(decay, (double) step / steps);
  }
}
