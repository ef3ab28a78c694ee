package trainer.core.feature.encode;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import trainer.core.feature.BadFieldException;
import trainer.core.feature.Column;
import trainer.core.feature.ColumnKeys;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.CrossKeys;
import trainer.core.feature.Feature;
import trainer.core.feature.FeatureKeys;
import trainer.core.feature.FeatureList;
import trainer.core.feature.Scaling;
import trainer.core.feature.Standardisation;

/**
 * Turns records of columns into features, in the order of a {@link FeatureList}.
 *
 * <table>
 * <caption>The features of one column, in the terms of {@link FeatureKeys}</caption>
 * <tr><th>value</th><th>number</th><th>category</th><th>bucket</th><th>in a cross</th></tr>
 * <tr><td>NULL</td><td colspan="3">NULL once a column, value 1</td><td>NULL</td></tr>
 * <tr><td>NaN</td><td colspan="3">NaN once a column, value 1</td><td>NaN</td></tr>
 * <tr><td>infinite</td><td colspan="4">a broken record</td></tr>
 * <tr><td>0</td><td>raw: none; else (0 − mean) / deviation</td><td>{@code column=0}</td>
 *   <td>its bucket</td><td>{@code column=0}</td></tr>
 * <tr><td>empty text</td><td></td><td>{@code column=}</td><td></td><td>{@code column=}</td></tr>
 * </table>
 */
public final class FeatureEncoder implements BatchEncoder {
  private final Encoder[] encoders;

  /**
   * An encoder of some features.
   *
   * @param standardisations those of {@link FeatureList#standardised}, in that order
   */
  public FeatureEncoder(
      FeatureList list, FeatureKeys keys, List<Standardisation> standardisations) {
    if (standardisations.size() != list.standardised().size()) {
      throw new IllegalArgumentException(
          list.standardised().size()
              + " features are standardised, by "
              + standardisations.size()
              + " standardisations");
    }
    List<Encoder> made = new ArrayList<>();
    Iterator<Standardisation> scales = standardisations.iterator();
    List<Boolean> firsts = list.firstsOfColumns();
    for (int i = 0; i < list.features().size(); i++) {
      Feature feature = list.features().get(i);
      boolean isFirst = firsts.get(i);
      if (feature instanceof Feature.Numeric numeric) {
        Standardisation scale =
            numeric.scaling().isStandardised() ? scales.next() : Standardisation.NONE;
        made.add(new OfNumber(numeric, keys(keys, numeric.column()), scale, isFirst));
      } else if (feature instanceof Feature.Category category) {
        ColumnKeys own = keys(keys, category.column());
        made.add(
            category.column().kind() == ColumnKind.TEXT
                ? new OfText(category.column(), own, new TextKeys(own), isFirst)
                : new OfCategory(category.column(), own, isFirst));
      } else if (feature instanceof Feature.Bucket bucket) {
        made.add(new OfBucket(bucket, keys(keys, bucket.column()), isFirst));
      } else if (feature instanceof Feature.Cross cross) {
        made.add(new OfCross(cross, keys.cross(names(cross))));
      }
    }
    encoders = made.toArray(Encoder[]::new);
  }

  private static ColumnKeys keys(FeatureKeys keys, Column column) {
    return keys.column(column.name());
  }

  private static List<String> names(Feature.Cross cross) {
    return cross.columns().stream().map(Column::name).toList();
  }

  @Override
  public void encode(ColumnVector[] columns, int from, FeatureBatch batch) {
    for (Encoder encoder : encoders) {
      encoder.encode(columns, from, batch);
    }
  }

  /**
   * Encodes one feature. Each class has a loop of its own, so that the calls within it are compiled
   * for that class alone.
   */
  private sealed interface Encoder {
    void encode(ColumnVector[] columns, int from, FeatureBatch batch);
  }

  private record OfNumber(
      Feature.Numeric feature, ColumnKeys keys, Standardisation scale, boolean isFirst)
      implements Encoder {
    @Override
    public void encode(ColumnVector[] columns, int from, FeatureBatch batch) {
      ColumnVector column = columns[feature.column().index()];
      for (int i = 0; i < batch.size(); i++) {
        try {
          encode(column, from + i, i, batch);
        } catch (BadFieldException e) {
          batch.reject(i, e);
        }
      }
    }

    private void encode(ColumnVector column, int record, int place, FeatureBatch batch) {
      boolean isNull = column.isNull(record);
      double number = isNull ? 0 : column.number(record);
      if (isNull || Double.isNaN(number)) {
        addMissing(isNull, keys, isFirst, place, batch);
        return;
      }
      float value = feature.value(number, scale);
      if (value != 0 || feature.scaling() != Scaling.RAW) {
        long key = feature.scaling() == Scaling.LOG ? keys.log() : keys.number();
        batch.add(place, key, value, number);
      }
    }
  }

  private record OfText(Column column, ColumnKeys keys, TextKeys texts, boolean isFirst)
      implements Encoder {
    @Override
    public void encode(ColumnVector[] columns, int from, FeatureBatch batch) {
      ColumnVector values = columns[column.index()];
      for (int i = 0; i < batch.size(); i++) {
        try {
          encode(values, from + i, i, batch);
        } catch (BadFieldException e) {
          batch.reject(i, e);
        }
      }
    }

    private void encode(ColumnVector values, int record, int place, FeatureBatch batch) {
      if (values.isNull(record)) {
        addMissing(true, keys, isFirst, place, batch);
      } else {
        batch.add(place, texts.key(values, record));
      }
    }
  }

  private record OfCategory(Column column, ColumnKeys keys, boolean isFirst) implements Encoder {
    @Override
    public void encode(ColumnVector[] columns, int from, FeatureBatch batch) {
      ColumnVector values = columns[column.index()];
      for (int i = 0; i < batch.size(); i++) {
        try {
          encode(values, from + i, i, batch);
        } catch (BadFieldException e) {
          batch.reject(i, e);
        }
      }
    }

    private void encode(ColumnVector values, int record, int place, FeatureBatch batch) {
      boolean isNull = values.isNull(record);
      if (isNull || isNan(column, values, record)) {
        addMissing(isNull, keys, isFirst, place, batch);
        return;
      }
      long key =
          column.kind() == ColumnKind.NUMBER
              ? keys.category(values.number(record))
              : keys.category(values.flag(record));
      batch.add(place, key);
    }
  }

  private record OfBucket(Feature.Bucket feature, ColumnKeys keys, boolean isFirst)
      implements Encoder {
    @Override
    public void encode(ColumnVector[] columns, int from, FeatureBatch batch) {
      ColumnVector values = columns[feature.column().index()];
      for (int i = 0; i < batch.size(); i++) {
        try {
          encode(values, from + i, i, batch);
        } catch (BadFieldException e) {
          batch.reject(i, e);
        }
      }
    }

    private void encode(ColumnVector values, int record, int place, FeatureBatch batch) {
      boolean isNull = values.isNull(record);
      double number = isNull ? 0 : values.number(record);
      if (isNull || Double.isNaN(number)) {
        addMissing(isNull, keys, isFirst, place, batch);
      } else {
        batch.add(place, keys.bucket(feature.bucketOf(number)));
      }
    }
  }

  private record OfCross(Feature.Cross feature, CrossKeys keys) implements Encoder {
    @Override
    public void encode(ColumnVector[] columns, int from, FeatureBatch batch) {
      for (int i = 0; i < batch.size(); i++) {
        try {
          batch.add(i, key(columns, from + i));
        } catch (BadFieldException e) {
          batch.reject(i, e);
        }
      }
    }

    private long key(ColumnVector[] columns, int record) {
      keys.start();
      for (Column column : feature.columns()) {
        ColumnVector values = columns[column.index()];
        if (values.isNull(record)) {
          keys.missing();
        } else if (isNan(column, values, record)) {
          keys.nan();
        } else {
          add(column.kind(), values, record);
        }
      }
      return keys.key();
    }

    private void add(ColumnKind kind, ColumnVector values, int record) {
      switch (kind) {
        case NUMBER -> keys.category(values.number(record));
        case TEXT -> keys.category(values.bytes(record), values.start(record), values.end(record));
        case BOOLEAN -> keys.category(values.flag(record));
      }
    }
  }

  private static boolean isNan(Column column, ColumnVector values, int record) {
    return column.kind() == ColumnKind.NUMBER && Double.isNaN(values.number(record));
  }

  private static void addMissing(
      boolean isNull, ColumnKeys keys, boolean isFirst, int place, FeatureBatch batch) {
    if (isFirst) {
      batch.add(place, isNull ? keys.missing() : keys.nan());
    }
  }
}
