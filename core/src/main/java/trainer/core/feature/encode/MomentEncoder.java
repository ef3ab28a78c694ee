package trainer.core.feature.encode;

import java.util.List;
import trainer.core.feature.Feature;
import trainer.core.feature.MomentSums;

/**
 * Adds the numbers of the records taken to the sums of their columns. NULL and NaN are passed over.
 */
final class MomentEncoder implements BatchEncoder {
  private final List<Feature.Numeric> numbers;
  private final BatchEncoder features;
  private final List<MomentSums> sums;

  /**
   * @param features encodes all features, so that broken records are known and records have hashes
   */
  MomentEncoder(List<Feature.Numeric> numbers, BatchEncoder features, List<MomentSums> sums) {
    if (numbers.size() != sums.size()) {
      throw new IllegalArgumentException(numbers.size() + " numbers, " + sums.size() + " sums");
    }
    this.numbers = numbers;
    this.features = features;
    this.sums = sums;
  }

  @Override
  public void encode(ColumnVector[] columns, int from, FeatureBatch batch) {
    features.encode(columns, from, batch);
  }

  @Override
  public boolean finish(ColumnVector[] columns, int from, FeatureBatch batch) {
    for (int i = 0; i < sums.size(); i++) {
      Feature.Numeric feature = numbers.get(i);
      add(feature, columns[feature.column().index()], from, batch, sums.get(i));
    }
    return false;
  }

  private static void add(
      Feature.Numeric feature, ColumnVector column, int from, FeatureBatch batch, MomentSums sum) {
    for (int i = 0; i < batch.size(); i++) {
      int record = from + i;
      if (batch.isTaken(i) && !column.isNull(record)) {
        double number = column.number(record);
        if (!Double.isNaN(number)) {
          sum.add(feature.transform(number));
        }
      }
    }
  }
}
