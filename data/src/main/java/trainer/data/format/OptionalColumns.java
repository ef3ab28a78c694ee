package trainer.data.format;

import java.util.Arrays;

/**
 * The fields, weights and groups of a block's records. Few inputs have any, so an array exists only
 * once a value other than the default was set; places between have the default: field 0, weight 1,
 * group 0. Arrays are kept from block to block.
 */
final class OptionalColumns {
  private static final int FIRST = 512;

  private int[] fields = new int[0];
  private float[] weights = new float[0];
  private long[] groups = new long[0];
  private int fieldsUsed;
  private int weightsUsed;
  private int groupsUsed;

  /** The used parts at the end of the last ended record. */
  private int fieldsOfRecords;

  private int weightsOfRecords;
  private int groupsOfRecords;

  void clear() {
    fieldsOfRecords = 0;
    weightsOfRecords = 0;
    groupsOfRecords = 0;
    dropRecord();
  }

  void endRecord() {
    fieldsOfRecords = fieldsUsed;
    weightsOfRecords = weightsUsed;
    groupsOfRecords = groupsUsed;
  }

  /** Forgets the values of the record that will not end. */
  void dropRecord() {
    fieldsUsed = fieldsOfRecords;
    weightsUsed = weightsOfRecords;
    groupsUsed = groupsOfRecords;
  }

  void field(int key, int field) {
    if (key >= fields.length) {
      fields = Arrays.copyOf(fields, larger(key));
    }
    Arrays.fill(fields, fieldsUsed, key, 0);
    fields[key] = field;
    fieldsUsed = key + 1;
  }

  void weight(int record, float weight) {
    if (weight == 1f && weightsUsed == 0) {
      return;
    }
    if (record >= weights.length) {
      weights = Arrays.copyOf(weights, larger(record));
    }
    Arrays.fill(weights, Math.min(weightsUsed, record), record, 1f);
    weights[record] = weight;
    weightsUsed = record + 1;
  }

  /** The weight of the present record. */
  float weight(int record) {
    return record < weightsUsed ? weights[record] : 1f;
  }

  void group(int record, long group) {
    if (record >= groups.length) {
      groups = Arrays.copyOf(groups, larger(record));
    }
    Arrays.fill(groups, groupsUsed, record, 0L);
    groups[record] = group;
    groupsUsed = record + 1;
  }

  /** The fields of all keys, or null. */
  int[] fields(int keys) {
    return fieldsUsed == 0 ? null : Arrays.copyOf(Arrays.copyOf(fields, fieldsUsed), keys);
  }

  /** The weights of all records, or null. */
  float[] weights(int records) {
    if (weightsUsed == 0) {
      return null;
    }
    float[] all = Arrays.copyOf(weights, records);
    Arrays.fill(all, weightsUsed, records, 1f);
    return all;
  }

  /** The groups of all records, or null. */
  long[] groups(int records) {
    return groupsUsed == 0 ? null : Arrays.copyOf(Arrays.copyOf(groups, groupsUsed), records);
  }

  private static int larger(int place) {
    return Math.max(FIRST, 2 * place);
  }
}
