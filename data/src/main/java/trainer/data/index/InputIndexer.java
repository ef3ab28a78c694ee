package trainer.data.index;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.input.InputFile;

/** Finds the files of an input and cuts them into blocks. Thread-safe. */
public final class InputIndexer {
  private final Configuration hadoop;
  private final Settings settings;

  /**
   * @param settings {@code trainer.input.format}, {@code trainer.block.records} and {@code
   *     trainer.text.block-bytes} are used
   */
  public InputIndexer(Configuration hadoop, Settings settings) {
    this.hadoop = hadoop;
    this.settings = settings;
  }

  /**
   * The files that {@code inputs} names, in canonical order: by the bytes of their paths. Cheap
   * enough for checks before the start.
   *
   * @param inputs files, folders and globs, separated by commas: the value of {@code trainer.input}
   *     or {@code trainer.validation.input}
   * @throws FailureException INPUT_NOT_FOUND, INPUT_EMPTY, ACCESS_DENIED
   */
  public List<InputFile> list(String inputs) {
    return notYet();
  }

  /**
   * The blocks of all files that {@code inputs} names, from headers alone, in parallel over files.
   *
   * @throws FailureException as {@link #list}; INPUT_BAD_FILE, INPUT_TRUNCATED, INPUT_CORRUPT
   */
  public InputIndex index(String inputs) {
    return notYet();
  }

  @SuppressWarnings("TypeParameterUnusedInFormals")
  private <T> T notYet() {
    if (hadoop != null) {
      throw new UnsupportedOperationException("" + hadoop + settings.texts());
    }
    return null;
  }
}
