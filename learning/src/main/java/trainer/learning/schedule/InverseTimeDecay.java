package trainer.learning.schedule;

/**
 * Lowers the rate as 1/(1 + decay·t/steps), the schedule under which stochastic approximation
 * converges (Robbins and Monro, 1951; in this form Bottou: Stochastic Gradient Descent Tricks,
 * 2012, section 5.2).
 */
record InverseTimeDecay(int steps, double decay) implements Schedule {
  @Override
  public double factor(long step) {
    return 1 / (1 + decay * step / steps);
  }
}
