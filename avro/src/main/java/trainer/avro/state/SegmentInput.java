package trainer.avro.state;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HexFormat;
import trainer.avro.container.BlockCodec;
import trainer.avro.container.ContainerEndException;
import trainer.avro.container.ContainerHeader;
import trainer.avro.container.ContainerReader;
import trainer.avro.container.DamagedContainerException;
import trainer.avro.container.GrowingBytes;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * Reads the header and the blocks of a segment, and distinguishes a torn tail from damage. Not
 * thread-safe.
 *
 * <p>Writers only append. A crash therefore leaves a file that ends early: inside the header, or
 * inside a block before the marker that ends it. Such a tail is <em>torn</em>; it was never
 * acknowledged as durable. Anything else that cannot be read is <em>damage</em> and refused:
 *
 * <ul>
 *   <li>a length that no writer writes
 *   <li>a block that is complete but lacks its marker
 *   <li>a file that ends inside a block although a marker follows there: the block was once whole
 * </ul>
 *
 * <p>A single changed byte of whole pieces is always damage. Two cases look like a torn tail: a
 * change inside a tail that is torn as well, and a file truncated by another program.
 */
final class SegmentInput implements Closeable {
  private static final int MOST_ENTRY_BYTES = 1 << 20;
  private static final int MOST_BLOCK_BYTES = 1 << 30;

  private final SegmentBytes in;
  private final String where;
  private ContainerHeader header;
  private ContainerReader reader;
  private GrowingBytes block;
  private long dataOffset; // of the block's data, in the file
  private boolean torn;

  SegmentInput(InputStream in, String where) throws IOException {
    this.in = new SegmentBytes(in);
    this.where = where;
    try {
      readHeader();
    } catch (ContainerEndException e) {
      if (this.in.holdsAnyMarker()) {
        throw damaged(0, "the header was written whole and ends nowhere", "", "");
      }
      torn = true;
    } catch (DamagedContainerException e) {
      throw damaged(0, e.getMessage(), "", "");
    }
  }

  private void readHeader() throws IOException {
    header = ContainerHeader.read(in, MOST_ENTRY_BYTES);
    byte[] expected = in.markerOfHeader();
    if (!Arrays.equals(header.sync(), expected)) {
      throw damaged(0, "the header does not match its checksum", hex(expected), hex(header.sync()));
    }
    BlockCodec codec =
        BlockCodec.named(header.codec(), MOST_BLOCK_BYTES)
            .orElseThrow(() -> new DamagedContainerException("the header names another codec"));
    reader = new ContainerReader(in, header, codec, MOST_BLOCK_BYTES);
  }

  /** Whether the segment ends inside its header or a block; valid once that was read. */
  boolean isTorn() {
    return torn;
  }

  /** A number of the header. */
  long number(String key) {
    String text = header.metadata().getOrDefault(key, "");
    if (!text.matches("\\d{1,18}")) {
      throw damaged(0, "the header's " + key + " is no number", "", text);
    }
    return Long.parseLong(text);
  }

  /** A text of the header, null when it is absent. */
  String text(String key) {
    return header.metadata().get(key);
  }

  /** The writer's schema, JSON. */
  String schema() {
    return header.schema();
  }

  /** Goes to the next block; false at the end of the whole blocks. */
  boolean nextBlock() throws IOException {
    in.mark();
    if (torn || in.isAtEnd()) {
      return false;
    }
    try {
      reader.readNumbers();
      if (reader.records() < 1 || reader.size() < 1 || reader.size() > MOST_BLOCK_BYTES) {
        throw new DamagedContainerException(
            "announces " + reader.records() + " records in " + reader.size() + " bytes");
      }
      dataOffset = in.position();
      block = reader.readPayload();
      return true;
    } catch (ContainerEndException e) {
      if (in.holds(header.sync())) {
        throw damaged(in.marked(), "a block was written whole and ends nowhere", "", "");
      }
      torn = true;
      return false;
    } catch (DamagedContainerException e) {
      throw damaged(in.marked(), "a block " + e.getMessage(), "", "");
    }
  }

  /** The number of entries that the block claims. */
  long count() {
    return reader.records();
  }

  /** The bytes that hold the block's data from {@link #dataBegin} to {@link #dataEnd}. */
  byte[] bytes() {
    return block.array();
  }

  int dataBegin() {
    return block.from();
  }

  int dataEnd() {
    return block.to();
  }

  /** The position in the file of a byte of the block's data. */
  long offsetOf(int position) {
    return dataOffset + position - block.from();
  }

  FailureException damaged(long offset, String what, String expected, String found) {
    String checked = found.isEmpty() && expected.isEmpty() ? "" : sums(expected, found);
    return new FailureException(
        FailureKind.JOURNAL_DAMAGED,
        what + checked,
        where + " at byte " + offset,
        "the file was changed after it was written; restore it or submit the job again");
  }

  private static String sums(String expected, String found) {
    return " (expected " + (expected.isEmpty() ? "another" : expected) + ", found " + found + ")";
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
