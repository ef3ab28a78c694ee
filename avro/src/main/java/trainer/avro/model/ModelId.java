package trainer.avro.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import trainer.core.digest.Sha256;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;

/**
 * The model id: the SHA-256 of the canonical parameters, as {@link ModelFormat} lays down.
 *
 * <p>Computed by merging the sorted part files, so memory does not grow with the model. How the
 * rows are spread over parts does not matter.
 */
public final class ModelId {
  private static final Comparator<ModelPartReader> BY_ROW = ModelId::compareRows;

  private final MessageDigest digest = Sha256.create();
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);

  private ModelId() {}

  /**
   * The id of the parameters in {@code parts}.
   *
   * @param tables the model's tables, in any order
   */
  public static String of(ModelFolder folder, List<PartFile> parts, List<TableSpec> tables)
      throws IOException {
    List<ModelPartReader> readers = new ArrayList<>();
    try {
      for (PartFile part : parts) {
        readers.add(open(folder, part.name(), tables));
      }
      return new ModelId().merge(readers, new TableOrder(tables));
    } finally {
      for (ModelPartReader reader : readers) {
        reader.close();
      }
    }
  }

  /** Written out: a comparator put together of others boxes every key. */
  private static int compareRows(ModelPartReader one, ModelPartReader other) {
    int byTable = Integer.compare(one.rank(), other.rank());
    return byTable != 0 ? byTable : Long.compareUnsigned(one.key(), other.key());
  }

  static ModelPartReader open(ModelFolder folder, String name, List<TableSpec> tables)
      throws IOException {
    return new ModelPartReader(folder.open(name), folder.location() + "/" + name, tables);
  }

  private String merge(List<ModelPartReader> readers, TableOrder order) throws IOException {
    PriorityQueue<ModelPartReader> heads = new PriorityQueue<>(readers.size() + 1, BY_ROW);
    for (ModelPartReader reader : readers) {
      if (reader.next()) {
        heads.add(reader);
      }
    }
    for (int rank = 0; rank < order.size(); rank++) {
      beginTable(order.table(rank));
      boolean first = true;
      long last = 0;
      while (!heads.isEmpty() && heads.peek().rank() == rank) {
        ModelPartReader head = heads.poll();
        if (!first && head.key() == last) {
          throw Corrupt.in(
              order.table(rank).name() + " " + Long.toUnsignedString(last),
              "two part files hold the same row");
        }
        first = false;
        last = head.key();
        addRow(order.table(rank), last, head.values());
        if (head.next()) {
          heads.add(head);
        }
      }
      room(1).put((byte) 0);
    }
    flush();
    return Sha256.hex(digest);
  }

  private void beginTable(TableSpec table) {
    byte[] name = TableOrder.utf8(table.name());
    room(Integer.BYTES).putInt(name.length);
    flush();
    digest.update(name);
    room(Integer.BYTES).putInt(table.width());
  }

  private void addRow(TableSpec table, long key, float[] values) {
    if (ModelFormat.isInitial(table, key, values, 0)) {
      return;
    }
    room(1 + Long.BYTES).put((byte) 1).putLong(key);
    for (float value : values) {
      room(Float.BYTES).putInt(ModelFormat.canonicalBits(value));
    }
  }

  private ByteBuffer room(int bytes) {
    if (buffer.remaining() < bytes) {
      flush();
    }
    return buffer;
  }

  private void flush() {
    digest.update(buffer.array(), 0, buffer.position());
    buffer.clear();
  }
}
