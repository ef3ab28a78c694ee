package trainer.worker.compute;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.table.DenseRows;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;
import trainer.core.table.TableSpec;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.NamedRows;
import trainer.learning.block.SmallKeys;
import trainer.worker.routing.KeyListLayout;

/**
 * The computation of the sorted union of the keys of a share's blocks, and of the positions of each
 * block's rows in it. For a single block its own keys are the union. Confined to one thread.
 */
public final class ShareKeys {
  private final List<TableSpec> tables;
  private final int[] widths;
  private final SmallKeys small = new SmallKeys();

  public ShareKeys(List<TableSpec> tables) {
    this.tables = List.copyOf(tables);
    this.widths = tables.stream().mapToInt(TableSpec::width).toArray();
  }

  /**
   * Prepares the blocks of a work item.
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
    return new PreparedShare(blocks, new KeyListLayout(segments.toList(), widths), places);
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

  /** Places all rows of a dense table if a block names it, else none; returns their number. */
  private int placeWhole(
      List<DecodedBlock> blocks, int table, int start, RowPlaces[][] places, Segments segments) {
    int named = 0;
    for (int b = 0; b < places.length; b++) {
      int rows = blocks.get(b).keys()[table].count();
      places[b][table] = RowPlaces.run(start, rows);
      named = Math.max(named, rows);
    }
    if (named > 0) {
      segments.addWhole(table, named);
    }
    return named;
  }

  /** Places the union of the table's keys over all blocks; returns their number. */
  private int placeListed(
      List<DecodedBlock> blocks, int table, int start, RowPlaces[][] places, Segments segments) {
    List<NamedRows> keys = new ArrayList<>(blocks.size());
    for (DecodedBlock block : blocks) {
      keys.add(block.keys()[table]);
    }
    KeyUnion union = new KeyUnion(table, keys, small);
    int rows = union.keys().count();
    for (int b = 0; b < places.length; b++) {
      int[] of = union.places(b);
      places[b][table] =
          of == null
              ? RowPlaces.run(start, rows)
              : RowPlaces.of(of, start, tables.get(table).width());
    }
    segments.add(table, union.keys());
    return rows;
  }

  /** A key list under construction. */
  private static final class Segments {
    private int[] tables = new int[Partitions.COUNT];
    private int[] partitions = new int[Partitions.COUNT];
    private int[] starts = new int[Partitions.COUNT + 1];
    private int[] whole = new int[Partitions.COUNT];
    private long[] keys = new long[0];
    private int count;

    /** Adds every partition's part of a dense table. */
    void addWhole(int table, int rows) {
      for (int partition = 0; partition < Partitions.COUNT; partition++) {
        int held = DenseRows.count(rows, partition);
        if (held > 0) {
          addSegment(table, partition, keys.length, held);
        }
      }
    }

    void add(int table, NamedRows listed) {
      int size = keys.length;
      append(listed.keys(), listed.count());
      for (int partition = 0; partition < Partitions.COUNT; partition++) {
        if (listed.ends()[partition] > listed.start(partition)) {
          addSegment(table, partition, size + listed.ends()[partition], 0);
        }
      }
    }

    /** Appends keys; the first table's own array is used if it has the exact length. */
    private void append(long[] more, int count) {
      if (keys.length == 0) {
        keys = more.length == count ? more : Arrays.copyOf(more, count);
      } else if (count > 0) {
        int size = keys.length;
        keys = Arrays.copyOf(keys, size + count);
        System.arraycopy(more, 0, keys, size, count);
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
