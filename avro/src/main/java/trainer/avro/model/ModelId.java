package trainer.avro.model;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import trainer.avro.digest.ParallelDigest;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;

/**
 * The model id: the SHA-256 of the canonical parameters, as {@link ModelFormat} defines it.
 *
 * <p>Computed by merging the sorted part files, so memory does not grow with the model. The
 * distribution of the rows over parts does not matter. A thread of its own digests the merged rows.
 */
public final class ModelId {
  private final ParallelDigest digest;
  private byte[] buffer;
  private int length;

  private ModelId(ParallelDigest digest) {
    this.digest = digest;
    this.buffer = digest.first();
  }

  /**
   * The id of the parameters in {@code parts}.
   *
   * @param tables the model's tables, in any order
   */
  public static String of(ModelFolder folder, List<PartFile> parts, List<TableSpec> tables)
      throws IOException {
    List<ModelPartReader> readers = new ArrayList<>();
    try (ParallelDigest digest = new ParallelDigest()) {
      for (PartFile part : parts) {
        readers.add(open(folder, part.name(), tables));
      }
      return new ModelId(digest).merge(readers, new TableOrder(tables));
    } finally {
      for (ModelPartReader reader : readers) {
        reader.close();
      }
    }
  }

  static ModelPartReader open(ModelFolder folder, String name, List<TableSpec> tables)
      throws IOException {
    return new ModelPartReader(folder.open(name), folder.location() + "/" + name, tables);
  }

  private String merge(List<ModelPartReader> readers, TableOrder order) throws IOException {
    RowMerge rows = new RowMerge(readers);
    for (int rank = 0; rank < order.size(); rank++) {
      TableSpec table = order.table(rank);
      beginTable(table);
      rows.begin(rank);
      boolean first = true;
      long last = 0;
      for (ModelPartReader row = rows.next(); row != null; row = rows.next()) {
        if (!first && row.key() == last) {
          throw CorruptModel.in(
              table.name() + " " + Long.toUnsignedString(last), "two part files hold the same row");
        }
        first = false;
        last = row.key();
        addRow(table, last, row.values());
      }
      putByte(0);
    }
    return digest.finish(buffer, length);
  }

  private void beginTable(TableSpec table) throws IOException {
    byte[] name = TableOrder.utf8(table.name());
    putInt(name.length);
    for (byte b : name) {
      putByte(b);
    }
    putInt(table.width());
  }

  private void addRow(TableSpec table, long key, float[] values) throws IOException {
    if (ModelFormat.isInitial(table, key, values, 0)) {
      return;
    }
    putByte(1);
    putInt((int) (key >>> Integer.SIZE));
    putInt((int) key);
    for (float value : values) {
      putInt(ModelFormat.canonicalBits(value));
    }
  }

  private void putInt(int value) throws IOException {
    room(Integer.BYTES);
    buffer[length] = (byte) (value >> 24);
    buffer[length + 1] = (byte) (value >> 16);
    buffer[length + 2] = (byte) (value >> 8);
    buffer[length + 3] = (byte) value;
    length += Integer.BYTES;
  }

  private void putByte(int value) throws IOException {
    room(1);
    buffer[length++] = (byte) value;
  }

  private void room(int bytes) throws IOException {
    if (buffer.length - length < bytes) {
      buffer = digest.exchange(buffer, length);
      length = 0;
    }
  }
}
