package trainer.core.feature;

/**
 * Centres and scales a column of numbers: z = (x − mean) / deviation, in double precision.
 *
 * @param mean the mean of the column
 * @param deviation the population standard deviation; 0, that of a constant column, counts as 1
 */
public record Standardisation(double mean, double deviation) {
  /** Leaves numbers as they are. */
  public static final Standardisation NONE = new Standardisation(0, 1);

  public Standardisation {
    if (!Double.isFinite(mean) || !Double.isFinite(deviation) || deviation < 0) {
      throw new IllegalArgumentException("a mean of " + mean + ", a deviation of " + deviation);
    }
  }

  /** The standardisation of a column with these moments; {@link #NONE} of one without numbers. */
  public static Standardisation of(Moments moments) {
    return moments.count() == 0 ? NONE : new Standardisation(moments.mean(), moments.deviation());
  }

  /** The standardised number. */
  public double apply(double x) {
    return (x - mean) / (deviation == 0 ? 1 : deviation);
  }
}
