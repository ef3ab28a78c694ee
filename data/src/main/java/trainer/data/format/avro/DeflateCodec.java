package trainer.data.format.avro;

import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Raw deflate, as Avro writes it: without header and checksum. */
final class DeflateCodec implements Codec {
  private final int most;
  // Freed with this object: an Inflater has a cleaner of its own.
  private final Inflater inflater = new Inflater(true);

  DeflateCodec(int most) {
    this.most = most;
  }

  @Override
  public void decompress(GrowingBytes in, GrowingBytes out) throws IOException {
    inflater.reset();
    inflater.setInput(in.array, in.from, in.to - in.from);
    out.reset(0);
    try {
      while (!inflater.finished()) {
        int count = inflater.inflate(out.array, out.to, out.array.length - out.to);
        out.to += count;
        if (inflater.finished()) {
          break;
        }
        if (out.to == out.array.length) {
          if (out.to >= most) {
            throw Codec.tooLarge(most);
          }
          out.grow(most);
        } else if (count == 0) {
          throw new IOException("deflate stream ends too early");
        }
      }
    } catch (DataFormatException e) {
      throw new IOException(e.getMessage(), e);
    }
    if (inflater.getRemaining() != 0) {
      throw new IOException(inflater.getRemaining() + " bytes behind the deflate stream");
    }
  }
}
