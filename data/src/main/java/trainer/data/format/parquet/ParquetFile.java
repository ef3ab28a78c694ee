package trainer.data.format.parquet;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import trainer.data.file.PinnedFile;

/**
 * An open Parquet file with its metadata.
 *
 * @param groups the row groups that have rows
 * @param dataEnd the byte at which the footer begins
 */
record ParquetFile(
    PinnedFile file, List<ParquetColumn> columns, List<RowGroup> groups, long dataEnd) {
  /**
   * Reads the metadata of a file.
   *
   * @throws trainer.core.failure.FailureException as {@link ParquetFooter#read}
   */
  static ParquetFile open(PinnedFile file) {
    ParquetFooter footer = ParquetFooter.read(file);
    try {
      return of(file, footer);
    } catch (IllegalArgumentException e) {
      String what = "the footer is damaged: " + e.getMessage();
      throw ParquetFooter.corrupt(file.file().path(), footer.start(), what, e);
    }
  }

  private static ParquetFile of(PinnedFile file, ParquetFooter footer) {
    ParquetSchema schema = ParquetSchema.of(footer.metadata().getSchema());
    List<RowGroup> groups = new ArrayList<>();
    Set<Long> offsets = new HashSet<>();
    long rows = 0;
    for (var metadata : footer.metadata().getRow_groups()) {
      RowGroup group = RowGroup.of(metadata, schema.leaves(), footer.start());
      rows += group.rows();
      if (group.rows() > 0) {
        groups.add(group);
        if (!offsets.add(group.offset())) {
          throw new IllegalArgumentException("two row groups begin at byte " + group.offset());
        }
      }
    }
    if (rows != footer.metadata().getNum_rows()) {
      throw new IllegalArgumentException(
          "the file has " + footer.metadata().getNum_rows() + " rows, its row groups " + rows);
    }
    return new ParquetFile(file, schema.columns(), List.copyOf(groups), footer.start());
  }

  String path() {
    return file.file().path();
  }

  /** The columns whose values can be read. */
  List<ParquetColumn> readable() {
    return columns.stream().filter(column -> column.type().kind() != null).toList();
  }
}
