package trainer.data.format.unit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import trainer.core.feature.Column;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.encode.ColumnVector;
import trainer.data.format.TableUse;
import trainer.data.format.table.DeclaredColumn;
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
   * @throws trainer.core.failure.FailureException INPUT_BAD_FILE for a column that is not there, is
   *     not read or does not fit its use
   */
  static <C extends StoredColumn> ColumnChoice<C> of(UnitFile<C, ?> file, TableUse use) {
    List<Column> columns = DeclaredColumn.readable(declared(file), use, file.path());
    List<C> readable = file.readable();
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
   * @throws trainer.core.failure.FailureException INPUT_BAD_FILE
   */
  static void requireReadable(UnitFile<?, ?> file, TableUse use) {
    DeclaredColumn.requireReadable(declared(file), use, file.path());
  }

  private static List<DeclaredColumn> declared(UnitFile<?, ?> file) {
    return file.columns().stream()
        .map(
            column ->
                new DeclaredColumn(column.name(), column.kind(), column.isWhole(), column.title()))
        .toList();
  }

  /** The form in which the values of a column are needed. */
  ValueForm form(StoredColumn column) {
    Column stated = stated(column);
    if (column.kind() == ColumnKind.TEXT || stated.kind() == ColumnKind.TEXT) {
      return ValueForm.TEXT;
    }
    return columns.kept().contains(stated) ? ValueForm.NUMBER_AND_DIGITS : ValueForm.NUMBER;
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
