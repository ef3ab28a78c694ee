package trainer.learning.schedule;

/**
 * Falls along half a cosine, then restarts at the full rate: ½(1 + cos(π·t/T)) in a period of T
 * steps. Each period is {@code growth} times as long as the one before (Loshchilov and Hutter:
 * SGDR, ICLR 2017, equation 5, with T₀ = {@code steps} and T_mult = {@code growth}).
 */
record CosineWithRestarts(int steps, int growth) implements Schedule {
  @Override
  public double factor(long step) {
    long period = steps;
    long into = step;
    if (growth == 1) {
      into %= period;
    } else {
      while (into >= period) {
        into -= period;
        period *= growth; // at most growth times the step itself, which no job brings to 2^53
      }
    }
    return (1 + StrictMath.cos(Math.PI * into / period)) / 2;
  }
}
