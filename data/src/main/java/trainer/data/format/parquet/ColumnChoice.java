package trainer.data.format.parquet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
 * @param read those whose pages are read
 * @param partitions the values of the columns that the file has by the folders above it
 * @param columns all readable ones and those of the folders behind them, and their use
 */
record ColumnChoice(List<ParquetColumn> read, List<ColumnVector> partitions, FileColumns columns) {
  /**
   * The choice for a file.
   *
   * @throws FailureException INPUT_BAD_FILE for a column that is not there, is not read or does not
   *     fit its use
   */
  static ColumnChoice of(ParquetFile file, TableUse use) {
    requireReadable(file, use);
    List<ParquetColumn> readable = file.readable();
    Set<String> numbers = numbers(use);
    List<Column> columns = new ArrayList<>();
    for (ParquetColumn column : readable) {
      // As a category a whole number has all its digits, which a double would not hold.
      boolean isText = column.type().isWhole() && !numbers.contains(column.name());
      ColumnKind kind =
          isText && !use.features().terms().isEmpty() ? ColumnKind.TEXT : column.type().kind();
      columns.add(new Column(columns.size(), column.name(), kind));
    }
    List<ColumnVector> partitions = PartitionColumns.append(file.path(), columns);
    FileColumns used = FileColumns.of(columns, use, file.path());
    Set<Integer> wanted = new HashSet<>();
    used.used().forEach(column -> wanted.add(column.index()));
    List<ParquetColumn> read = new ArrayList<>();
    for (int i = 0; i < readable.size(); i++) {
      if (wanted.contains(i)) {
        read.add(readable.get(i));
      }
    }
    return new ColumnChoice(read, partitions, used);
  }

  /**
   * Refuses a job that names columns which are not read.
   *
   * @throws FailureException INPUT_BAD_FILE
   */
  static void requireReadable(ParquetFile file, TableUse use) {
    Set<String> named = new HashSet<>();
    named.add(use.label());
    named.add(use.weight());
    use.features().terms().forEach(term -> named.addAll(term.columns()));
    for (ParquetColumn column : file.columns()) {
      if (column.type().kind() == null && named.contains(column.name())) {
        throw new FailureException(
            FailureKind.INPUT_BAD_FILE,
            "column '" + column.name() + "' is " + column.type().title() + ", which is not read",
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

  /** Empty batches for the columns that are read. */
  List<ColumnBatch> batches() {
    Map<String, ColumnKind> kinds = new HashMap<>();
    columns.all().forEach(column -> kinds.put(column.name(), column.kind()));
    return read.stream()
        .map(column -> new ColumnBatch(column, hasTexts(column, kinds), RowGroupReader.BATCH))
        .toList();
  }

  private static boolean hasTexts(ParquetColumn column, Map<String, ColumnKind> kinds) {
    return column.type().kind() == ColumnKind.TEXT || kinds.get(column.name()) == ColumnKind.TEXT;
  }
}
