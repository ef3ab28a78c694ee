package trainer.pserver.partition;

/**
 * Walks over the committed rows of one table in one partition, keys ascending unsigned, leaving out
 * those whose weights equal their initial value (−0 equals 0). Valid until the copy changes.
 */
public final class RowCursor {
  private final Copy copy;
  private final Table table;
  private final Numbering numbering;
  private final int[] rows;
  private final float[] cells;
  private final float[] weights;
  private int next;
  private long key;

  RowCursor(Copy copy, Table table) {
    this.copy = copy;
    this.table = table;
    this.numbering = copy.slice(table.position()).numbering();
    this.rows = numbering.sortedRows();
    this.cells = new float[table.stride()];
    this.weights = new float[table.width()];
  }

  /** Moves to the next row; false after the last. */
  public boolean next() {
    while (next < rows.length) {
      int row = rows[next++];
      key = numbering.key(row);
      copy.readCommitted(table.position(), row, cells);
      if (!table.isInitial(key, cells, 0)) {
        return true;
      }
    }
    return false;
  }

  /** The row's key. */
  public long key() {
    return key;
  }

  /** The row's weights; the array is used again for the next row. */
  public float[] weights() {
    table.readWeights(cells, 0, weights, 0);
    return weights;
  }
}
