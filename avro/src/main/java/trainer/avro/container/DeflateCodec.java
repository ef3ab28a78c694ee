package trainer.avro.container;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Raw deflate, as Avro writes it: without header and checksum. */
final class DeflateCodec implements BlockCodec {
  private final int most;
  // Freed with this object: an Inflater has a cleaner of its own.
  private final Inflater inflater = new Inflater(true);

  DeflateCodec(int most) {
    this.most = most;
  }

  @Override
  public void decompress(GrowingBytes in, GrowingBytes out) {
    inflater.reset();
    inflater.setInput(in.array(), in.from(), in.length());
    out.reset(0);
    try {
      while (!inflater.finished()) {
        int count = inflater.inflate(out.array(), out.to(), out.room());
        out.use(count);
        if (inflater.finished()) {
          break;
        }
        if (out.room() == 0) {
          out.grow(most);
        } else if (count == 0) {
          throw new DamagedContainerException("cannot be unpacked (it ends early)");
        }
      }
    } catch (DataFormatException e) {
      throw new DamagedContainerException("cannot be unpacked (" + e.getMessage() + ")");
    }
    if (inflater.getRemaining() != 0) {
      throw new DamagedContainerException(
          "has " + inflater.getRemaining() + " bytes behind its compressed data");
    }
  }
}
