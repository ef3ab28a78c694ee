package trainer.worker.output;

import java.nio.charset.StandardCharsets;

/** Avro's encoding of values, into rows. */
public final class AvroBytes {
  private AvroBytes() {}

  /** Puts a whole number as a zigzag varint. */
  public static void putLong(long value, RowBytes rows) {
    long bits = (value << 1) ^ (value >> 63);
    while ((bits & ~0x7fL) != 0) {
      rows.put((int) (bits & 0x7f) | 0x80);
      bits >>>= 7;
    }
    rows.put((int) bits);
  }

  public static void putFloat(float value, RowBytes rows) {
    rows.putInt(Integer.reverseBytes(Float.floatToIntBits(value)));
  }

  public static void putDouble(double value, RowBytes rows) {
    long bits = Long.reverseBytes(Double.doubleToLongBits(value));
    rows.putInt((int) (bits >>> Integer.SIZE));
    rows.putInt((int) bits);
  }

  public static void putText(String text, RowBytes rows) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    putLong(bytes.length, rows);
    rows.put(bytes);
  }
}
