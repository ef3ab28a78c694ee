package trainer.data.generate;

import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * The definition of synthetic records: equal ones define the same records.
 *
 * @param kind of the records
 * @param records how many
 * @param seed the seed of the records
 * @param modelSeed the seed of the hidden model, which otherwise depends only on the kind, {@code
 *     features} and {@code classes}
 * @param features the number of features
 * @param nonzeros features per record, for clicks
 * @param classes the number of labels
 */
public record SyntheticSpec(
    SyntheticKind kind,
    long records,
    long seed,
    long modelSeed,
    long features,
    int nonzeros,
    int classes) {
  /** The default seed of the hidden model. */
  public static final long DEFAULT_MODEL_SEED = 20_261_121;

  public SyntheticSpec {
    require(records >= 1, "--records", records, "1 or more");
    require(features >= 2 && features <= 1 << 28, "--features", features, "2 to 268435456");
    require(classes >= 2 && classes <= 10_000, "--classes", classes, "2 to 10000");
    long most = kind == SyntheticKind.CLICKS ? features / 2 : features;
    require(nonzeros >= 1 && nonzeros <= most, "--nonzeros", nonzeros, "1 to " + most);
  }

  /** The defaults of a kind. */
  public static SyntheticSpec of(SyntheticKind kind, long records) {
    long features = kind == SyntheticKind.CLICKS ? 1 << 16 : 50;
    int nonzeros = kind == SyntheticKind.CLICKS ? 20 : 50;
    int classes = kind == SyntheticKind.MULTICLASS ? 5 : 2;
    return new SyntheticSpec(kind, records, 1, DEFAULT_MODEL_SEED, features, nonzeros, classes);
  }

  public SyntheticSpec withSeed(long value) {
    return new SyntheticSpec(kind, records, value, modelSeed, features, nonzeros, classes);
  }

  public SyntheticSpec withModelSeed(long value) {
    return new SyntheticSpec(kind, records, seed, value, features, nonzeros, classes);
  }

  /**
   * The definition with other dimensions; dense records have every feature, whichever {@code
   * nonzeroCount}.
   */
  public SyntheticSpec withFeatures(long featureCount, int nonzeroCount) {
    int count = kind == SyntheticKind.CLICKS ? nonzeroCount : (int) featureCount;
    return new SyntheticSpec(kind, records, seed, modelSeed, featureCount, count, classes);
  }

  static void require(boolean holds, String flag, long value, String expected) {
    if (!holds) {
      throw new FailureException(
          FailureKind.BAD_FLAGS, flag + " " + value + " is out of range", "", "give " + expected);
    }
  }
}
