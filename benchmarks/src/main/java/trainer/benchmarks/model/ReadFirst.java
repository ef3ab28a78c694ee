package trainer.benchmarks.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import trainer.core.input.Examples;
import trainer.core.input.Loss;
import trainer.core.job.Phase;
import trainer.core.table.TableSpec;
import trainer.learning.model.LogisticRegression;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;
import trainer.learning.spi.Pass;
import trainer.learning.spi.RowIndex;

/**
 * Logistic regression whose first pass only reads: training begins with the records in memory, but
 * with unknown keys.
 *
 * <p>Argument {@code warmup} adds as many passes that train tables of their own. Then every process
 * has run all of its code. The first epoch of the model still finds its keys, sends them and makes
 * its rows for the first time.
 */
public final class ReadFirst implements Model {
  private static final String READ = "read";
  private static final String WARM_UP = "warm-up";
  private static final String WARM_UP_ARGUMENT = "warmup";
  private static final int MOST_WARM_UPS = 100;

  private final LogisticRegression logistic = new LogisticRegression(ModelArguments.NONE);
  private final Pass reading = new Reading();
  private final Pass warmUp = new WarmUp();
  private final int warmUps;

  public ReadFirst(ModelArguments arguments) {
    arguments.requireOnly(WARM_UP_ARGUMENT);
    warmUps = arguments.getInteger(WARM_UP_ARGUMENT, 0, 0, MOST_WARM_UPS);
  }

  @Override
  public Loss loss() {
    return logistic.loss();
  }

  @Override
  public List<TableSpec> tables() {
    List<TableSpec> tables = new ArrayList<>(logistic.tables());
    if (warmUps > 0) {
      logistic.tables().forEach(table -> tables.add(forWarmUp(table)));
    }
    return tables;
  }

  private static TableSpec forWarmUp(TableSpec like) {
    return new TableSpec(
        WARM_UP + "-" + like.name(),
        like.width(),
        like.initializer(),
        like.regularized(),
        like.fractionBits(),
        like.update(),
        like.rows());
  }

  @Override
  public List<Phase> phases(int epochs) {
    List<Phase> phases = new ArrayList<>();
    phases.add(new Phase.Passes(READ, 1));
    if (warmUps > 0) {
      phases.add(new Phase.Passes(WARM_UP, warmUps));
    }
    phases.add(new Phase.Passes("train", epochs));
    return phases;
  }

  @Override
  public Pass pass(String phase) {
    return switch (phase) {
      case READ -> reading;
      case WARM_UP -> warmUp;
      default -> this;
    };
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

  /** The same training, on the tables after those of the model. */
  private final class WarmUp implements Pass {
    private final int tables = logistic.tables().size();

    @Override
    public int[][] rows(Examples block, RowIndex rows) {
      int[][] named = logistic.rows(block, new Behind(rows, tables));
      int[][] all = new int[2 * tables][0];
      System.arraycopy(named, 0, all, tables, tables);
      return all;
    }

    @Override
    public double train(
        Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores) {
      return logistic.train(
          block,
          Arrays.copyOfRange(rows, tables, 2 * tables),
          Arrays.copyOfRange(weights, tables, 2 * tables),
          Arrays.copyOfRange(gradients, tables, 2 * tables),
          scores);
    }
  }

  /** Maps rows to the tables from {@code first} on. */
  private record Behind(RowIndex rows, int first) implements RowIndex {
    @Override
    public int row(int table, long key) {
      return rows.row(first + table, key);
    }

    @Override
    public int[] rows(int table, long[] keys, int count) {
      return rows.rows(first + table, keys, count);
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
