package trainer.data.format.parquet;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import trainer.data.file.PinnedFile;
import trainer.data.format.unit.ColumnBatches;
import trainer.data.format.unit.UnitFile;
import trainer.data.format.unit.UnitReader;
import trainer.data.format.unit.ValueForm;

/**
 * An open Parquet file with its metadata.
 *
 * @param units the row groups that have rows
 * @param dataEnd the byte at which the footer begins
 */
record ParquetFile(PinnedFile file, List<ParquetColumn> columns, List<RowGroup> units, long dataEnd)
    implements UnitFile<ParquetColumn, RowGroup> {
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

  @Override
  public String unitTitle() {
    return "row group";
  }

  @Override
  public ColumnBatches<RowGroup> batches(
      List<ParquetColumn> read, Function<ParquetColumn, ValueForm> forms, int mostBytes) {
    List<ColumnBatch> batches =
        read.stream()
            .map(column -> new ColumnBatch(column, forms.apply(column), UnitReader.BATCH))
            .toList();
    return new ColumnBatches<>() {
      @Override
      public List<ColumnBatch> vectors() {
        return batches;
      }

      @Override
      public UnitReader open(RowGroup group) {
        return new RowGroupReader(ParquetFile.this, group, read, batches, mostBytes);
      }
    };
  }
}
