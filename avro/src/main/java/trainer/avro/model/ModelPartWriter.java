package trainer.avro.model;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import trainer.avro.container.ContainerWriter;
import trainer.avro.digest.DigestingOutput;
import trainer.avro.record.ModelRow;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;

/**
 * Writes one part file of a model. The caller appends rows sorted by table name, then key ascending
 * unsigned. The same rows give the same bytes. Not thread-safe.
 */
public final class ModelPartWriter implements Closeable {
  /** The most bytes besides a row's name and values: three numbers, and the array's end. */
  private static final int LENGTHS = 31;

  private final String name;
  private final int partition;
  private final TableOrder order;
  private final DigestingOutput sink;
  private final ContainerWriter file;
  private final boolean exact;
  private String lastTable;
  private byte[] lastName;
  private int lastRank = -1;
  private long lastKey;
  private long rows;

  /**
   * Begins a part file.
   *
   * @param out the destination; closed by {@link #finish} and {@link #close}
   * @param name the file's name, usually {@link ModelFormat#partName}
   * @param partition the partition it holds
   * @param tables all tables of the model
   */
  public ModelPartWriter(OutputStream out, String name, int partition, List<TableSpec> tables)
      throws IOException {
    this(out, name, partition, tables, false);
  }

  /** Begins a part file that stores every appended row, bit for bit. */
  public static ModelPartWriter exact(
      OutputStream out, String name, int partition, List<TableSpec> tables) throws IOException {
    return new ModelPartWriter(out, name, partition, tables, true);
  }

  @SuppressWarnings("resource")
  private ModelPartWriter(
      OutputStream out, String name, int partition, List<TableSpec> tables, boolean exact)
      throws IOException {
    this.exact = exact;
    this.name = name;
    this.partition = partition;
    this.order = new TableOrder(tables);
    this.sink = new DigestingOutput(out);
    this.file =
        new ContainerWriter(
            sink,
            ModelRow.getClassSchema(),
            ModelFormat.FORMAT_VERSION_KEY,
            String.valueOf(ModelFormat.VERSION),
            SyncMarker.ofPart(partition));
  }

  /**
   * Adds the row {@code cells[offset .. offset+width-1]}, unless it equals its initial value.
   *
   * @throws IllegalArgumentException when rows are out of order or of another width
   */
  public void append(String table, long key, float[] cells, int offset, int width)
      throws IOException {
    int rank = table.equals(lastTable) ? lastRank : order.rank(table);
    if (rank < 0 || order.table(rank).width() != width) {
      throw new IllegalArgumentException("no table '" + table + "' of width " + width);
    }
    if (rank < lastRank || (rank == lastRank && Long.compareUnsigned(key, lastKey) <= 0)) {
      throw new IllegalArgumentException(
          "row " + table + " " + Long.toUnsignedString(key) + " comes out of order in " + name);
    }
    if (rank != lastRank) {
      lastTable = table;
      lastName = TableOrder.utf8(table);
    }
    lastRank = rank;
    lastKey = key;
    if (exact || !ModelFormat.isInitial(order.table(rank), key, cells, offset)) {
      encode(key, cells, offset, width);
      rows++;
    }
  }

  /** Avro's binary encoding of a {@link ModelRow}. */
  private void encode(long key, float[] cells, int offset, int width) throws IOException {
    file.room(LENGTHS + lastName.length + width * Float.BYTES);
    file.putLong(lastName.length);
    file.put(lastName);
    file.putLong(key);
    file.putLong(width);
    for (int i = 0; i < width; i++) {
      float value = cells[offset + i];
      file.putFloat(exact ? Float.floatToRawIntBits(value) : ModelFormat.canonicalBits(value));
    }
    // the array's end; the width of an empty one is its end already
    if (width > 0) {
      file.putLong(0);
    }
    file.endRecord();
  }

  /** Completes and closes the file, and returns its description. */
  public PartFile finish() throws IOException {
    file.finish();
    file.close();
    return new PartFile(partition, name, rows, sink.bytes(), sink.sha256());
  }

  /** Closes the file; without {@link #finish} before, the file is unusable. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
