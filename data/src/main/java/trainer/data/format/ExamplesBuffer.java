package trainer.data.format;

import java.util.Arrays;
import java.util.function.Supplier;
import trainer.core.failure.Failure;
import trainer.core.input.BadRecords;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.RecordHash;
import trainer.core.input.RecordSampler;
import trainer.core.input.SparseRows;

/**
 * A buffer for the records of one block. Its arrays are kept from block to block, so that decoding
 * allocates only its result. Confined to one thread.
 *
 * <p>A record is any number of keys, as many values (or {@link #ones()}), then {@link #end}. Values
 * of 1 are counted and written only once another value follows them. A block with no other value
 * therefore never has an array of values. Fields, weights and groups are arrays only where a record
 * of the block has one.
 *
 * <p>A decoder with many keys or values at once writes them into the arrays itself: {@link #keys}
 * ensures space, {@link #addKeys} reports its use.
 */
public final class ExamplesBuffer {
  private static final int ONE = Float.floatToRawIntBits(1f);

  private float[] labels = new float[512];
  private int[] starts = new int[513];
  private long[] keys = new long[1 << 14];
  private float[] values = new float[1 << 14];
  private final OptionalColumns extra = new OptionalColumns();
  private final RecordSampler sampler;

  /** The texts of kept columns; null where none are kept. */
  private KeptTexts kept;

  private int records;
  private int keyCount;
  private int valueCount;

  /** The number of values in their array; those from here to {@link #valueCount} are 1. */
  private int written;

  /** The value of {@link #written} at the end of the last ended record. */
  private int writtenOfRecords;

  private long bad;
  private long leftOut;
  private Failure firstBad;

  /** An empty buffer of all records. */
  public ExamplesBuffer() {
    this(RecordSampler.NONE);
  }

  /**
   * An empty buffer.
   *
   * @param sampler the records that are taken
   */
  public ExamplesBuffer(RecordSampler sampler) {
    this.sampler = sampler;
  }

  /** Removes all records. */
  public void clear() {
    records = 0;
    keyCount = 0;
    valueCount = 0;
    written = 0;
    writtenOfRecords = 0;
    bad = 0;
    leftOut = 0;
    firstBad = null;
    extra.clear();
    if (kept != null) {
      kept.clear();
    }
  }

  /** Keeps texts of so many columns beside the records. It is called before the first record. */
  public void keep(int columns) {
    kept = new KeptTexts(columns);
  }

  /**
   * Appends a text to a kept column; null for NULL. Each record that is taken has one in each
   * column, in the order of the records.
   */
  public void keep(int column, String text) {
    kept.add(column, text);
  }

  /** The number of records that ended, were left out or rejected. */
  public long seen() {
    return records + leftOut + bad;
  }

  /** The records that are taken. */
  public RecordSampler sampler() {
    return sampler;
  }

  /** Adds a key to the record. */
  public void key(long key) {
    keys(1)[keyCount++] = key;
  }

  /** The keys of all records; the next {@code more} may be written from {@link #keyCount} on. */
  public long[] keys(int more) {
    if (more > keys.length - keyCount) {
      keys = Arrays.copyOf(keys, larger(keys.length, keyCount, more));
    }
    return keys;
  }

  /** The number of keys of all records. */
  public int keyCount() {
    return keyCount;
  }

  /** Reports that {@code more} keys of the record were written. */
  public void addKeys(int more) {
    keyCount += more;
  }

  /** Adds a value to the record. */
  public void value(float value) {
    if (Float.floatToRawIntBits(value) == ONE) {
      valueCount++;
    } else {
      values(1)[valueCount] = value;
      addValues(1);
    }
  }

  /**
   * The values of all records; the next {@code more} may be written from {@link #valueCount} on.
   */
  public float[] values(int more) {
    if (more > values.length - valueCount) {
      values = Arrays.copyOf(values, larger(values.length, valueCount, more));
    }
    if (written < valueCount) {
      Arrays.fill(values, written, valueCount, 1f);
      written = valueCount;
    }
    return values;
  }

  /** The number of values of all records. */
  public int valueCount() {
    return valueCount;
  }

  /** Reports that {@code more} values of the record were written. */
  public void addValues(int more) {
    valueCount += more;
    written = valueCount;
  }

  /** Adds keys and their values to the record: {@code count} of each array. */
  public void features(long[] moreKeys, float[] moreValues, int from, int count) {
    System.arraycopy(moreKeys, from, keys(count), keyCount, count);
    keyCount += count;
    int end = from + count;
    int other = from;
    while (other < end && Float.floatToRawIntBits(moreValues[other]) == ONE) {
      other++;
    }
    ones(other - from);
    if (other < end) {
      System.arraycopy(moreValues, other, values(end - other), valueCount, end - other);
      addValues(end - other);
    }
  }

  /** Adds {@code more} values of 1. */
  public void ones(int more) {
    valueCount += more;
  }

  /** Adds a 1 for every key of the record that has no value yet. */
  public void ones() {
    valueCount = Math.max(valueCount, keyCount);
  }

  /** Sets the field of the last key. */
  public void field(int field) {
    extra.field(keyCount - 1, field);
  }

  /** Sets the weight of the present record. */
  public void weight(float weight) {
    extra.weight(records, weight);
  }

  /** Sets the group of the present record. */
  public void group(long group) {
    extra.group(records, group);
  }

  /** The number of keys of the present record. */
  public int recordKeys() {
    return keyCount - starts[records];
  }

  /** The number of values of the present record. */
  public int recordValues() {
    return valueCount - starts[records];
  }

  /** Ends the record, if the sampler takes it; it must have as many values as keys. */
  public void end(float label) {
    if (!sampler.isNeeded()) {
      endTaken(label);
    } else if (sampler.takes(label, hash(label))) {
      weight(extra.weight(records) * sampler.weight(label));
      endTaken(label);
    } else {
      leaveOut();
    }
  }

  private long hash(float label) {
    long hash = RecordHash.START;
    for (int i = starts[records]; i < keyCount; i++) {
      hash = RecordHash.add(hash, keys[i], i < written ? values[i] : 1f);
    }
    return RecordHash.end(hash, label);
  }

  /** Leaves the record out. */
  public void leaveOut() {
    dropRecord();
    leftOut++;
  }

  /** Ends the record, which is known to be taken; it must have as many values as keys. */
  public void endTaken(float label) {
    if (records == labels.length) {
      labels = Arrays.copyOf(labels, larger(records, records, 1));
      starts = Arrays.copyOf(starts, labels.length + 1);
    }
    labels[records++] = label;
    starts[records] = keyCount;
    writtenOfRecords = written;
    extra.endRecord();
  }

  /** Drops the keys and values of a record that will not end. */
  public void dropRecord() {
    keyCount = starts[records];
    valueCount = keyCount;
    written = writtenOfRecords;
    extra.dropRecord();
  }

  /** Rejects the record that has not ended; the reason of the first one is kept. */
  public void reject(Supplier<Failure> why) {
    if (!sampler.countsBroken()) {
      leaveOut();
      return;
    }
    dropRecord();
    if (bad++ == 0) {
      firstBad = why.get();
    }
  }

  /** The collected records, in arrays of their own; without values if all are 1. */
  public BlockContent build() {
    SparseRows features =
        new SparseRows(
            Arrays.copyOf(starts, records + 1),
            Arrays.copyOf(keys, keyCount),
            written == 0 ? null : Arrays.copyOf(values(0), keyCount),
            extra.fields(keyCount));
    Examples examples =
        new Examples(
            records,
            Arrays.copyOf(labels, records),
            extra.weights(records),
            features,
            extra.groups(records),
            kept == null ? null : kept.build(records));
    return new BlockContent(examples, new BadRecords(bad, firstBad));
  }

  private static int larger(int length, int used, int more) {
    if (more > Integer.MAX_VALUE / 2 - used) {
      throw new OutOfMemoryError("more than 2^30 numbers in one block");
    }
    return Math.max(used + more, Math.min(length, Integer.MAX_VALUE / 2) * 2);
  }
}
