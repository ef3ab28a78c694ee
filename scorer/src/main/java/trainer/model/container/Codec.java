package trainer.model.container;

import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** A decompressor of blocks. */
interface Codec {
  /**
   * The contents of a stored block.
   *
   * @throws DamagedBytesException for bytes that are not of this codec
   */
  ByteCursor decompress(byte[] stored);

  /**
   * The codec of a name.
   *
   * @param most the most bytes of a block's contents
   * @throws DamagedBytesException for a codec that models are not written with
   */
  static Codec named(String name, int most) {
    switch (name) {
      case "":
      case "null":
        return stored -> new ByteCursor(stored, 0, stored.length);
      case "deflate":
        return stored -> inflate(stored, most);
      case "snappy":
        return stored -> Snappy.decompress(stored, most);
      default:
        throw new DamagedBytesException("codec '" + name + "' is none that models have");
    }
  }

  /** Raw deflate, without header and checksum. */
  private static ByteCursor inflate(byte[] stored, int most) {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(stored);
      ByteArrayOutputStream contents = new ByteArrayOutputStream(4 * stored.length);
      byte[] piece = new byte[1 << 16];
      while (!inflater.finished()) {
        int count = inflater.inflate(piece);
        if (count == 0 && !inflater.finished()) {
          throw new DamagedBytesException("a block cannot be unpacked: it ends early");
        }
        contents.write(piece, 0, count);
        if (contents.size() > most) {
          throw new DamagedBytesException("a block has more than " + most + " bytes");
        }
      }
      if (inflater.getRemaining() > 0) {
        throw new DamagedBytesException("a block has bytes behind its compressed data");
      }
      byte[] bytes = contents.toByteArray();
      return new ByteCursor(bytes, 0, bytes.length);
    } catch (DataFormatException e) {
      throw new DamagedBytesException("a block cannot be unpacked: " + e.getMessage());
    } finally {
      inflater.end();
    }
  }
}
