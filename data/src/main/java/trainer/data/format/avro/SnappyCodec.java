package trainer.data.format.avro;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyError;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** Snappy, as Avro writes it: one raw block and the CRC-32 of its decompressed bytes. */
final class SnappyCodec implements Codec {
  private static final int CRC_BYTES = 4;

  private final int most;
  private final CRC32 crc = new CRC32();

  SnappyCodec(int most) {
    this.most = most;
  }

  @Override
  public void decompress(GrowingBytes in, GrowingBytes out) throws IOException {
    try {
      uncompress(in, out);
    } catch (LinkageError | SnappyError e) {
      throw new FailureException(
          new Failure(
              FailureKind.INPUT_BAD_FILE,
              "snappy's native library cannot be loaded here: " + e,
              "",
              "let java.io.tmpdir be a folder on a file system that allows execution"),
          e);
    }
  }

  private void uncompress(GrowingBytes in, GrowingBytes out) throws IOException {
    int length = in.to - in.from - CRC_BYTES;
    if (length <= 0) {
      throw new IOException("no room for data and checksum");
    }
    int size = Snappy.uncompressedLength(in.array, in.from, length);
    if (size < 0) {
      throw new IOException("a negative length");
    }
    if (size > most) {
      throw Codec.tooLarge(most);
    }
    out.reset(size);
    out.to = Snappy.uncompress(in.array, in.from, length, out.array, 0);
    crc.reset();
    crc.update(out.array, 0, out.to);
    int expected = ByteBuffer.wrap(in.array).getInt(in.to - CRC_BYTES);
    if ((int) crc.getValue() != expected) {
      throw new IOException("checksum " + Long.toHexString(crc.getValue()) + " does not match");
    }
  }
}
