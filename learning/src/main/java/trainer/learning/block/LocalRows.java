package trainer.learning.block;

import java.util.Arrays;
import java.util.List;
import trainer.core.table.TableSpec;

/**
 * Numbers the rows of blocks, one block after another. Until the block ends, a small key of a
 * sparse table is its own provisional row. Larger keys get numbers beyond those from a hash table.
 * Confined to one thread.
 */
public final class LocalRows implements RowNumbering {
  /**
   * The most bits of a small key. A block's keys of more bits are so sparse per cache line that
   * hashing all is quicker.
   */
  private static final int FEW_BITS = 22;

  private final List<TableSpec> specs;

  /** The small keys of sparse tables; null for dense ones, whose keys are their rows' numbers. */
  private final SmallKeys[] small;

  /** The other keys of sparse tables. */
  private final KeyTable[] tables;

  /** For each table the bits of its small keys; 0 once a block had others. */
  private final int[] smallBits;

  /** Whether the block named a row of the table; used for dense ones. */
  private final boolean[] named;

  private final KeySort sort = new KeySort();

  public LocalRows(List<TableSpec> specs) {
    this.specs = List.copyOf(specs);
    this.small =
        specs.stream()
            .map(spec -> spec.isDense() ? null : new SmallKeys())
            .toArray(SmallKeys[]::new);
    this.tables =
        specs.stream().map(spec -> spec.isDense() ? null : new KeyTable()).toArray(KeyTable[]::new);
    this.smallBits = new int[tables.length];
    Arrays.fill(smallBits, FEW_BITS);
    this.named = new boolean[tables.length];
  }

  @Override
  public void clear() {
    for (int table = 0; table < tables.length; table++) {
      named[table] = false;
      if (tables[table] != null) {
        smallBits[table] = tables[table].size() > 0 ? 0 : smallBits[table];
        small[table].clear();
        tables[table].clear();
      }
    }
  }

  @Override
  public int row(int table, long key) {
    if (tables[table] != null) {
      return row(key, smallBits[table], small[table], tables[table]);
    }
    named[table] = true;
    return denseRow(specs.get(table), key);
  }

  @Override
  public int[] rows(int table, long[] keys, int count) {
    named[table] |= count > 0;
    int[] rows = new int[count];
    if (tables[table] == null) {
      for (int i = 0; i < count; i++) {
        rows[i] = denseRow(specs.get(table), keys[i]);
      }
    } else {
      number(keys, rows, smallBits[table], small[table], tables[table]);
    }
    return rows;
  }

  private static void number(long[] keys, int[] rows, int bits, SmallKeys small, KeyTable others) {
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row(keys[i], bits, small, others);
    }
  }

  private static int row(long key, int bits, SmallKeys small, KeyTable others) {
    return key >>> bits == 0 ? small.add((int) key) : SmallKeys.LIMIT + others.number(key);
  }

  private static int denseRow(TableSpec spec, long key) {
    if (key < 0 || key >= spec.rows()) {
      throw new NoSuchRowException(spec, key);
    }
    return (int) key;
  }

  /**
   * Ends the block and returns the rows that it names. The rows of sparse tables are renumbered in
   * the order of key lists. The values that a share pulls and pushes then have the order of its
   * blocks' rows.
   */
  @Override
  public NamedRows[] finish(int[][] rows) {
    for (int table = 1; table < rows.length; table++) {
      for (int other = 0; other < table; other++) {
        rows[table] = rows[table] == rows[other] ? rows[table].clone() : rows[table];
      }
    }
    NamedRows[] distinct = new NamedRows[tables.length];
    for (int table = 0; table < tables.length; table++) {
      if (tables[table] != null) {
        distinct[table] = sorted(table, table < rows.length ? rows[table] : new int[0]);
      } else {
        distinct[table] =
            named[table] ? NamedRows.whole(specs.get(table).rows()) : NamedRows.none();
      }
    }
    return distinct;
  }

  private NamedRows sorted(int table, int[] rows) {
    int others = tables[table].size();
    sort.sort(table, tables[table].keys(), others);
    int[] counts = sort.partitionCounts();
    NamedRows named = small[table].order(table, counts);
    int[] places = new int[others];
    int next = 0;
    for (int partition = 0; partition < counts.length; partition++) {
      int end = named.ends()[partition]; // in unsigned order the other keys are the greater ones
      for (int place = end - counts[partition]; place < end; place++) {
        named.keys()[place] = sort.keys()[next];
        places[sort.numbers()[next++]] = place;
      }
    }
    place(rows, small[table], places);
    return named;
  }

  private static void place(int[] rows, SmallKeys small, int[] others) {
    for (int i = 0; i < rows.length; i++) {
      int row = rows[i];
      if (row >= SmallKeys.LIMIT) {
        rows[i] = others[row - SmallKeys.LIMIT];
      } else if (row >= 0) {
        rows[i] = small.place(row);
      }
    }
  }
}
