package trainer.data.format.tfrecord;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32C;
import trainer.data.TfExamples;

/** Frames of any length. */
final class Frames {
  private Frames() {}

  /** The header of a record of this length, with its checksum. */
  static byte[] header(long length) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Frame.HEADER).order(ByteOrder.LITTLE_ENDIAN).putLong(length);
    CRC32C crc = new CRC32C();
    crc.update(bytes.array(), 0, Long.BYTES);
    int sum = (int) crc.getValue();
    return bytes.putInt((sum >>> 15 | sum << 17) + 0xa282ead8).array();
  }

  static byte[] file(List<byte[]> records) {
    try {
      return TfExamples.file(records);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
