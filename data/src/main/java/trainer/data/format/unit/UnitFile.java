package trainer.data.format.unit;

import java.util.List;
import java.util.function.Function;
import trainer.data.file.PinnedFile;

/**
 * An open file with its metadata.
 *
 * @param <C> its columns
 * @param <U> its units
 */
public interface UnitFile<C extends StoredColumn, U extends RowUnit> {
  PinnedFile file();

  default String path() {
    return file().file().path();
  }

  /** The columns of the top level. */
  List<C> columns();

  /** The units that have rows, in order. */
  List<U> units();

  /** The format's name for a unit. */
  String unitTitle();

  /**
   * Empty batches for some columns.
   *
   * @param forms the form of the values of a column
   * @param mostBytes the most bytes of a part of the file that is decompressed as a whole
   */
  ColumnBatches<U> batches(List<C> read, Function<C, ValueForm> forms, int mostBytes);

  /** The columns whose values can be read. */
  default List<C> readable() {
    return columns().stream().filter(column -> column.kind() != null).toList();
  }
}
