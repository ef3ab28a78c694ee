package trainer.data.format.parquet;

import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import trainer.data.format.unit.RowUnit;

/**
 * A row group of a file: a column chunk for each leaf of the schema.
 *
 * @param offset its first byte
 * @param length the bytes up to its last one
 */
record RowGroup(long offset, long length, int rows, org.apache.parquet.format.RowGroup metadata)
    implements RowUnit {
  /**
   * A row group by its metadata.
   *
   * @param end the byte at which the data of the file end
   * @throws IllegalArgumentException if the metadata cannot be true
   */
  static RowGroup of(org.apache.parquet.format.RowGroup group, int leaves, long end) {
    long rows = group.getNum_rows();
    require(rows >= 0 && rows <= Integer.MAX_VALUE, "a row group has " + rows + " rows");
    require(
        group.getColumnsSize() == leaves && (leaves > 0 || rows == 0),
        "a row group has " + group.getColumnsSize() + " columns, the schema " + leaves);
    if (rows == 0) {
      return new RowGroup(0, 0, 0, group);
    }
    long first = end;
    long last = 0;
    for (ColumnChunk chunk : group.getColumns()) {
      ColumnMetaData column = chunk.getMeta_data();
      require(column != null && !chunk.isSetFile_path(), "a column is in another file");
      long start = startOf(column);
      long size = column.getTotal_compressed_size();
      require(
          start >= ParquetFooter.MAGIC.length && size >= 0 && size <= end - start,
          "a column has " + size + " bytes from byte " + start + " on, the data end at " + end);
      first = Math.min(first, start);
      last = Math.max(last, start + size);
    }
    return new RowGroup(first, last - first, (int) rows, group);
  }

  /** The first byte of a column's pages. */
  private static long startOf(ColumnMetaData column) {
    long dictionary = column.getDictionary_page_offset();
    return dictionary > 0 && dictionary < column.getData_page_offset()
        ? dictionary
        : column.getData_page_offset();
  }

  /** The place of a column's pages. */
  ChunkPlace place(ParquetColumn column) {
    ColumnMetaData chunk = metadata.getColumns().get(column.leaf()).getMeta_data();
    require(
        chunk.getNum_values() == rows,
        "a column has " + chunk.getNum_values() + " values in " + rows + " rows");
    require(chunk.getType() == column.physical(), "a column is of another type than the schema's");
    long start = startOf(chunk);
    return new ChunkPlace(start, start + chunk.getTotal_compressed_size(), chunk.getCodec());
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException(what);
    }
  }
}
