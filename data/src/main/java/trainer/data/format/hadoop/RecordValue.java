package trainer.data.format.hadoop;

import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;

/**
 * The bytes of a record: those of the value, or of the key where the value is NULL. They are valid
 * until the next record. Confined to one thread.
 */
final class RecordValue {
  private byte[] bytes = new byte[0];
  private int length;

  /**
   * Takes a record.
   *
   * @return the class of an object that is neither text nor bytes; null for none
   */
  String take(Object key, Object value) {
    Object given = value == null || value instanceof NullWritable ? key : value;
    if (given instanceof Text text) {
      bytes = text.getBytes();
      length = text.getLength();
      return null;
    }
    if (given instanceof BytesWritable binary) {
      bytes = binary.getBytes();
      length = binary.getLength();
      return null;
    }
    return given == null ? "null" : given.getClass().getName();
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }
}
