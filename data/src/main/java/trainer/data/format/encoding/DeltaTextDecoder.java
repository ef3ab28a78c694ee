package trainer.data.format.encoding;

import java.util.Arrays;

/**
 * A decoder of DELTA_LENGTH_BYTE_ARRAY and DELTA_BYTE_ARRAY: the lengths of all texts, then their
 * bytes. The latter leaves out the bytes that a text shares with the one before it, and has their
 * counts in front.
 */
final class DeltaTextDecoder implements ValueDecoder {
  /** The most bytes of the texts of one call. */
  private static final int MOST = 1 << 30;

  private final DeltaDecoder prefixes;
  private final DeltaDecoder lengths;
  private final PageBytes in;

  /** The whole texts of the present call, behind the last one of the call before. */
  private byte[] texts = new byte[0];

  private int previous;
  private int written;

  private DeltaTextDecoder(DeltaDecoder prefixes, PageBytes in, int most) {
    this.prefixes = prefixes;
    this.lengths = new DeltaDecoder(new PageBytes(in.array, in.at, in.end), most);
    in.at = lengths.end();
    this.in = in;
  }

  /** A decoder of DELTA_LENGTH_BYTE_ARRAY. */
  static DeltaTextDecoder ofLengths(PageBytes in, int most) {
    return new DeltaTextDecoder(null, in, most);
  }

  /** A decoder of DELTA_BYTE_ARRAY. */
  static DeltaTextDecoder ofPrefixes(PageBytes in, int most) {
    DeltaDecoder prefixes = new DeltaDecoder(new PageBytes(in.array, in.at, in.end), most);
    in.at = prefixes.end();
    return new DeltaTextDecoder(prefixes, in, most);
  }

  @Override
  public void read(RawValues into, int count) {
    if (prefixes == null) {
      into.texts(in.array, count);
      for (int i = 0; i < count; i++) {
        into.starts[i] = in.take(lengths.next());
        into.ends[i] = in.at;
      }
      return;
    }
    System.arraycopy(texts, previous, texts, 0, written - previous);
    written -= previous;
    previous = 0;
    into.texts(texts, count);
    for (int i = 0; i < count; i++) {
      readOn();
      into.starts[i] = previous;
      into.ends[i] = written;
    }
    into.bytes = texts;
  }

  private void readOn() {
    long prefix = prefixes.next();
    long length = lengths.next();
    int from = in.take(length);
    if (prefix < 0 || prefix > written - previous || written + prefix + length > MOST) {
      throw new BadPageException("a text shares " + prefix + " bytes with the one before it");
    }
    int end = (int) (written + prefix + length);
    if (end > texts.length - PageBytes.SPARE) {
      texts = Arrays.copyOf(texts, Math.max(2 * texts.length, end + PageBytes.SPARE));
    }
    System.arraycopy(texts, previous, texts, written, (int) prefix);
    System.arraycopy(in.array, from, texts, written + (int) prefix, (int) length);
    previous = written;
    written = end;
  }
}
