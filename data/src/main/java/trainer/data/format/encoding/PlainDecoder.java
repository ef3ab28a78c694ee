package trainer.data.format.encoding;

import org.apache.parquet.format.Type;

/** A decoder of the encoding PLAIN: values of a fixed size, or texts behind their lengths. */
final class PlainDecoder implements ValueDecoder {
  private final PageBytes in;
  private final Type type;
  private final int length;

  /** The next bit, of booleans. */
  private int bit;

  /**
   * @param length the bytes of a value of type FIXED_LEN_BYTE_ARRAY
   */
  PlainDecoder(PageBytes in, Type type, int length) {
    this.in = in;
    this.type = type;
    this.length = length;
  }

  @Override
  public void read(RawValues into, int count) {
    switch (type) {
      case BOOLEAN -> readBits(into.words(count), count);
      case INT32, FLOAT -> readInts(into.words(count), count);
      case INT64, DOUBLE -> readLongs(into.words(count), count);
      case FIXED_LEN_BYTE_ARRAY -> readFixed(into, count);
      case BYTE_ARRAY -> readTexts(into, count);
      case INT96 -> throw new BadPageException("values of type INT96");
    }
  }

  private void readBits(long[] into, int count) {
    for (int i = 0; i < count; i++) {
      if (bit == 0) {
        in.take(1);
      }
      into[i] = ((long) in.array[in.at - 1] >>> bit) & 1;
      bit = (bit + 1) & 7;
    }
  }

  private void readInts(long[] into, int count) {
    int from = in.take((long) count * Integer.BYTES);
    byte[] array = in.array;
    for (int i = 0; i < count; i++) {
      into[i] = PageBytes.intAt(array, from + i * Integer.BYTES);
    }
  }

  private void readLongs(long[] into, int count) {
    int from = in.take((long) count * Long.BYTES);
    byte[] array = in.array;
    for (int i = 0; i < count; i++) {
      into[i] = PageBytes.longAt(array, from + i * Long.BYTES);
    }
  }

  private void readFixed(RawValues into, int count) {
    into.texts(in.array, count);
    for (int i = 0; i < count; i++) {
      into.starts[i] = in.take(length);
      into.ends[i] = in.at;
    }
  }

  private void readTexts(RawValues into, int count) {
    into.texts(in.array, count);
    for (int i = 0; i < count; i++) {
      into.starts[i] = in.take(in.takeInt());
      into.ends[i] = in.at;
    }
  }
}
