package trainer.avro.state;

import java.util.List;
import org.apache.avro.Schema;

/**
 * Finds the end of a schema's value in untrusted bytes. It never goes back and never allocates
 * memory. It gives up at bytes that {@link JournalWriter} could not have written. Avro's own
 * decoder does none of that. Not thread-safe.
 */
final class EntrySkipper {
  /** The bytes are no value of the schema. */
  static final class Malformed extends Exception {
    private Malformed(String what) {
      super(what);
    }
  }

  private byte[] bytes;
  private int at;
  private int end;

  /** Moves to a range of some bytes. */
  EntrySkipper to(byte[] newBytes, int from, int to) {
    bytes = newBytes;
    at = from;
    end = to;
    return this;
  }

  int position() {
    return at;
  }

  void skip(Schema schema) throws Malformed {
    switch (schema.getType()) {
      case NULL -> {}
      case BOOLEAN -> forward(1);
      case INT, LONG, ENUM -> {
        long unused = readLong();
      }
      case FLOAT -> forward(Float.BYTES);
      case DOUBLE -> forward(Double.BYTES);
      case FIXED -> forward(schema.getFixedSize());
      case STRING, BYTES -> forward(readLong());
      case UNION -> skip(branch(schema.getTypes()));
      case ARRAY -> skipAll(schema.getElementType());
      case RECORD -> {
        for (Schema.Field field : schema.getFields()) {
          skip(field.schema());
        }
      }
      case MAP -> throw new Malformed("a map");
    }
  }

  long readLong() throws Malformed {
    long bits = 0;
    for (int shift = 0; shift < 64 && at < end; shift += 7) {
      byte b = bytes[at++];
      bits |= (b & 0x7fL) << shift;
      if (b >= 0) {
        return (bits >>> 1) ^ -(bits & 1);
      }
    }
    throw new Malformed("a number that does not end");
  }

  private void skipAll(Schema element) throws Malformed {
    for (long count = readLong(); count != 0; count = readLong()) {
      // Avro permits negative counts, followed by a size; our writers write none
      if (count < 0 || count > end - at) {
        throw new Malformed("an array of " + count);
      }
      for (long i = 0; i < count; i++) {
        skip(element);
      }
    }
  }

  private Schema branch(List<Schema> types) throws Malformed {
    long index = readLong();
    if (index < 0 || index >= types.size()) {
      throw new Malformed("choice " + index + " of " + types.size());
    }
    return types.get((int) index);
  }

  private void forward(long size) throws Malformed {
    if (size < 0 || size > end - at) {
      throw new Malformed("a value of " + size + " bytes");
    }
    at += (int) size;
  }
}
