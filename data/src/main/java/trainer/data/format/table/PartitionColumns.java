package trainer.data.format.table;

import java.nio.charset.StandardCharsets;
import java.util.List;
import trainer.core.feature.Column;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.encode.ColumnVector;
import trainer.data.file.Partition;

/**
 * The columns that a file has by the folders above it, each with one value for all records. A
 * column of the file itself comes before a folder of its name.
 */
public final class PartitionColumns {
  private PartitionColumns() {}

  /**
   * Appends the columns behind those of the file.
   *
   * @param columns each at the place of its index
   * @return the vectors of the appended columns, in their order
   */
  public static List<ColumnVector> append(String path, List<Column> columns) {
    List<String> own = columns.stream().map(Column::name).toList();
    List<Partition> partitions =
        Partition.of(path).stream().filter(one -> !own.contains(one.column())).toList();
    for (Partition partition : partitions) {
      columns.add(new Column(columns.size(), partition.column(), ColumnKind.TEXT));
    }
    return partitions.stream().map(one -> (ColumnVector) new Constant(one)).toList();
  }

  private static final class Constant implements ColumnVector {
    /** The bytes that a hash may read behind a text. */
    private static final int SPARE = Long.BYTES;

    private final String name;
    private final boolean isNull;
    private final String value;
    private final byte[] bytes;
    private final int length;

    Constant(Partition partition) {
      this.value = partition.value().orElse("");
      byte[] text = value.getBytes(StandardCharsets.UTF_8);
      this.name = partition.column();
      this.isNull = partition.value().isEmpty();
      this.length = text.length;
      this.bytes = java.util.Arrays.copyOf(text, length + SPARE);
    }

    @Override
    public boolean isNull(int record) {
      return isNull;
    }

    @Override
    public double number(int record) {
      return FieldText.number(name, this, record);
    }

    @Override
    public byte[] bytes(int record) {
      return bytes;
    }

    @Override
    public int start(int record) {
      return 0;
    }

    @Override
    public int end(int record) {
      return length;
    }

    @Override
    public String text(int record) {
      return value;
    }

    @Override
    public boolean flag(int record) {
      throw new UnsupportedOperationException("a folder's value is a text");
    }
  }
}
