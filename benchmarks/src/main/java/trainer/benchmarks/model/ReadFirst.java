package trainer.benchmarks.model;

import java.util.List;
import trainer.core.input.Examples;
import trainer.core.job.Phase;
import trainer.core.table.TableSpec;
import trainer.learning.model.LogisticRegression;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;
import trainer.learning.spi.Pass;
import trainer.learning.spi.RowIndex;

/**
 * Logistic regression whose first pass only reads: training begins with rows in memory, of which
 * nobody has looked at the keys yet.
 */
public final class ReadFirst implements Model {
  private static final String READ = "read";

  private final LogisticRegression logistic;

  public ReadFirst(ModelArguments arguments) {
    logistic = new LogisticRegression(arguments);
  }

  @Override
  public List<TableSpec> tables() {
    return logistic.tables();
  }

  @Override
  public List<Phase> phases(int epochs) {
    return List.of(new Phase.Passes(READ, 1), new Phase.Passes("train", epochs));
  }

  @Override
  public Pass pass(String phase) {
    return phase.equals(READ) ? new Reading() : this;
  }

  private static final class Reading implements Pass {
    @Override
    public int[][] rows(Examples block, RowIndex rows) {
      return new int[][] {{}, {}};
    }

    @Override
    public double train(
        Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores) {
      return 0;
    }
  }

  @Override
  public int[][] rows(Examples block, RowIndex rows) {
    return logistic.rows(block, rows);
  }

  @Override
  public double train(
      Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores) {
    return logistic.train(block, rows, weights, gradients, scores);
  }

  @Override
  public double score(Examples block, int[][] rows, float[][] weights, float[] scores) {
    return logistic.score(block, rows, weights, scores);
  }
}
