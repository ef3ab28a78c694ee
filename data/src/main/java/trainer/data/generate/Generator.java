package trainer.data.generate;

import org.apache.hadoop.conf.Configuration;
import trainer.core.failure.FailureException;

/** Makes synthetic data: the same records for the same seed in every format and file count. */
public final class Generator {
  /** The file beside the data that holds the {@link Truth} and the parameters. */
  public static final String TRUTH_FILE = "_truth.json";

  private final Configuration hadoop;

  public Generator(Configuration hadoop) {
    this.hadoop = hadoop;
  }

  /**
   * Writes the folder under a temporary name beside it, and renames it at the end.
   *
   * @throws FailureException OUTPUT_EXISTS, ACCESS_DENIED, STORAGE_FAILED
   */
  public Generated generate(GenerateRequest request, Progress progress) {
    return notYet();
  }

  @SuppressWarnings("TypeParameterUnusedInFormals")
  private <T> T notYet() {
    if (hadoop != null) {
      throw new UnsupportedOperationException("" + hadoop);
    }
    return null;
  }
}
