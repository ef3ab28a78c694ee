package trainer.learning.block;

import java.util.Arrays;
import java.util.List;

/**
 * Numbers rows by their places in a trained model, so that the model's class reads the weights
 * where they are. A row that is not stored, and whose initial values are not 0, has no place: its
 * block has to be numbered by {@link LocalRows}, and its weights gathered. Used by one thread.
 */
public final class ModelPlaces implements RowNumbering {
  private final List<TrainedRows> tables;
  private boolean lacksRows;

  ModelPlaces(List<TrainedRows> tables) {
    this.tables = tables;
  }

  @Override
  public void clear() {
    lacksRows = false;
  }

  @Override
  public int row(int table, long key) {
    return placed(tables.get(table).place(key));
  }

  @Override
  public int[] rows(int table, long[] keys, int count) {
    TrainedRows of = tables.get(table);
    int[] rows = new int[count];
    for (int i = 0; i < count; i++) {
      rows[i] = placed(of.place(keys[i]));
    }
    return rows;
  }

  private int placed(int place) {
    lacksRows |= place == TrainedRows.ABSENT;
    return Math.max(0, place);
  }

  @Override
  public NamedRows[] finish(int[][] rows) {
    NamedRows[] none = new NamedRows[tables.size()];
    Arrays.fill(none, NamedRows.none());
    return none;
  }

  /** Whether the block named a row that has no place, so that its numbers mean nothing. */
  public boolean lacksRows() {
    return lacksRows;
  }
}
