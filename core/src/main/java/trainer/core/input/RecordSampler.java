package trainer.core.input;

import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.random.SplitMix64;

/**
 * Chooses records by their {@link RecordHash}: {@code trainer.validation.percent} of them are held
 * out, and of the negatives among the others {@code trainer.input.negatives} are kept. A kept
 * negative has the weight of those it stands for. The choice depends on the record alone, so that
 * it is equal for every division of the input. Immutable.
 */
public final class RecordSampler {
  /** Takes all records. */
  public static final RecordSampler NONE = new RecordSampler(Split.ALL, 0, 1);

  private static final double ONE_IN_BITS = 0x1p-53;
  private static final int FRACTION_BITS = 53;

  private final Split split;
  private final double heldOut;
  private final double negatives;

  private RecordSampler(Split split, double heldOut, double negatives) {
    this.split = split;
    this.heldOut = heldOut;
    this.negatives = negatives;
  }

  /** The sampler of some of a job's records. */
  public static RecordSampler of(Settings settings, Split split) {
    double heldOut = settings.get(Keys.VALIDATION_PERCENT) / 100.0;
    double negatives = split == Split.TRAINED ? settings.get(Keys.INPUT_NEGATIVES) : 1;
    boolean isWhole = split == Split.ALL || (heldOut == 0 && negatives == 1);
    return isWhole ? NONE : new RecordSampler(split, heldOut, negatives);
  }

  /** Whether any record may be left out. */
  public boolean isNeeded() {
    return split != Split.ALL;
  }

  /** Whether broken records count; those of held-out records count where the others are read. */
  public boolean countsBroken() {
    return split != Split.HELD_OUT;
  }

  /** Whether a record is taken. */
  public boolean takes(float label, long hash) {
    SplitMix64 draws = new SplitMix64(hash);
    boolean isHeldOut = fraction(draws) < heldOut;
    if (isHeldOut != (split == Split.HELD_OUT)) {
      return false;
    }
    return label > 0 || negatives == 1 || fraction(draws) < negatives;
  }

  private static double fraction(SplitMix64 draws) {
    return (draws.next() >>> (Long.SIZE - FRACTION_BITS)) * ONE_IN_BITS;
  }

  /** The number of records that a taken one stands for. */
  public float weight(float label) {
    return label > 0 ? 1f : (float) (1 / negatives);
  }
}
