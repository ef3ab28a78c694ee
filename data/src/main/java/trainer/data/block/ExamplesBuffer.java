package trainer.data.block;

import java.util.Arrays;
import java.util.function.Supplier;
import trainer.core.failure.Failure;
import trainer.core.input.BadRecords;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;

/**
 * Collects the records of one block in arrays that are kept from block to block, so that decoding
 * allocates nothing but its result. One thread.
 *
 * <p>A record is any number of keys, as many values (or {@link #ones}), then {@link #end}.
 */
public final class ExamplesBuffer {
  private static final int ONE = Float.floatToRawIntBits(1f);

  private float[] labels = new float[512];
  private int[] starts = new int[513];
  private long[] keys = new long[1 << 14];
  private float[] values = new float[1 << 14];
  private int records;
  private int keyCount;
  private int valueCount;

  /** Not 0 when a value of a record that has ended is not 1. */
  private int otherThanOne;

  /** The same for the record that has not. */
  private int otherInRecord;

  private long bad;
  private Failure firstBad;

  /** Forgets everything. */
  public void clear() {
    records = 0;
    keyCount = 0;
    valueCount = 0;
    otherThanOne = 0;
    otherInRecord = 0;
    bad = 0;
    firstBad = null;
  }

  /** How many records have ended or were rejected. */
  public long seen() {
    return records + bad;
  }

  /** Adds a key to the record. */
  public void key(long key) {
    if (keyCount == keys.length) {
      keys = Arrays.copyOf(keys, larger(keyCount));
    }
    keys[keyCount++] = key;
  }

  /** Adds a value to the record. */
  public void value(float value) {
    if (valueCount == values.length) {
      values = Arrays.copyOf(values, larger(valueCount));
    }
    otherInRecord |= Float.floatToRawIntBits(value) ^ ONE;
    values[valueCount++] = value;
  }

  /** Adds a 1 for every key of the record that has no value yet. */
  public void ones() {
    while (valueCount < keyCount) {
      value(1f);
    }
  }

  /** How many keys this record has. */
  public int recordKeys() {
    return keyCount - starts[records];
  }

  /** How many values this record has. */
  public int recordValues() {
    return valueCount - starts[records];
  }

  /** Ends the record; it must have as many values as keys. */
  public void end(float label) {
    if (records == labels.length) {
      labels = Arrays.copyOf(labels, larger(records));
      starts = Arrays.copyOf(starts, labels.length + 1);
    }
    labels[records++] = label;
    starts[records] = keyCount;
    otherThanOne |= otherInRecord;
    otherInRecord = 0;
  }

  /** Drops the keys and values of a record that will not end. */
  public void dropRecord() {
    keyCount = starts[records];
    valueCount = keyCount;
    otherInRecord = 0;
  }

  /** Leaves the record out that has not ended; of the first one it is kept why. */
  public void reject(Supplier<Failure> why) {
    dropRecord();
    if (bad++ == 0) {
      firstBad = why.get();
    }
  }

  /** What was collected, in arrays of its own; values are left out when all are 1. */
  public BlockContent build() {
    Examples examples =
        new Examples(
            records,
            Arrays.copyOf(labels, records),
            Arrays.copyOf(starts, records + 1),
            Arrays.copyOf(keys, keyCount),
            otherThanOne == 0 ? null : Arrays.copyOf(values, keyCount));
    return new BlockContent(examples, new BadRecords(bad, firstBad));
  }

  private static int larger(int size) {
    if (size > Integer.MAX_VALUE / 2) {
      throw new OutOfMemoryError("more than 2^30 numbers in one block");
    }
    return size * 2;
  }
}
