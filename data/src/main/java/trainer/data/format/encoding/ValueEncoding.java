package trainer.data.format.encoding;

import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Type;

/** The encodings of the values of a page. */
public final class ValueEncoding {
  private ValueEncoding() {}

  /**
   * The decoder of a page's values.
   *
   * @param length the bytes of a value of type FIXED_LEN_BYTE_ARRAY
   * @param in the bytes of the values
   * @param most the most values that the page can have
   * @throws BadPageException for an encoding that the column's type does not have
   */
  public static ValueDecoder decoder(
      Encoding encoding, Type type, int length, PageBytes in, int most) {
    if (!fits(encoding, type)) {
      throw new BadPageException("encoding " + encoding + " of type " + type);
    }
    return switch (encoding) {
      case PLAIN -> new PlainDecoder(in, type, length);
      case PLAIN_DICTIONARY, RLE_DICTIONARY ->
          entries(new RunLengthDecoder(in, in.array[in.take(1)]));
      case RLE -> booleans(new RunLengthDecoder(in.split(in.takeInt()), 1));
      case DELTA_BINARY_PACKED -> new DeltaDecoder(in, most);
      case DELTA_LENGTH_BYTE_ARRAY -> DeltaTextDecoder.ofLengths(in, most);
      case DELTA_BYTE_ARRAY -> DeltaTextDecoder.ofPrefixes(in, most);
      case BYTE_STREAM_SPLIT -> new PlainDecoder(joined(in, type, length), type, length);
      case BIT_PACKED -> throw new BadPageException("values of the encoding of levels");
    };
  }

  private static boolean fits(Encoding encoding, Type type) {
    return switch (encoding) {
      case PLAIN, PLAIN_DICTIONARY, RLE_DICTIONARY -> true;
      case RLE -> type == Type.BOOLEAN;
      case DELTA_BINARY_PACKED -> type == Type.INT32 || type == Type.INT64;
      case DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY ->
          type == Type.BYTE_ARRAY || type == Type.FIXED_LEN_BYTE_ARRAY;
      case BYTE_STREAM_SPLIT -> type != Type.BOOLEAN && type != Type.BYTE_ARRAY;
      case BIT_PACKED -> false;
    };
  }

  private static ValueDecoder entries(RunLengthDecoder runs) {
    return (into, count) -> runs.read(into.entries(count), count);
  }

  private static ValueDecoder booleans(RunLengthDecoder runs) {
    return (into, count) -> {
      int[] bits = into.entries(count);
      long[] words = into.words(count);
      runs.read(bits, count);
      for (int i = 0; i < count; i++) {
        words[i] = bits[i];
      }
    };
  }

  /**
   * The values of BYTE_STREAM_SPLIT, which has all first bytes, then all second bytes, and so on.
   */
  private static PageBytes joined(PageBytes in, Type type, int length) {
    int size =
        switch (type) {
          case INT32, FLOAT -> Integer.BYTES;
          case INT64, DOUBLE -> Long.BYTES;
          default -> length;
        };
    int bytes = in.end - in.at;
    int values = bytes / size;
    byte[] joined = new byte[bytes + PageBytes.SPARE];
    for (int i = 0; i < values; i++) {
      for (int b = 0; b < size; b++) {
        joined[i * size + b] = in.array[in.at + b * values + i];
      }
    }
    return new PageBytes(joined, 0, values * size);
  }
}
