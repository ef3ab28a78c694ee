package trainer.data.format.recordio;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import trainer.core.config.Keys;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.PinnedFile;
import trainer.data.format.FormatSettings;
import trainer.data.format.TableUse;
import trainer.data.format.csv.CsvPayload;
import trainer.data.format.example.ExamplePayload;
import trainer.data.format.libsvm.LibsvmPayload;
import trainer.data.format.payload.Payload;

/**
 * The choice of what the records of a file are: by {@code trainer.recordio.payload}, or by the
 * file's first record that is not empty. A {@code tf.Example} can be read as one; any other record
 * is text, a CSV record if the job names columns and a libsvm line otherwise.
 */
final class PayloadChoice {
  private PayloadChoice() {}

  /**
   * The payload of a file.
   *
   * @throws FailureException CONFIG_INVALID for CSV records without names of columns; those of
   *     {@link ChunkLoader#load}
   */
  static Payload of(PinnedFile file, FormatSettings settings) {
    Keys.RecordPayload wanted = settings.job().get(Keys.RECORDIO_PAYLOAD);
    byte[] first =
        wanted == Keys.RecordPayload.AUTO || wanted == Keys.RecordPayload.CSV
            ? firstRecord(file, settings.maxRecordBytes())
            : new byte[0];
    return switch (wanted) {
      case EXAMPLE -> new ExamplePayload();
      case LIBSVM -> new LibsvmPayload();
      case CSV -> csv(file, settings, first);
      case AUTO -> {
        if (first.length == 0 || ExamplePayload.isExample(first, 0, first.length)) {
          yield new ExamplePayload();
        }
        yield namesColumns(settings) ? csv(file, settings, first) : new LibsvmPayload();
      }
    };
  }

  private static boolean namesColumns(FormatSettings settings) {
    return TableUse.isAsked(settings.job()) || !settings.job().get(Keys.CSV_COLUMNS).isBlank();
  }

  private static Payload csv(PinnedFile file, FormatSettings settings, byte[] first) {
    if (settings.job().get(Keys.CSV_COLUMNS).isBlank()) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          "the records are CSV without a header: '" + shown(first) + "'",
          file.file().path(),
          "name their columns with " + Keys.CSV_COLUMNS.name());
    }
    return new CsvPayload(settings.job(), first);
  }

  private static String shown(byte[] record) {
    int most = 40;
    String text = new String(record, 0, Math.min(most, record.length), StandardCharsets.ISO_8859_1);
    return text.replaceAll("\\p{Cntrl}", "?") + (record.length > most ? "…" : "");
  }

  /** The first record that is not empty, in the first chunk that has records. */
  private static byte[] firstRecord(PinnedFile file, int mostBytes) {
    ChunkWalk walk = new ChunkWalk(file, mostBytes);
    while (walk.hasNext()) {
      ChunkHeader chunk = walk.next();
      if (chunk.records() > 0) {
        return firstRecord(new ChunkLoader(file, mostBytes), chunk);
      }
    }
    return new byte[0];
  }

  private static byte[] firstRecord(ChunkLoader chunks, ChunkHeader chunk) {
    chunks.load(chunk);
    for (long i = 0; i < chunk.records(); i++) {
      chunks.next();
      if (chunks.to() > chunks.from()) {
        return Arrays.copyOfRange(chunks.bytes(), chunks.from(), chunks.to());
      }
    }
    return new byte[0];
  }
}
