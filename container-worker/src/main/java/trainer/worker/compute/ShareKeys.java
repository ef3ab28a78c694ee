package trainer.worker.compute;

import java.util.Arrays;
import java.util.List;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.table.DenseRows;
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
  private final List<TableSpec> tables;
  private final KeyTable union = new KeyTable();
  private final KeySort sort = new KeySort();

  public ShareKeys(List<TableSpec> tables) {
    this.tables = List.copyOf(tables);
  }

  /**
   * Puts the blocks of a piece of work together.
   *
   * @throws FailureException RESOURCE_TOO_LARGE when its rows are more than an array can hold
   */
  public PreparedShare prepare(List<DecodedBlock> blocks) {
    RowPlaces[][] places = new RowPlaces[blocks.size()][tables.size()];
    Segments segments = new Segments();
    int start = 0;
    for (int table = 0; table < tables.size(); table++) {
      TableSpec spec = tables.get(table);
      int rows =
          spec.isDense()
              ? placeWhole(blocks, table, start, places, segments)
              : placeListed(blocks, table, start, places, segments);
      start = end(start, rows, spec, blocks);
    }
    int[] widths = tables.stream().mapToInt(TableSpec::width).toArray();
    return new PreparedShare(blocks, new Layout(segments.toList(), widths), places);
  }

  private static int end(int start, int rows, TableSpec spec, List<DecodedBlock> blocks) {
    long end = start + (long) rows * spec.width();
    if (end > Integer.MAX_VALUE) {
      throw new FailureException(
          FailureKind.RESOURCE_TOO_LARGE,
          "a share needs "
              + rows
              + " rows of table "
              + spec.name()
              + ", each of "
              + spec.width()
              + " numbers: more than a share can have",
          blocks.get(0).where(),
          "lower trainer.minibatch.blocks or trainer.model.classes, or make blocks smaller");
    }
    return (int) end;
  }

  /** All rows of a dense table if a block names it, none else; returns how many. */
  private int placeWhole(
      List<DecodedBlock> blocks, int table, int start, RowPlaces[][] places, Segments segments) {
    int named = 0;
    for (int b = 0; b < places.length; b++) {
      int rows = blocks.get(b).keys()[table].count();
      places[b][table] = new RowPlaces(null, start, rows);
      named = Math.max(named, rows);
    }
    if (named > 0) {
      segments.addWhole(table, named);
    }
    return named;
  }

  /** The table's keys over all blocks, sorted; returns how many there are. */
  private int placeListed(
      List<DecodedBlock> blocks, int table, int start, RowPlaces[][] places, Segments segments) {
    int size = unite(blocks, table, places);
    int[] ranks = new int[size];
    for (int i = 0; i < size; i++) {
      ranks[sort.numbers()[i]] = i;
    }
    for (RowPlaces[] ofBlock : places) {
      ofBlock[table].toStarts(ranks, start, tables.get(table).width());
    }
    segments.add(table, sort.keys(), sort.partitionCounts());
    return size;
  }

  /** Numbers the table's keys over all blocks and sorts them; returns how many there are. */
  private int unite(List<DecodedBlock> blocks, int table, RowPlaces[][] places) {
    if (blocks.size() == 1) {
      long[] keys = blocks.get(0).keys()[table].keys();
      sort.sort(table, keys, keys.length);
      int[] numbers = new int[keys.length];
      Arrays.setAll(numbers, row -> row);
      places[0][table] = RowPlaces.of(numbers);
      return keys.length;
    }
    union.clear();
    for (int b = 0; b < blocks.size(); b++) {
      long[] keys = blocks.get(b).keys()[table].keys();
      int[] numbers = new int[keys.length];
      for (int row = 0; row < keys.length; row++) {
        numbers[row] = union.number(keys[row]);
      }
      places[b][table] = RowPlaces.of(numbers);
    }
    sort.sort(table, union.keys(), union.size());
    return union.size();
  }

  /** A key list under construction. */
  private static final class Segments {
    private int[] tables = new int[Partitions.COUNT];
    private int[] partitions = new int[Partitions.COUNT];
    private int[] starts = new int[Partitions.COUNT + 1];
    private int[] whole = new int[Partitions.COUNT];
    private long[] keys = new long[0];
    private int count;

    /** Every partition's part of a dense table. */
    void addWhole(int table, int rows) {
      for (int partition = 0; partition < Partitions.COUNT; partition++) {
        int held = DenseRows.count(rows, partition);
        if (held > 0) {
          addSegment(table, partition, keys.length, held);
        }
      }
    }

    void add(int table, long[] sorted, int[] partitionCounts) {
      int from = 0;
      int size = keys.length;
      int added = Arrays.stream(partitionCounts).sum();
      keys = Arrays.copyOf(keys, size + added);
      System.arraycopy(sorted, 0, keys, size, added);
      for (int partition = 0; partition < partitionCounts.length; partition++) {
        if (partitionCounts[partition] > 0) {
          from += partitionCounts[partition];
          addSegment(table, partition, size + from, 0);
        }
      }
    }

    KeyList toList() {
      return new KeyList(
          Arrays.copyOf(tables, count),
          Arrays.copyOf(partitions, count),
          Arrays.copyOf(starts, count + 1),
          keys,
          Arrays.copyOf(whole, count));
    }

    private void addSegment(int table, int partition, int end, int rows) {
      if (count == tables.length) {
        tables = Arrays.copyOf(tables, 2 * count);
        partitions = Arrays.copyOf(partitions, 2 * count);
        starts = Arrays.copyOf(starts, 2 * count + 1);
        whole = Arrays.copyOf(whole, 2 * count);
      }
      tables[count] = table;
      partitions[count] = partition;
      whole[count] = rows;
      starts[++count] = end;
    }
  }
}
