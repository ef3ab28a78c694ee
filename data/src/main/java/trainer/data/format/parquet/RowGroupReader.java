package trainer.data.format.parquet;

import java.util.List;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.format.encoding.WindowInput;
import trainer.data.format.unit.UnitReader;

/**
 * Reads the rows of a row group in order, some columns of them. It holds a page of each column.
 * Confined to one thread.
 */
final class RowGroupReader implements UnitReader {
  private static final int LARGEST_WINDOW = 1 << 20;

  private final ParquetFile file;
  private final RowGroup group;
  private final List<ParquetColumn> columns;
  private final ChunkReader[] chunks;
  private int row;

  /**
   * A reader that stands before the first row.
   *
   * @param batches of the columns in the same order; each has room for {@link #BATCH} rows
   * @param mostBytes the most bytes of a page
   * @throws FailureException INPUT_BAD_FILE for a codec that is not read, INPUT_CORRUPT
   */
  RowGroupReader(
      ParquetFile file,
      RowGroup group,
      List<ParquetColumn> columns,
      List<ColumnBatch> batches,
      int mostBytes) {
    this.file = file;
    this.group = group;
    this.columns = columns;
    this.chunks = new ChunkReader[columns.size()];
    for (int i = 0; i < chunks.length; i++) {
      chunks[i] = open(columns.get(i), batches.get(i), mostBytes);
    }
  }

  private ChunkReader open(ParquetColumn column, ColumnBatch batch, int mostBytes) {
    String where = file.path() + ", column '" + column.name() + "'";
    try {
      ChunkPlace place = group.place(column);
      WindowInput in =
          new WindowInput(file.file(), place.start(), place.end(), file.dataEnd(), LARGEST_WINDOW);
      PageCodec codec = PageCodec.of(place.codec(), where);
      return new ChunkReader(
          column, new PageReader(in, codec, mostBytes, where), group.rows(), batch);
    } catch (IllegalArgumentException e) {
      throw corrupt(where + ", row group at byte " + group.offset(), e);
    }
  }

  @Override
  public int row() {
    return row;
  }

  @Override
  public void skipTo(int wanted) {
    for (int i = 0; i < chunks.length && wanted > row; i++) {
      try {
        chunks[i].skip(wanted - row, BATCH);
      } catch (RuntimeException e) {
        throw failure(i, e);
      }
    }
    row = wanted;
  }

  @Override
  public void read(int count) {
    for (int i = 0; i < chunks.length; i++) {
      try {
        chunks[i].read(count);
      } catch (RuntimeException e) {
        throw failure(i, e);
      }
    }
    row += count;
  }

  /** The failure of a column; an unexpected exception of a decoder means damaged bytes as well. */
  private FailureException failure(int column, RuntimeException e) {
    String name = columns.get(column).name();
    return e instanceof FailureException known
        ? known
        : corrupt(
            file.path() + ", column '" + name + "', page at byte " + chunks[column].offset(), e);
  }

  private static FailureException corrupt(String where, RuntimeException e) {
    String what = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new FailureException(
        new Failure(
            FailureKind.INPUT_CORRUPT, "a damaged page: " + what, where, "restore the file"),
        e);
  }
}
