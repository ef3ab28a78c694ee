package trainer.appmaster.tensorboard;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The bytes of TensorFlow's protobuf message {@code Event} (tensorflow/core/util/event.proto), of
 * the kinds that Trainer writes. The time comes first and the step second.
 */
final class EventMessage {
  private static final int WALL_TIME = (1 << 3) | 1;
  private static final int STEP = 2 << 3;
  private static final int FILE_VERSION = (3 << 3) | 2;
  private static final int SUMMARY = (5 << 3) | 2;
  private static final int SESSION_LOG = (7 << 3) | 2;
  private static final int VALUE = (1 << 3) | 2;
  private static final int TAG = (1 << 3) | 2;
  private static final int SIMPLE_VALUE = (2 << 3) | 5;
  private static final byte[] START = {1 << 3, 1};
  private static final int STEP_AT = 1 + Double.BYTES;

  private EventMessage() {}

  /**
   * The first event of a file.
   *
   * @param at epoch milliseconds
   */
  static byte[] version(long at) {
    ByteArrayOutputStream out = head(at, 0);
    put(out, FILE_VERSION, "brain.Event:2".getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  /** Numbers of a step by their tags; those that are not finite are left out. */
  static byte[] scalars(long at, long step, Map<String, Double> values) {
    ByteArrayOutputStream summary = new ByteArrayOutputStream();
    values.forEach(
        (tag, value) -> {
          if (Double.isFinite(value)) {
            ByteArrayOutputStream one = new ByteArrayOutputStream();
            put(one, TAG, tag.getBytes(StandardCharsets.UTF_8));
            one.write(SIMPLE_VALUE);
            one.writeBytes(littleEndian(Float.BYTES).putFloat((float) (double) value).array());
            put(summary, VALUE, one.toByteArray());
          }
        });
    ByteArrayOutputStream out = head(at, step);
    put(out, SUMMARY, summary.toByteArray());
    return out.toByteArray();
  }

  /** The start of a session at a step: TensorBoard drops this step and all later ones so far. */
  static byte[] restart(long at, long step) {
    ByteArrayOutputStream out = head(at, step);
    put(out, SESSION_LOG, START);
    return out.toByteArray();
  }

  /** The step of an event that this class has made. */
  static long step(byte[] event) {
    long step = 0;
    if (event.length > STEP_AT && event[STEP_AT] == STEP) {
      int at = STEP_AT + 1;
      for (int shift = 0; at < event.length; shift += 7) {
        step |= (event[at] & 0x7fL) << shift;
        if (event[at++] >= 0) {
          break;
        }
      }
    }
    return step;
  }

  /** Whether an event that this class has made is a restart. */
  static boolean isRestart(byte[] event) {
    int at = event.length - START.length - 2;
    return at > 0
        && event[at] == SESSION_LOG
        && event[at + 1] == START.length
        && event[at + 2] == START[0]
        && event[at + 3] == START[1];
  }

  /** Whether an event has a number whose tag begins with this text. */
  static boolean hasTag(byte[] event, String beginning) {
    return new String(event, StandardCharsets.ISO_8859_1).contains(beginning);
  }

  private static ByteArrayOutputStream head(long at, long step) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(WALL_TIME);
    out.writeBytes(littleEndian(Double.BYTES).putDouble(at / 1000.0).array());
    out.write(STEP);
    varint(out, step);
    return out;
  }

  private static ByteBuffer littleEndian(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void put(ByteArrayOutputStream out, int field, byte[] bytes) {
    out.write(field);
    varint(out, bytes.length);
    out.writeBytes(bytes);
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
