package trainer.learning.block;

import java.util.List;
import trainer.core.table.TableSpec;
import trainer.learning.spi.RowIndex;

/** Numbers the rows of one block after another; see {@link KeyTable}. Confined to one thread. */
public final class LocalRows implements RowIndex {
  private final List<TableSpec> specs;

  /** Of sparse tables; null for dense ones, whose keys are their rows' numbers. */
  private final KeyTable[] tables;

  /** Whether a dense table was named. */
  private final boolean[] named;

  private final KeySort sort = new KeySort();

  public LocalRows(List<TableSpec> specs) {
    this.specs = List.copyOf(specs);
    this.tables =
        specs.stream().map(spec -> spec.isDense() ? null : new KeyTable()).toArray(KeyTable[]::new);
    this.named = new boolean[tables.length];
  }

  /** Begins the next block. */
  public void clear() {
    for (int table = 0; table < tables.length; table++) {
      named[table] = false;
      if (tables[table] != null) {
        tables[table].clear();
      }
    }
  }

  @Override
  public int row(int table, long key) {
    if (tables[table] != null) {
      return tables[table].number(key);
    }
    named[table] = true;
    return denseRow(specs.get(table), key);
  }

  @Override
  public int[] rows(int table, long[] keys, int count) {
    KeyTable index = tables[table];
    TableSpec spec = specs.get(table);
    named[table] |= count > 0;
    int[] rows = new int[count];
    for (int i = 0; i < count; i++) {
      rows[i] = index != null ? index.number(keys[i]) : denseRow(spec, keys[i]);
    }
    return rows;
  }

  private static int denseRow(TableSpec spec, long key) {
    if (key < 0 || key >= spec.rows()) {
      throw new NoSuchRowException(spec, key);
    }
    return (int) key;
  }

  /**
   * Ends the block: for each table the rows that it names. Those of sparse tables are numbered
   * anew, in the order of key lists, so that what a share pulls and pushes stands as its blocks
   * have it.
   *
   * @param rows for each table the local rows that a pass was given, which are replaced; negative
   *     ones stay as they are
   */
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
    int size = tables[table].size();
    sort.sort(table, tables[table].keys(), size);
    int[] numbers = sort.numbers();
    int[] ranks = new int[size];
    for (int i = 0; i < size; i++) {
      ranks[numbers[i]] = i;
    }
    for (int i = 0; i < rows.length; i++) {
      rows[i] = rows[i] < 0 ? rows[i] : ranks[rows[i]];
    }
    return NamedRows.of(sort, size);
  }
}
