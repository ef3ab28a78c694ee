package trainer.data.format.record;

import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import trainer.core.config.Keys;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.format.FormatSettings;
import trainer.data.format.TableUse;
import trainer.data.format.csv.CsvPayload;
import trainer.data.format.example.ExamplePayload;
import trainer.data.format.libsvm.LibsvmPayload;
import trainer.data.format.payload.Payload;

/**
 * The choice of the payload of a file's records. Where the job leaves it to the file, its first
 * record that is not empty decides: a {@code tf.Example} can be read as one; any other record is
 * text, a CSV record if the job names columns and a libsvm line otherwise.
 */
public final class PayloadChoice {
  private static final int MOST_SHOWN = 40;

  private PayloadChoice() {}

  /**
   * The payload of a file.
   *
   * @param first reads the first record that is not empty; gives no bytes if there is none
   * @throws FailureException CONFIG_INVALID for CSV records without names of columns; those of
   *     {@code first}
   */
  public static Payload of(
      Keys.RecordPayload wanted, Supplier<byte[]> first, String path, FormatSettings settings) {
    return switch (wanted) {
      case EXAMPLE -> new ExamplePayload();
      case LIBSVM -> new LibsvmPayload();
      case CSV -> csv(first.get(), path, settings);
      case AUTO -> byFirst(first.get(), path, settings);
    };
  }

  private static Payload byFirst(byte[] first, String path, FormatSettings settings) {
    boolean namesColumns =
        TableUse.isAsked(settings.job()) || !settings.job().get(Keys.CSV_COLUMNS).isBlank();
    if (first.length == 0 || ExamplePayload.isExample(first, 0, first.length)) {
      return new ExamplePayload();
    }
    return namesColumns ? csv(first, path, settings) : new LibsvmPayload();
  }

  private static Payload csv(byte[] first, String path, FormatSettings settings) {
    if (settings.job().get(Keys.CSV_COLUMNS).isBlank()) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          "the records are CSV without a header: '" + shown(first) + "'",
          path,
          "name their columns with " + Keys.CSV_COLUMNS.name());
    }
    return new CsvPayload(settings.job(), first);
  }

  private static String shown(byte[] record) {
    int length = Math.min(MOST_SHOWN, record.length);
    String text = new String(record, 0, length, StandardCharsets.ISO_8859_1);
    return text.replaceAll("\\p{Cntrl}", "?") + (record.length > length ? "…" : "");
  }
}
