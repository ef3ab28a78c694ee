package trainer.avro.model;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import trainer.avro.record.ModelRow;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;

/**
 * Writes one part file of a model. Rows come sorted by table name, then key ascending unsigned.
 *
 * <p>The same rows give the same bytes. Not for use by several threads at once.
 */
public final class ModelPartWriter implements Closeable {
  private final String name;
  private final int partition;
  private final TableOrder order;
  private final DigestingOutput sink;
  private final DataFileWriter<ModelRow> file;
  private final boolean exact;
  private final ByteArrayOutputStream row = new ByteArrayOutputStream(256);
  private final BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(row, null);
  private int lastRank = -1;
  private long lastKey;
  private long rows;

  /**
   * Begins a part file.
   *
   * @param out where it goes; closed by {@link #finish} and {@link #close}
   * @param name the file's name, usually {@link ModelFormat#partName}
   * @param partition the partition it holds
   * @param tables all tables of the model
   */
  public ModelPartWriter(OutputStream out, String name, int partition, List<TableSpec> tables)
      throws IOException {
    this(out, name, partition, tables, false);
  }

  /** Begins a part file that holds every row it is given, bit for bit. */
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
        new DataFileWriter<>(new SpecificDatumWriter<>(ModelRow.class))
            .setCodec(CodecFactory.snappyCodec())
            .setSyncInterval(ContainerInput.SYNC_INTERVAL)
            .setMeta(ModelFormat.FORMAT_VERSION_KEY, ModelFormat.VERSION)
            .create(ModelRow.getClassSchema(), sink, SyncMarker.ofPart(partition));
  }

  /**
   * Adds the row {@code cells[offset .. offset+width-1]}, unless it stands at its initial value.
   *
   * @throws IllegalArgumentException when rows come out of order or with another width
   */
  public void append(String table, long key, float[] cells, int offset, int width)
      throws IOException {
    int rank = order.rank(table);
    if (rank < 0 || order.table(rank).width() != width) {
      throw new IllegalArgumentException("no table '" + table + "' of width " + width);
    }
    if (rank < lastRank || (rank == lastRank && Long.compareUnsigned(key, lastKey) <= 0)) {
      throw new IllegalArgumentException(
          "row " + table + " " + Long.toUnsignedString(key) + " comes out of order in " + name);
    }
    lastRank = rank;
    lastKey = key;
    if (exact || !ModelFormat.isInitial(order.table(rank), key, cells, offset)) {
      encode(table, key, cells, offset, width);
      file.appendEncoded(ByteBuffer.wrap(row.toByteArray()));
      rows++;
    }
  }

  private void encode(String table, long key, float[] cells, int offset, int width)
      throws IOException {
    row.reset();
    encoder.writeString(table);
    encoder.writeLong(key);
    encoder.writeArrayStart();
    encoder.setItemCount(width);
    for (int i = 0; i < width; i++) {
      encoder.startItem();
      float value = cells[offset + i];
      encoder.writeFloat(exact ? value : Float.intBitsToFloat(ModelFormat.canonicalBits(value)));
    }
    encoder.writeArrayEnd();
    encoder.flush();
  }

  /** Completes and closes the file, and says what was written. */
  public PartFile finish() throws IOException {
    file.close();
    return new PartFile(partition, name, rows, sink.bytes(), sink.sha256());
  }

  /** Closes the file; without {@link #finish} before, it is not to be used. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
