package trainer.core.message;

/**
 * Exact progressive metrics of some records: integers, so that their sums do not depend on order.
 *
 * @param records how many records
 * @param loss the sum of their losses in multiples of 2^-{@value #FRACTION_BITS}, rounded once a
 *     block
 * @param bad how many records were left out because they are broken
 */
public record Metrics(long records, long loss, long bad) {
  /** Losses are sums of multiples of 2^-24. */
  public static final int FRACTION_BITS = 24;

  /** Nothing. */
  public static final Metrics NONE = new Metrics(0, 0);

  /** Metrics of records of which none is broken. */
  public Metrics(long records, long loss) {
    this(records, loss, 0);
  }

  public Metrics plus(Metrics other) {
    return new Metrics(records + other.records, Math.addExact(loss, other.loss), bad + other.bad);
  }

  /** The mean loss, NaN of nothing. */
  public double meanLoss() {
    return loss / (double) (1L << FRACTION_BITS) / records;
  }
}
