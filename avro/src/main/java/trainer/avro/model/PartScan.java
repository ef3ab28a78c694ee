package trainer.avro.model;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import trainer.avro.digest.DigestingInput;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.table.TableSpec;

/**
 * The result of reading a part file from end to end.
 *
 * @param rows rows up to the end or the damage
 * @param offset the beginning of the damaged block, −1 when every block could be read
 * @param checked whether each block has a checksum, so that only the header can be wrong unnoticed
 * @param complaint the damage in words, null when every block could be read
 * @param refusal the failure of a newer format, else null
 */
record PartScan(
    long rows, long offset, boolean checked, String complaint, FailureException refusal) {
  /** Reads to the end, without decoding the rest after a damage, and leaves the stream open. */
  static PartScan of(DigestingInput in, String name, List<TableSpec> tables) throws IOException {
    PartScan scan = read(in, name, tables);
    in.drain();
    return scan;
  }

  /** The position of the damage, if any: in a block that cannot be read, or in the header. */
  long damagedAt() {
    return offset < 0 && checked ? 0 : offset;
  }

  /** The complaint as a parenthesis, or nothing. */
  String detail() {
    return complaint == null ? "" : " (" + complaint + ")";
  }

  private static PartScan read(InputStream in, String name, List<TableSpec> tables)
      throws IOException {
    ModelPartReader reader;
    try {
      reader = new ModelPartReader(new Unclosed(in), name, tables);
    } catch (FailureException e) {
      return failed(0, 0, false, e);
    }
    try (reader) {
      while (reader.next()) {
        continue;
      }
      return new PartScan(reader.rows(), -1, reader.isChecked(), null, null);
    } catch (FailureException e) {
      return failed(reader.rows(), reader.offset(), reader.isChecked(), e);
    }
  }

  private static PartScan failed(long rows, long offset, boolean checked, FailureException e) {
    boolean newer = e.failure().kind() == FailureKind.VERSION_NOT_SUPPORTED;
    return new PartScan(rows, offset, checked, e.failure().what(), newer ? e : null);
  }

  /** Keeps the reader from closing the stream, which the scan then drains. */
  private static final class Unclosed extends FilterInputStream {
    Unclosed(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] b, int offset, int length) throws IOException {
      return in.read(b, offset, length);
    }

    @Override
    public void close() {}
  }
}
