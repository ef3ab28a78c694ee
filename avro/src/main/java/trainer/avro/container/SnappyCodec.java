package trainer.avro.container;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyError;

/** Snappy, as Avro writes it: one raw block and the CRC-32 of its decompressed bytes. */
final class SnappyCodec implements BlockCodec {
  static final int CRC_BYTES = 4;

  private final int most;
  private final CRC32 crc = new CRC32();

  SnappyCodec(int most) {
    this.most = most;
  }

  @Override
  public void decompress(GrowingBytes in, GrowingBytes out) throws SnappyUnavailableException {
    int length = in.length() - CRC_BYTES;
    if (length <= 0) {
      throw new DamagedContainerException("has no room for data and checksum");
    }
    try {
      uncompress(in, length, out);
    } catch (LinkageError | SnappyError e) {
      throw new SnappyUnavailableException(e);
    } catch (IOException e) {
      throw new DamagedContainerException("cannot be unpacked (" + e.getMessage() + ")");
    }
    crc.reset();
    crc.update(out.array(), out.from(), out.length());
    if ((int) crc.getValue() != ByteBuffer.wrap(in.array()).getInt(in.to() - CRC_BYTES)) {
      throw new DamagedContainerException("does not match its checksum");
    }
  }

  private void uncompress(GrowingBytes in, int length, GrowingBytes out) throws IOException {
    int size = Snappy.uncompressedLength(in.array(), in.from(), length);
    if (size < 0) {
      throw new DamagedContainerException("has a negative length");
    }
    if (size > most) {
      throw new OversizedBlockException(most);
    }
    out.reset(size);
    out.use(Snappy.uncompress(in.array(), in.from(), length, out.array(), 0));
  }
}
