package trainer.worker.imports;

import java.io.IOException;
import java.io.OutputStream;
import trainer.avro.container.RowSchema;
import trainer.core.feature.BadFieldException;
import trainer.core.input.Examples;
import trainer.worker.output.AvroBytes;
import trainer.worker.output.AvroFile;
import trainer.worker.output.RowBytes;

/**
 * Rows of keys and values in Avro: {@code label}, {@code indices} and {@code values}. A record
 * whose values are all 1 has none.
 */
final class KeyedRecords implements RecordFormat {
  private static final RowSchema SCHEMA = RowSchema.ofKeys();

  @Override
  public String suffix() {
    return ".avro";
  }

  @Override
  public void encode(Examples examples, int record, RowBytes rows) {
    requireNoMore(examples);
    float label = examples.labels()[record];
    if (Float.isNaN(label)) {
      AvroBytes.putLong(0, rows);
    } else {
      AvroBytes.putLong(1, rows);
      AvroBytes.putFloat(label, rows);
    }
    int from = examples.starts()[record];
    int to = examples.starts()[record + 1];
    long[] keys = examples.keys();
    begin(to - from, rows);
    for (int i = from; i < to; i++) {
      AvroBytes.putLong(keys[i], rows);
    }
    AvroBytes.putLong(0, rows);
    float[] values = examples.values();
    boolean hasValues = values != null && !areOnes(values, from, to);
    AvroBytes.putLong(hasValues ? 1 : 0, rows);
    if (hasValues) {
      begin(to - from, rows);
      for (int i = from; i < to; i++) {
        AvroBytes.putFloat(values[i], rows);
      }
      AvroBytes.putLong(0, rows);
    }
    rows.endRow();
  }

  private static void requireNoMore(Examples examples) {
    boolean hasFields = examples.features().fields() != null;
    if (hasFields || examples.groups() != null || examples.weights() != null) {
      throw new BadFieldException(
          "Avro rows of keys and values have no "
              + (hasFields ? "fields" : examples.groups() != null ? "groups" : "weights"),
          "train on the input as it is");
    }
  }

  private static boolean areOnes(float[] values, int from, int to) {
    for (int i = from; i < to; i++) {
      if (values[i] != 1f) {
        return false;
      }
    }
    return true;
  }

  /** Begins an array of so many items; 0 ends it. */
  private static void begin(int items, RowBytes rows) {
    if (items > 0) {
      AvroBytes.putLong(items, rows);
    }
  }

  @Override
  public Writer begin(OutputStream out) throws IOException {
    return new AvroFile(out, SCHEMA);
  }
}
