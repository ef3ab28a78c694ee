package trainer.data.format.parquet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import shaded.parquet.org.apache.thrift.protocol.TProtocolUtil;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.PinnedFile;
import trainer.data.format.encoding.PageBytes;

/**
 * The metadata at the end of a file: its bytes, their count as 4 bytes, and the magic number.
 *
 * @param start the byte at which it begins, and the data end
 */
record ParquetFooter(long start, FileMetaData metadata) {
  static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  static final byte[] ENCRYPTED = "PARE".getBytes(StandardCharsets.US_ASCII);

  private static final int TAIL = Integer.BYTES + MAGIC.length;

  static {
    // Unknown fields are skipped by recursion, which damaged bytes could make too deep for a stack.
    TProtocolUtil.setMaxSkipDepth(32);
  }

  /**
   * Reads the footer of a file.
   *
   * @throws FailureException INPUT_TRUNCATED, INPUT_CORRUPT; INPUT_BAD_FILE if it is encrypted
   */
  static ParquetFooter read(PinnedFile file) {
    String path = file.file().path();
    if (file.length() < MAGIC.length + TAIL) {
      throw truncated(path, "the file has " + file.length() + " bytes, no Parquet file so few");
    }
    byte[] tail = new byte[TAIL];
    file.read(file.length() - TAIL, tail, 0, TAIL);
    byte[] magic = Arrays.copyOfRange(tail, Integer.BYTES, TAIL);
    if (Arrays.equals(magic, ENCRYPTED)) {
      throw encrypted(path);
    }
    if (!Arrays.equals(magic, MAGIC)) {
      throw truncated(path, "the file does not end with PAR1, so its end is missing");
    }
    int length = PageBytes.intAt(tail, 0);
    long start = file.length() - TAIL - length;
    if (length <= 0 || start < MAGIC.length) {
      throw corrupt(path, file.length() - TAIL, "the footer has " + length + " bytes", null);
    }
    byte[] bytes = new byte[length];
    file.read(start, bytes, 0, length);
    try {
      FileMetaData metadata = Util.readFileMetaData(new ByteArrayInputStream(bytes), length);
      if (metadata.isSetEncryption_algorithm()) {
        throw encrypted(path);
      }
      return new ParquetFooter(start, metadata);
    } catch (FailureException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw corrupt(path, start, "the footer is damaged: " + e.getMessage(), e);
    }
  }

  private static FailureException truncated(String path, String what) {
    return new FailureException(
        FailureKind.INPUT_TRUNCATED, what, path, "write or copy the file again");
  }

  static FailureException encrypted(String path) {
    return new FailureException(
        FailureKind.INPUT_BAD_FILE,
        "the Parquet file is encrypted, which Trainer does not read",
        path,
        "write it again without encryption");
  }

  /** The failure of metadata that cannot be true. */
  static FailureException corrupt(String path, long at, String what, Exception cause) {
    return new FailureException(
        new Failure(FailureKind.INPUT_CORRUPT, what, path + " at byte " + at, "restore the file"),
        cause);
  }
}
