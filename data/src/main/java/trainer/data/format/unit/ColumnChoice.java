package trainer.data.format.unit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.Column;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.FeatureTerm;
import trainer.core.feature.encode.ColumnVector;
import trainer.data.format.TableUse;
import trainer.data.format.table.FileColumns;
import trainer.data.format.table.PartitionColumns;

/**
 * The columns of a file that a job uses.
 *
 * @param <C> the file's columns
 * @param read those whose values are read
 * @param partitions the values of the columns that the file has by the folders above it
 * @param columns all readable ones and those of the folders behind them, and their use
 */
record ColumnChoice<C extends StoredColumn>(
    List<C> read, List<ColumnVector> partitions, FileColumns columns) {
  /**
   * The choice for a file.
   *
   * @throws FailureException INPUT_BAD_FILE for a column that is not there, is not read or does not
   *     fit its use
   */
  static <C extends StoredColumn> ColumnChoice<C> of(UnitFile<C, ?> file, TableUse use) {
    requireReadable(file, use);
    List<C> readable = file.readable();
    Set<String> numbers = numbers(use);
    List<Column> columns = new ArrayList<>();
    for (C column : readable) {
      // As a category a whole number has all its digits, which a double would not hold.
      boolean isText = column.isWhole() && !numbers.contains(column.name());
      ColumnKind kind =
          isText && !use.features().terms().isEmpty() ? ColumnKind.TEXT : column.kind();
      columns.add(new Column(columns.size(), column.name(), kind));
    }
    List<ColumnVector> partitions = PartitionColumns.append(file.path(), columns);
    FileColumns used = FileColumns.of(columns, use, file.path());
    Set<Integer> wanted = new HashSet<>();
    used.used().forEach(column -> wanted.add(column.index()));
    List<C> read = new ArrayList<>();
    for (int i = 0; i < readable.size(); i++) {
      if (wanted.contains(i)) {
        read.add(readable.get(i));
      }
    }
    return new ColumnChoice<>(read, partitions, used);
  }

  /**
   * Refuses a job that names columns which are not read.
   *
   * @throws FailureException INPUT_BAD_FILE
   */
  static void requireReadable(UnitFile<?, ?> file, TableUse use) {
    Set<String> named = new HashSet<>();
    named.add(use.label());
    named.add(use.weight());
    use.features().terms().forEach(term -> named.addAll(term.columns()));
    for (StoredColumn column : file.columns()) {
      if (column.kind() == null && named.contains(column.name())) {
        throw new FailureException(
            FailureKind.INPUT_BAD_FILE,
            "column '" + column.name() + "' is " + column.title() + ", which is not read",
            file.path(),
            "leave it out, or write the file with a column of numbers, texts or booleans");
      }
    }
  }

  /** The columns that label, weight or a term read as numbers. */
  private static Set<String> numbers(TableUse use) {
    Set<String> numbers = new HashSet<>(List.of(use.label(), use.weight()));
    for (FeatureTerm term : use.features().terms()) {
      if (!(term instanceof FeatureTerm.Category) && !(term instanceof FeatureTerm.Cross)) {
        numbers.addAll(term.columns());
      }
    }
    return numbers;
  }

  /** Whether the values of a column are given as texts. */
  boolean isText(StoredColumn column) {
    return column.kind() == ColumnKind.TEXT || stated(column).kind() == ColumnKind.TEXT;
  }

  /** The place of a column among all of the file. */
  int place(StoredColumn column) {
    return stated(column).index();
  }

  private Column stated(StoredColumn column) {
    return columns.all().stream()
        .filter(one -> one.name().equals(column.name()))
        .findFirst()
        .orElseThrow();
  }
}
