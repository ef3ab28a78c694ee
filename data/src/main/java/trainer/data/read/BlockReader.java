package trainer.data.read;

import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.input.Block;
import trainer.core.input.Examples;
import trainer.core.input.InputFile;

/** Decodes blocks. One thread at a time; keeps a few files open until {@link #close}. */
public final class BlockReader implements AutoCloseable {
  private final Configuration hadoop;
  private final Settings settings;

  /** A reader of blocks that were cut under the same settings. */
  public BlockReader(Configuration hadoop, Settings settings) {
    this.hadoop = hadoop;
    this.settings = settings;
  }

  /**
   * The records of one block. The arrays are the caller's: this reader does not touch them again.
   *
   * @throws FailureException INPUT_CHANGED or INPUT_GONE when the file is no longer what the index
   *     saw; INPUT_CORRUPT, INPUT_TRUNCATED, DATA_INVALID or RECORD_TOO_LARGE when its bytes are
   *     bad; ACCESS_DENIED, STORAGE_FAILED when it cannot be read
   */
  public Examples read(InputFile file, Block block) {
    return notYet();
  }

  @Override
  public void close() {}

  @SuppressWarnings("TypeParameterUnusedInFormals")
  private <T> T notYet() {
    if (hadoop != null) {
      throw new UnsupportedOperationException("" + hadoop + settings.texts());
    }
    return null;
  }
}
