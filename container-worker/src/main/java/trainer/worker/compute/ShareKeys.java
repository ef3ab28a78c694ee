package trainer.worker.compute;

import java.util.Arrays;
import java.util.List;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;
import trainer.core.table.TableSpec;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.KeyTable;
import trainer.worker.share.Layout;

/**
 * Finds the sorted union of the keys of a share's blocks, and where each block's rows stand in it.
 * Reuses its tables from share to share. Confined to one thread.
 */
public final class ShareKeys {
  private final int[] widths;
  private final KeyTable union = new KeyTable();
  private final KeySort sort = new KeySort();

  public ShareKeys(List<TableSpec> tables) {
    this.widths = tables.stream().mapToInt(TableSpec::width).toArray();
  }

  /** Puts the blocks of a piece of work together. */
  public PreparedShare prepare(List<DecodedBlock> blocks) {
    int[][][] offsets = new int[blocks.size()][widths.length][];
    Segments segments = new Segments();
    int start = 0;
    for (int table = 0; table < widths.length; table++) {
      int size = unite(blocks, table, offsets);
      int[] ranks = new int[size];
      for (int i = 0; i < size; i++) {
        ranks[sort.numbers()[i]] = i;
      }
      for (int[][] ofBlock : offsets) {
        toOffsets(ofBlock[table], ranks, start, widths[table]);
      }
      segments.add(table, sort.keys(), sort.partitionCounts());
      start = Math.addExact(start, Math.multiplyExact(size, widths[table]));
    }
    return new PreparedShare(blocks, new Layout(segments.toList(), widths), offsets);
  }

  /** Numbers the table's keys over all blocks and sorts them; returns how many there are. */
  private int unite(List<DecodedBlock> blocks, int table, int[][][] offsets) {
    if (blocks.size() == 1) {
      long[] keys = blocks.get(0).keys()[table];
      sort.sort(table, keys, keys.length);
      offsets[0][table] = new int[keys.length];
      Arrays.setAll(offsets[0][table], row -> row);
      return keys.length;
    }
    union.clear();
    for (int b = 0; b < blocks.size(); b++) {
      long[] keys = blocks.get(b).keys()[table];
      int[] numbers = new int[keys.length];
      for (int row = 0; row < keys.length; row++) {
        numbers[row] = union.number(keys[row]);
      }
      offsets[b][table] = numbers;
    }
    sort.sort(table, union.keys(), union.size());
    return union.size();
  }

  private static void toOffsets(int[] numbers, int[] ranks, int start, int width) {
    for (int row = 0; row < numbers.length; row++) {
      numbers[row] = start + ranks[numbers[row]] * width;
    }
  }

  /** A key list under construction. */
  private static final class Segments {
    private int[] tables = new int[Partitions.COUNT];
    private int[] partitions = new int[Partitions.COUNT];
    private int[] starts = new int[Partitions.COUNT + 1];
    private long[] keys = new long[0];
    private int count;

    int keys() {
      return starts[count];
    }

    void add(int table, long[] sorted, int[] partitionCounts) {
      int from = 0;
      int size = keys();
      int added = Arrays.stream(partitionCounts).sum();
      keys = Arrays.copyOf(keys, size + added);
      System.arraycopy(sorted, 0, keys, size, added);
      for (int partition = 0; partition < partitionCounts.length; partition++) {
        if (partitionCounts[partition] > 0) {
          from += partitionCounts[partition];
          addSegment(table, partition, size + from);
        }
      }
    }

    KeyList toList() {
      return new KeyList(
          Arrays.copyOf(tables, count),
          Arrays.copyOf(partitions, count),
          Arrays.copyOf(starts, count + 1),
          keys);
    }

    private void addSegment(int table, int partition, int end) {
      if (count == tables.length) {
        tables = Arrays.copyOf(tables, 2 * count);
        partitions = Arrays.copyOf(partitions, 2 * count);
        starts = Arrays.copyOf(starts, 2 * count + 1);
      }
      tables[count] = table;
      partitions[count] = partition;
      starts[++count] = end;
    }
  }
}
