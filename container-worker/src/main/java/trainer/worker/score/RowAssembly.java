package trainer.worker.score;

import java.security.MessageDigest;
import trainer.core.digest.Sha256;
import trainer.core.input.Examples;
import trainer.core.input.KeptColumns;
import trainer.learning.spi.Outputs;
import trainer.worker.output.RowBytes;

/**
 * The rows of one task, in the format of the output and, for their digest, in canonical form: for
 * each row the kept texts, each as its length in bytes and its bytes in UTF-8 (the length is −1 for
 * NULL), then the bits of the outputs; numbers have 32 bits, highest byte first. Used by one
 * thread.
 */
public final class RowAssembly {
  private static final int NULL = -1;

  /** Rows are digested in runs of about so many bytes: a call a row would cost more than a row. */
  private static final int DIGESTED_BYTES = 1 << 14;

  private final OutputFormat format;
  private final Outputs outputs;
  private final String[] kept;
  private final float[] values;
  private final int scores;
  private final RowBytes canonical = new RowBytes();
  private final MessageDigest digest = Sha256.create();
  private RowBytes rows = new RowBytes();

  /**
   * @param scores of a record
   */
  public RowAssembly(OutputFormat format, OutputColumns columns, Outputs outputs, int scores) {
    this.format = format;
    this.outputs = outputs;
    this.kept = new String[columns.kept().size()];
    this.values = new float[columns.outputs().size()];
    this.scores = scores;
  }

  void begin() {
    rows = new RowBytes();
    canonical.clear();
    digest.reset();
  }

  /** Adds a row for each record. */
  void add(Examples examples, float[] all) {
    for (int record = 0; record < examples.records(); record++) {
      add(examples.kept(), record, all, record);
    }
  }

  /**
   * Adds the row of one record.
   *
   * @param columns have its texts at {@code record}
   * @param all has its scores at the place {@code scored} among those of all records
   */
  void add(KeptColumns columns, int record, float[] all, int scored) {
    for (int i = 0; i < kept.length; i++) {
      kept[i] = columns.columns().get(i)[record];
      putCanonical(kept[i]);
    }
    outputs.compute(all, scored * scores, values);
    for (float value : values) {
      canonical.putInt(Float.floatToIntBits(value));
    }
    format.encode(kept, values, rows);
    if (canonical.length() >= DIGESTED_BYTES) {
      digestRows();
    }
  }

  private void digestRows() {
    digest.update(canonical.bytes(), 0, canonical.length());
    canonical.clear();
  }

  private void putCanonical(String text) {
    if (text == null) {
      canonical.putInt(NULL);
      return;
    }
    int start = canonical.length();
    canonical.putInt(0);
    canonical.putText(text);
    canonical.setInt(start, canonical.length() - start - Integer.BYTES);
  }

  /** The rows since {@link #begin}; they belong to the caller. */
  RowBytes rows() {
    return rows;
  }

  /** The SHA-256 of the canonical form of these rows. */
  String digest() {
    digestRows();
    return Sha256.hex(digest);
  }
}
