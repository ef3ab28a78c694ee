package trainer.core.feature;

import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A term of {@code trainer.features}: one or several columns, and their use. */
public sealed interface FeatureTerm {
  /** The text from which the term is parsed. */
  String text();

  /** The names of the columns. */
  List<String> columns();

  /**
   * The feature of the term in a table.
   *
   * @param columns gives the column of a name
   */
  Feature feature(Function<String, Column> columns);

  /** {@code column}: a number standardised, anything else as a category. */
  record Plain(String column) implements FeatureTerm {
    @Override
    public List<String> columns() {
      return List.of(column);
    }

    @Override
    public String text() {
      return ColumnName.written(column);
    }

    @Override
    public Feature feature(Function<String, Column> columns) {
      return Feature.of(columns.apply(column));
    }
  }

  /** {@code column:category}: each value is a category. */
  record Category(String column) implements FeatureTerm {
    @Override
    public List<String> columns() {
      return List.of(column);
    }

    @Override
    public String text() {
      return ColumnName.written(column) + ":category";
    }

    @Override
    public Feature feature(Function<String, Column> columns) {
      return new Feature.Category(columns.apply(column));
    }
  }

  /**
   * {@code column:number}, {@code column:raw} or {@code column:log}: a number by its value. Readers
   * parse the numbers of a column of text, and take false as 0 and true as 1.
   */
  record Numeric(String column, Scaling scaling) implements FeatureTerm {
    @Override
    public List<String> columns() {
      return List.of(column);
    }

    @Override
    public String text() {
      return ColumnName.written(column) + ":" + scaling.word();
    }

    @Override
    public Feature feature(Function<String, Column> columns) {
      return new Feature.Numeric(columns.apply(column), scaling);
    }
  }

  /** {@code column:bucket(1;5;20)}: the interval of a number as a category. */
  record Bucket(String column, Bounds bounds) implements FeatureTerm {
    @Override
    public List<String> columns() {
      return List.of(column);
    }

    @Override
    public String text() {
      return ColumnName.written(column) + ":bucket(" + bounds + ")";
    }

    @Override
    public Feature feature(Function<String, Column> columns) {
      return new Feature.Bucket(columns.apply(column), bounds);
    }
  }

  /**
   * {@code a*b}, {@code a*b*c}: the categories of several columns together as one.
   *
   * @param columns two or more, none twice
   */
  record Cross(List<String> columns) implements FeatureTerm {
    public Cross {
      columns = List.copyOf(columns);
      if (columns.size() < 2 || new HashSet<>(columns).size() < columns.size()) {
        throw new IllegalArgumentException("a cross has two columns or more, each of them once");
      }
    }

    @Override
    public String text() {
      return columns.stream().map(ColumnName::written).collect(Collectors.joining("*"));
    }

    @Override
    public Feature feature(Function<String, Column> named) {
      return new Feature.Cross(columns.stream().map(named).toList());
    }
  }
}
