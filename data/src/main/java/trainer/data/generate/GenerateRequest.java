package trainer.data.generate;

import trainer.core.config.Keys;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * The parameters of synthetic data. Build with {@link #of} and the {@code with} methods.
 *
 * @param kind the kind of data
 * @param records the total number of records
 * @param output the folder to create
 * @param format AVRO or LIBSVM
 * @param seed the seed of the records
 * @param modelSeed the seed of the hidden model, which otherwise depends only on the kind, {@code
 *     features} and {@code classes}
 * @param files the number of files that share the records
 * @param features the number of features
 * @param nonzeros features per record, for clicks
 * @param classes the number of labels
 * @param overwrite whether an existing folder is replaced
 */
public record GenerateRequest(
    SyntheticKind kind,
    long records,
    String output,
    Keys.Format format,
    long seed,
    long modelSeed,
    int files,
    long features,
    int nonzeros,
    int classes,
    boolean overwrite) {
  /** The default seed of the hidden model. */
  public static final long DEFAULT_MODEL_SEED = 20_261_121;

  public GenerateRequest {
    require(records >= 1, "--records", records, "1 or more");
    require(files >= 1 && files <= 100_000, "--files", files, "1 to 100000");
    require(features >= 2 && features <= 1 << 28, "--features", features, "2 to 268435456");
    require(classes >= 2 && classes <= 10_000, "--classes", classes, "2 to 10000");
    long most = kind == SyntheticKind.CLICKS ? features / 2 : features;
    require(nonzeros >= 1 && nonzeros <= most, "--nonzeros", nonzeros, "1 to " + most);
    if (format == Keys.Format.AUTO) {
      throw new FailureException(
          FailureKind.BAD_FLAGS, "--format has no value to write", "", "give avro or libsvm");
    }
  }

  /** The defaults of a kind. */
  public static GenerateRequest of(SyntheticKind kind, long records, String output) {
    long features = kind == SyntheticKind.CLICKS ? 1 << 16 : 50;
    int nonzeros = kind == SyntheticKind.CLICKS ? 20 : 50;
    int classes = kind == SyntheticKind.MULTICLASS ? 5 : 2;
    return new GenerateRequest(
        kind,
        records,
        output,
        Keys.Format.AVRO,
        1,
        DEFAULT_MODEL_SEED,
        1,
        features,
        nonzeros,
        classes,
        false);
  }

  public GenerateRequest withFormat(Keys.Format value) {
    return copy(value, seed, modelSeed, files, features, nonzeros, overwrite);
  }

  public GenerateRequest withSeed(long value) {
    return copy(format, value, modelSeed, files, features, nonzeros, overwrite);
  }

  public GenerateRequest withModelSeed(long value) {
    return copy(format, seed, value, files, features, nonzeros, overwrite);
  }

  public GenerateRequest withFiles(int value) {
    return copy(format, seed, modelSeed, value, features, nonzeros, overwrite);
  }

  /**
   * The request with other dimensions; dense records have every feature, whichever {@code
   * nonzeroCount}.
   */
  public GenerateRequest withFeatures(long featureCount, int nonzeroCount) {
    int count = kind == SyntheticKind.CLICKS ? nonzeroCount : (int) featureCount;
    return copy(format, seed, modelSeed, files, featureCount, count, overwrite);
  }

  public GenerateRequest withOverwrite(boolean value) {
    return copy(format, seed, modelSeed, files, features, nonzeros, value);
  }

  private GenerateRequest copy(
      Keys.Format newFormat,
      long newSeed,
      long newModelSeed,
      int newFiles,
      long newFeatures,
      int newNonzeros,
      boolean newOverwrite) {
    return new GenerateRequest(
        kind,
        records,
        output,
        newFormat,
        newSeed,
        newModelSeed,
        newFiles,
        newFeatures,
        newNonzeros,
        classes,
        newOverwrite);
  }

  private static void require(boolean holds, String flag, long value, String expected) {
    if (!holds) {
      throw new FailureException(
          FailureKind.BAD_FLAGS, flag + " " + value + " is out of range", "", "give " + expected);
    }
  }
}
