package trainer.core.feature.encode;

import java.util.List;
import trainer.core.feature.Feature;
import trainer.core.feature.MomentSums;

/**
 * Adds the numbers of records to the sums of their columns. NULL and NaN are passed over. A record
 * that is broken anywhere adds nothing.
 */
final class MomentEncoder implements RowEncoder {
  private final List<Feature.Numeric> features;
  private final RowEncoder check;
  private final List<MomentSums> sums;

  /** The numbers of the present record; NaN for none. */
  private final double[] numbers;

  /**
   * @param check rejects a record that gives no features
   */
  MomentEncoder(List<Feature.Numeric> features, RowEncoder check, List<MomentSums> sums) {
    if (features.size() != sums.size()) {
      throw new IllegalArgumentException(features.size() + " features, " + sums.size() + " sums");
    }
    this.features = features;
    this.check = check;
    this.sums = sums;
    this.numbers = new double[features.size()];
  }

  @Override
  public void encode(ColumnVector[] columns, int record, FeatureSink sink) {
    check.encode(columns, record, (key, value) -> {});
    for (int i = 0; i < numbers.length; i++) {
      Feature.Numeric feature = features.get(i);
      ColumnVector column = columns[feature.column().index()];
      double number = column.isNull(record) ? Double.NaN : column.number(record);
      numbers[i] = Double.isNaN(number) ? number : feature.transform(number);
    }
    for (int i = 0; i < numbers.length; i++) {
      if (!Double.isNaN(numbers[i])) {
        sums.get(i).add(numbers[i]);
      }
    }
  }
}
