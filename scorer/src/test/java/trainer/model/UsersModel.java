package trainer.model;

import java.util.List;
import trainer.core.input.Examples;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Model;
import trainer.learning.spi.RowIndex;

/** A model that is not built in. */
public final class UsersModel implements Model {
  @Override
  public List<TableSpec> tables() {
    return List.of(new TableSpec("weights", 1, Initializer.ZERO, true, 20));
  }

  @Override
  public int[][] rows(Examples block, RowIndex rows) {
    throw new UnsupportedOperationException();
  }

  @Override
  public double train(
      Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores) {
    throw new UnsupportedOperationException();
  }

  @Override
  public double score(Examples block, int[][] rows, float[][] weights, float[] scores) {
    throw new UnsupportedOperationException();
  }
}
