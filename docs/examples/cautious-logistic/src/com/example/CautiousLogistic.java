package com.example;

import java.util.List;
import trainer.core.aggregate.Aggregates;
import trainer.core.aggregate.Reduction;
import trainer.core.input.Examples;
import trainer.core.input.Loss;
import trainer.core.job.Phase;
import trainer.core.math.Elementary;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;
import trainer.learning.spi.Pass;
import trainer.learning.spi.RowFold;
import trainer.learning.spi.RowFunction;
import trainer.learning.spi.RowIndex;

/**
 * Logistic regression that trusts rare features less: the value of a feature that n training records
 * have is multiplied by n/(n + doubt), in proportion to what the commonest feature gets.
 *
 * <p>Four phases: one pass counts features; an aggregate finds the commonest ones and how many there
 * are, where the counts are, on the pservers; a function makes scales of the counts there; then
 * {@code trainer.epochs} passes train. {@code trainer.model.args.doubt} defaults to 5.
 */
public final class CautiousLogistic implements Model {
  private static final int WEIGHTS = 0;
  private static final int SCALES = 1;

  private final float doubt;

  public CautiousLogistic(ModelArguments arguments) {
    arguments.requireOnly("doubt");
    doubt = Float.parseFloat(arguments.get("doubt", "5"));
    if (!(doubt > 0)) {
      throw new IllegalArgumentException("argument doubt is " + doubt + ", not above 0");
    }
  }

  @Override
  public List<TableSpec> tables() {
    return List.of(
        new TableSpec("weights", 1, Initializer.ZERO, true, 20),
        new TableSpec("scales", 1, Initializer.ZERO, false, 0, TableSpec.Update.SUM));
  }

  @Override
  public Loss loss() {
    return Loss.LOG;
  }

  @Override
  public List<Phase> phases(int epochs) {
    return List.of(
        new Phase.Passes("count", 1),
        new Phase.Aggregate(
            "commonness",
            "scales",
            List.of(
                Reduction.sum("features"),
                Reduction.sum("records-in-all"),
                Reduction.max("most-records"),
                Reduction.top("commonest", 10))),
        new Phase.RowUpdate("scale", "scales"),
        new Phase.Passes("train", epochs));
  }

  @Override
  public Pass pass(String phase) {
    return phase.equals("count") ? new Counting() : this;
  }

  @Override
  public RowFold fold(String phase) {
    return (feature, row, results) -> {
      results.add(0, 1);
      results.add(1, row[0]);
      results.add(2, row[0]);
      results.add(3, row[0]);
    };
  }

  @Override
  public RowFunction function(String phase, Aggregates before) {
    double most = before.of("commonness").numbers().getOrDefault("most-records", 0.0);
    float greatest = (float) (most / (most + doubt));
    return (feature, row) -> row[0] = row[0] / (row[0] + doubt) / greatest;
  }

  /** Adds one to the row of each feature of each record. */
  private static final class Counting implements Pass {
    @Override
    public int[][] rows(Examples block, RowIndex rows) {
      return new int[][] {{}, rows.rows(SCALES, block.keys(), block.nonzeros())};
    }

    @Override
    public double train(
        Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores) {
      for (int row : rows[SCALES]) {
        gradients[SCALES][row]++;
      }
      return 0;
    }
  }

  @Override
  public boolean isWeighted() {
    return true;
  }

  @Override
  public int[][] rows(Examples block, RowIndex rows) {
    int count = block.nonzeros();
    return new int[][] {
      rows.rows(WEIGHTS, block.keys(), count), rows.rows(SCALES, block.keys(), count)
    };
  }

  @Override
  public double train(
      Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores) {
    double loss = 0;
    for (int record = 0; record < block.records(); record++) {
      float margin = margin(block, record, rows, weights);
      scores[record] = margin;
      boolean positive = block.labels()[record] > 0;
      float weight = block.weight(record);
      loss += weight * loss(margin, positive);
      float slope = weight * ((float) Elementary.sigmoid(margin) - (positive ? 1 : 0));
      for (int i = block.starts()[record]; i < block.starts()[record + 1]; i++) {
        gradients[WEIGHTS][rows[WEIGHTS][i]] += slope * scaled(block, i, rows, weights);
      }
    }
    return loss;
  }

  @Override
  public double score(Examples block, int[][] rows, float[][] weights, float[] scores) {
    double loss = 0;
    for (int record = 0; record < block.records(); record++) {
      scores[record] = margin(block, record, rows, weights);
      loss += block.weight(record) * loss(scores[record], block.labels()[record] > 0);
    }
    return loss;
  }

  private static float margin(Examples block, int record, int[][] rows, float[][] weights) {
    float margin = 0;
    for (int i = block.starts()[record]; i < block.starts()[record + 1]; i++) {
      margin += weights[WEIGHTS][rows[WEIGHTS][i]] * scaled(block, i, rows, weights);
    }
    return margin;
  }

  /** A feature that no training record has scales to 0. */
  private static float scaled(Examples block, int i, int[][] rows, float[][] weights) {
    float value = block.values() == null ? 1 : block.values()[i];
    return value * weights[SCALES][rows[SCALES][i]];
  }

  private static double loss(float margin, boolean positive) {
    return Elementary.softplus(positive ? -margin : margin);
  }
}
