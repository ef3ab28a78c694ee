package trainer.avro.model;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import trainer.avro.container.GrowingBytes;
import trainer.core.failure.FailureException;
import trainer.core.table.TableSpec;

/**
 * Reads the rows of one part file in order: by table name, then key ascending unsigned. Memory is
 * bounded by the largest block, not by the file.
 *
 * <p>A damaged file is a {@code MODEL_CORRUPT} {@link FailureException} naming file and offset, a
 * newer format {@code VERSION_NOT_SUPPORTED}. An {@link IOException} is a failure of the store. Not
 * thread-safe.
 */
public final class ModelPartReader implements Closeable {
  private final TableOrder order;
  private final PartBlocks blocks;
  private final RowDecoder decoder;
  private int rank = -1;
  private long key;
  private float[] values = new float[0];
  private long rows;
  private boolean there;

  /**
   * Reads the file's header.
   *
   * @param in the file from its beginning; closed by {@link #close}
   * @param name the file's name or URI, for messages
   * @param tables the model's tables
   */
  public ModelPartReader(InputStream in, String name, List<TableSpec> tables) throws IOException {
    this.order = new TableOrder(tables);
    this.blocks = new PartBlocks(new BufferedInputStream(in, 1 << 16), name);
    this.decoder = new RowDecoder(order);
    CorruptModel.requireKnownVersion(
        name, String.valueOf(blocks.metadata(ModelFormat.FORMAT_VERSION_KEY)));
  }

  /** Moves to the next row; false after the last. */
  public boolean next() throws IOException {
    there = advance();
    return there;
  }

  private boolean advance() throws IOException {
    while (!decoder.hasRow()) {
      if (!decoder.isExhausted()) {
        throw blocks.damaged("bytes follow the block's last row");
      }
      GrowingBytes block = blocks.next();
      if (block == null) {
        return false;
      }
      decoder.reset(block, blocks.rows());
    }
    String complaint = decoder.decode();
    if (complaint != null) {
      throw blocks.damaged(complaint);
    }
    requireOrder();
    rank = decoder.rank();
    key = decoder.key();
    values = decoder.values();
    rows++;
    return true;
  }

  /** Whether there is a current row: not before the first nor after the last. */
  boolean hasRow() {
    return there;
  }

  /** The row's table. */
  public TableSpec table() {
    return order.table(rank);
  }

  /** The row's key. */
  public long key() {
    return key;
  }

  /** The row's values; the array is reused for the next row. */
  public float[] values() {
    return values;
  }

  /** How many rows were read so far. */
  public long rows() {
    return rows;
  }

  /** Whether each block has a checksum, so that only the header can be wrong unnoticed. */
  boolean isChecked() {
    return blocks.isChecked();
  }

  /** The position in the file at which the block of the current row begins. */
  public long offset() {
    return blocks.offset();
  }

  @Override
  public void close() throws IOException {
    blocks.close();
  }

  /** The position of the row's table in the canonical order. */
  public int rank() {
    return rank;
  }

  private void requireOrder() {
    if (decoder.rank() < rank
        || (decoder.rank() == rank && Long.compareUnsigned(decoder.key(), key) <= 0)) {
      throw blocks.damaged("row " + rows + " is out of order");
    }
  }
}
