package trainer.client.export;

import java.util.List;
import trainer.core.feature.Column;
import trainer.core.feature.ColumnKeys;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.CrossKeys;
import trainer.core.feature.DecimalText;
import trainer.core.feature.Feature;
import trainer.core.feature.encode.BatchEncoder;
import trainer.core.feature.encode.ColumnVector;
import trainer.core.feature.encode.FeatureBatch;

/** Names the categories and crosses of the records taken. Confined to one thread. */
final class NameEncoder implements BatchEncoder {
  private final List<Feature> features;
  private final BatchEncoder all;
  private final FeatureNames names;

  /**
   * @param all encodes all features, so that broken records are known
   */
  NameEncoder(List<Feature> features, BatchEncoder all, FeatureNames names) {
    this.features = features;
    this.all = all;
    this.names = names;
  }

  @Override
  public void encode(ColumnVector[] columns, int from, FeatureBatch batch) {
    all.encode(columns, from, batch);
  }

  @Override
  public boolean finish(ColumnVector[] columns, int from, FeatureBatch batch) {
    for (Feature feature : features) {
      if (feature instanceof Feature.Category category) {
        name(category, columns, from, batch);
      } else if (feature instanceof Feature.Cross cross) {
        name(cross, columns, from, batch);
      }
    }
    return false;
  }

  private void name(
      Feature.Category category, ColumnVector[] columns, int from, FeatureBatch batch) {
    Column column = category.column();
    ColumnVector values = columns[column.index()];
    ColumnKeys keys = names.keys().column(column.name());
    for (int i = 0; i < batch.size(); i++) {
      int record = from + i;
      if (!batch.isTaken(i) || values.isNull(record) || isNan(column, values, record)) {
        continue;
      }
      long key =
          switch (column.kind()) {
            case NUMBER -> keys.category(values.number(record));
            case BOOLEAN -> keys.category(values.flag(record));
            case TEXT ->
                keys.category(values.bytes(record), values.start(record), values.end(record));
          };
      if (names.isUnnamed(key, category.term())) {
        names.addCategory(key, category.term(), text(column, values, record));
      }
    }
  }

  private void name(Feature.Cross cross, ColumnVector[] columns, int from, FeatureBatch batch) {
    CrossKeys keys = names.keys().cross(cross.columns().stream().map(Column::name).toList());
    for (int i = 0; i < batch.size(); i++) {
      int record = from + i;
      if (batch.isTaken(i) && !hasNan(cross, columns, record)) {
        long key = key(keys.start(), cross, columns, record);
        if (names.isUnnamed(key, cross.term())) {
          names.addCategory(key, cross.term(), texts(cross, columns, record));
        }
      }
    }
  }

  private static long key(CrossKeys keys, Feature.Cross cross, ColumnVector[] columns, int record) {
    for (Column column : cross.columns()) {
      ColumnVector values = columns[column.index()];
      if (values.isNull(record)) {
        keys.missing();
      } else {
        switch (column.kind()) {
          case NUMBER -> keys.category(values.number(record));
          case BOOLEAN -> keys.category(values.flag(record));
          case TEXT ->
              keys.category(values.bytes(record), values.start(record), values.end(record));
        }
      }
    }
    return keys.key();
  }

  private static String[] texts(Feature.Cross cross, ColumnVector[] columns, int record) {
    return cross.columns().stream()
        .map(column -> textOrNull(column, columns[column.index()], record))
        .toArray(String[]::new);
  }

  private static String textOrNull(Column column, ColumnVector values, int record) {
    return values.isNull(record) ? null : text(column, values, record);
  }

  private static String text(Column column, ColumnVector values, int record) {
    return switch (column.kind()) {
      case NUMBER -> DecimalText.of(values.number(record));
      case BOOLEAN -> String.valueOf(values.flag(record));
      case TEXT ->
          FeatureNames.text(values.bytes(record), values.start(record), values.end(record));
    };
  }

  /** NaN has no text; such a row of a cross stays without a name. */
  private static boolean hasNan(Feature.Cross cross, ColumnVector[] columns, int record) {
    return cross.columns().stream()
        .anyMatch(
            column ->
                !columns[column.index()].isNull(record)
                    && isNan(column, columns[column.index()], record));
  }

  private static boolean isNan(Column column, ColumnVector values, int record) {
    return column.kind() == ColumnKind.NUMBER && Double.isNaN(values.number(record));
  }
}
