package trainer.core.feature.encode;

import java.util.List;
import trainer.core.feature.Feature;
import trainer.core.feature.MomentSums;

/**
 * Adds the numbers of records to the sums of their columns. NULL and NaN are passed over. A record
 * that is broken anywhere adds nothing.
 */
final class MomentEncoder implements BatchEncoder {
  private final List<Feature.Numeric> features;
  private final BatchEncoder check;
  private final List<MomentSums> sums;

  /**
   * @param check rejects the records that give no features
   */
  MomentEncoder(List<Feature.Numeric> features, BatchEncoder check, List<MomentSums> sums) {
    if (features.size() != sums.size()) {
      throw new IllegalArgumentException(features.size() + " features, " + sums.size() + " sums");
    }
    this.features = features;
    this.check = check;
    this.sums = sums;
  }

  @Override
  public void encode(ColumnVector[] columns, int from, FeatureBatch batch) {
    check.encode(columns, from, batch);
    batch.clearFeatures();
    for (int i = 0; i < sums.size(); i++) {
      Feature.Numeric feature = features.get(i);
      add(feature, columns[feature.column().index()], from, batch, sums.get(i));
    }
  }

  private static void add(
      Feature.Numeric feature, ColumnVector column, int from, FeatureBatch batch, MomentSums sum) {
    for (int i = 0; i < batch.size(); i++) {
      int record = from + i;
      if (batch.problem(i) == null && !column.isNull(record)) {
        double number = column.number(record);
        if (!Double.isNaN(number)) {
          sum.add(feature.transform(number));
        }
      }
    }
  }
}
