package trainer.data.format.parquet;

import java.util.List;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * Reads the rows of a row group in order, some columns of them. It holds a page of each column.
 * Confined to one thread.
 */
final class RowGroupReader {
  /** The most rows of one batch. */
  static final int BATCH = 1024;

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
      ChunkInput in = new ChunkInput(file.file(), place, file.dataEnd());
      PageCodec codec = PageCodec.of(place.codec(), where);
      return new ChunkReader(
          column, new PageReader(in, codec, mostBytes, where), group.rows(), batch);
    } catch (IllegalArgumentException e) {
      throw corrupt(where + ", row group at byte " + group.offset(), e);
    }
  }

  /** Whether it reads this row group, and has not passed a row. */
  boolean isBefore(long offset, int wanted) {
    return group.offset() == offset && row <= wanted;
  }

  RowGroup group() {
    return group;
  }

  /** The number of the next row, from 0. */
  int row() {
    return row;
  }

  /**
   * Passes over rows.
   *
   * @throws FailureException INPUT_CORRUPT, RECORD_TOO_LARGE
   */
  void skipTo(int wanted) {
    for (int i = 0; i < chunks.length && wanted > row; i++) {
      try {
        chunks[i].skip(wanted - row, BATCH);
      } catch (RuntimeException e) {
        throw failure(i, e);
      }
    }
    row = wanted;
  }

  /**
   * Reads the next rows to the batches, {@link #BATCH} of them at most.
   *
   * @throws FailureException INPUT_CORRUPT, RECORD_TOO_LARGE
   */
  void read(int count) {
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
