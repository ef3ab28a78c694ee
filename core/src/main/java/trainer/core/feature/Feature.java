package trainer.core.feature;

import java.util.List;
import java.util.stream.Collectors;

/** A feature of the rows of a table, or a family of features with a key for each category. */
public sealed interface Feature {
  /** The feature of a column whose use no term states: a number standardised, else a category. */
  static Feature of(Column column) {
    return column.kind() == ColumnKind.NUMBER
        ? new Numeric(column, Scaling.STANDARD)
        : new Category(column);
  }

  /** The columns that the feature is made of. */
  List<Column> columns();

  /** The part of the keys that does not depend on values: features that share it share keys. */
  String keyForm();

  /** The use of the columns in a word or two, for people. */
  String use();

  /** The term that names the use of the column and gives this feature. */
  FeatureTerm term();

  /** A number by its value. */
  record Numeric(Column column, Scaling scaling) implements Feature {
    @Override
    public List<Column> columns() {
      return List.of(column);
    }

    @Override
    public String keyForm() {
      return ColumnName.written(column.name()) + (scaling == Scaling.LOG ? "#log" : "");
    }

    @Override
    public String use() {
      return scaling == Scaling.STANDARD ? "number, standardised" : scaling.word();
    }

    @Override
    public FeatureTerm term() {
      return new FeatureTerm.Numeric(column.name(), scaling);
    }

    /**
     * The number of which the moments are taken, and that is standardised.
     *
     * @throws BrokenNumberException for NaN or an infinity
     */
    public double transform(double x) {
      return scaling.transform(BrokenNumberException.unlessFinite(column.name(), x));
    }

    /**
     * The value of the feature. A raw number of 0 gives no feature, a standardised one does.
     *
     * @throws BrokenNumberException for NaN, an infinity, or a value that no float holds
     */
    public float value(double x, Standardisation standardisation) {
      double transformed = transform(x);
      float value =
          (float) (scaling == Scaling.RAW ? transformed : standardisation.apply(transformed));
      if (!Float.isFinite(value)) {
        throw new BrokenNumberException(column.name(), x);
      }
      return value;
    }
  }

  /** A category for each value. */
  record Category(Column column) implements Feature {
    @Override
    public List<Column> columns() {
      return List.of(column);
    }

    @Override
    public String keyForm() {
      return ColumnName.written(column.name()) + "=";
    }

    @Override
    public String use() {
      return "category, hashed";
    }

    @Override
    public FeatureTerm term() {
      return new FeatureTerm.Category(column.name());
    }
  }

  /** A category for each interval of a number. */
  record Bucket(Column column, Bounds bounds) implements Feature {
    @Override
    public List<Column> columns() {
      return List.of(column);
    }

    @Override
    public String keyForm() {
      return ColumnName.written(column.name()) + "#";
    }

    @Override
    public String use() {
      return "bucket";
    }

    @Override
    public FeatureTerm term() {
      return new FeatureTerm.Bucket(column.name(), bounds);
    }

    /**
     * The bucket of a number.
     *
     * @throws BrokenNumberException for NaN or an infinity
     */
    public int bucketOf(double x) {
      return bounds.bucketOf(BrokenNumberException.unlessFinite(column.name(), x));
    }
  }

  /** A category for each combination of the columns' categories. */
  record Cross(List<Column> columns) implements Feature {
    public Cross {
      columns = List.copyOf(columns);
    }

    @Override
    public String keyForm() {
      return columns.stream()
          .map(column -> ColumnName.written(column.name()) + "=")
          .collect(Collectors.joining("*"));
    }

    @Override
    public String use() {
      return "cross";
    }

    @Override
    public FeatureTerm term() {
      return new FeatureTerm.Cross(columns.stream().map(Column::name).toList());
    }
  }
}
