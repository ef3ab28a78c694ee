package trainer.learning.fold;

import trainer.core.aggregate.TableSummary;
import trainer.learning.spi.Contributions;
import trainer.learning.spi.RowFold;

/** The built-in fold: a row's contributions to the {@link TableSummary} of its table. */
public final class SummaryFold implements RowFold {
  @Override
  public void fold(long key, float[] weights, Contributions results) {
    results.add(TableSummary.ROWS, 1);
    for (int i = 0; i < weights.length; i++) {
      double weight = weights[i];
      results.add(TableSummary.MIN, weight);
      results.add(TableSummary.MAX, weight);
      if (weight != 0) {
        results.add(TableSummary.NON_ZEROS, 1);
        results.add(TableSummary.SUM, weight);
        results.add(TableSummary.L1, Math.abs(weight));
        results.add(TableSummary.SQUARES, weight * weight);
        results.add(TableSummary.FARTHEST, weight, i);
      }
    }
  }
}
