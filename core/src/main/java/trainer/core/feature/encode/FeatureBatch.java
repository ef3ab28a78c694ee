package trainer.core.feature.encode;

import java.util.Arrays;
import trainer.core.feature.BadFieldException;
import trainer.core.input.RecordHash;

/**
 * The features of some records, numbered from 0. Each record has its keys and values in the order
 * of the calls. Confined to one thread.
 */
public final class FeatureBatch {
  private final int width;
  private long[] keys = new long[0];
  private float[] values = new float[0];
  private int[] counts = new int[0];

  /** The hash of each record so far; null if none is wanted. */
  private long[] hashes;

  private boolean[] dropped = new boolean[0];
  private BadFieldException[] problems = new BadFieldException[0];
  private int size;

  /**
   * An empty batch.
   *
   * @param width the most features of a record
   * @param hasHashes whether records are hashed
   */
  public FeatureBatch(int width, boolean hasHashes) {
    this.width = width;
    this.hashes = hasHashes ? new long[0] : null;
  }

  /** Begins a batch of records without features and problems. */
  public void begin(int records) {
    if (records > counts.length) {
      keys = new long[Math.multiplyExact(records, width)];
      values = new float[keys.length];
      counts = new int[records];
      problems = new BadFieldException[records];
      dropped = new boolean[records];
      hashes = hashes == null ? null : new long[records];
    }
    size = records;
    Arrays.fill(counts, 0, records, 0);
    Arrays.fill(problems, 0, records, null);
    Arrays.fill(dropped, 0, records, false);
    if (hashes != null) {
      Arrays.fill(hashes, 0, records, RecordHash.START);
    }
  }

  /** The number of records. */
  public int size() {
    return size;
  }

  /** Adds a feature of value 1 to a record. */
  public void add(int record, long key) {
    add(record, key, 1f, 1);
  }

  /**
   * Adds a feature to a record.
   *
   * @param number the value before it was standardised
   */
  public void add(int record, long key, float value, double number) {
    if (hashes != null) {
      hashes[record] = RecordHash.add(hashes[record], key, number);
    }
    int place = record * width + counts[record]++;
    keys[place] = key;
    values[place] = value;
  }

  /** Makes a record broken. The first problem of a record is kept. */
  public void reject(int record, BadFieldException problem) {
    if (problems[record] == null) {
      problems[record] = problem;
    }
  }

  /** The {@link RecordHash} of a record; only for a batch that has hashes. */
  public long hash(int record, float label) {
    return RecordHash.end(hashes[record], label);
  }

  /** Leaves a record out. */
  public void drop(int record) {
    dropped[record] = true;
  }

  /** Whether a record is neither broken nor left out. */
  public boolean isTaken(int record) {
    return problems[record] == null && !dropped[record];
  }

  /** The first problem of a broken record; null for one that is not broken. */
  public BadFieldException problem(int record) {
    return problems[record];
  }

  /** An array that contains the keys of a record, {@link #count} of them from {@link #start} on. */
  public long[] keys() {
    return keys;
  }

  /** An array that contains the values of the features, at the places of their keys. */
  public float[] values() {
    return values;
  }

  /** Where the features of a record begin. */
  public int start(int record) {
    return record * width;
  }

  /** The number of features of a record. */
  public int count(int record) {
    return counts[record];
  }
}
