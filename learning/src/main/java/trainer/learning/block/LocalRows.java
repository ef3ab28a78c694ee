package trainer.learning.block;

import trainer.learning.spi.RowIndex;

/** Numbers the rows of one block after another; see {@link KeyTable}. Confined to one thread. */
public final class LocalRows implements RowIndex {
  private final KeyTable[] tables;

  /**
   * @param tables how many tables the model has
   */
  public LocalRows(int tables) {
    this.tables = new KeyTable[tables];
    for (int table = 0; table < tables; table++) {
      this.tables[table] = new KeyTable();
    }
  }

  /** Begins the next block. */
  public void clear() {
    for (KeyTable table : tables) {
      table.clear();
    }
  }

  @Override
  public int row(int table, long key) {
    return tables[table].number(key);
  }

  @Override
  public int[] rows(int table, long[] keys, int count) {
    KeyTable index = tables[table];
    int[] rows = new int[count];
    for (int i = 0; i < count; i++) {
      rows[i] = index.number(keys[i]);
    }
    return rows;
  }

  /** For each table the block's distinct keys by their number. */
  public long[][] distinct() {
    long[][] distinct = new long[tables.length][];
    for (int table = 0; table < tables.length; table++) {
      distinct[table] = tables[table].toArray();
    }
    return distinct;
  }
}
