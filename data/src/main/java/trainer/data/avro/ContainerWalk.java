package trainer.data.avro;

import java.util.Arrays;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.FileCursor;
import trainer.data.file.FileCursor.EndOfFileException;
import trainer.data.file.PinnedFile;

/**
 * Visits the blocks of a container file from header to header, seeking over each payload and
 * checking the sync marker behind it.
 *
 * <p>The last marker must end the file. Avro's own reader takes a file that was cut short for a
 * shorter file; this does not.
 */
final class ContainerWalk {
  /** Enough for a sync marker and the two numbers behind it. */
  private static final int WINDOW = 48;

  /** What a codec may need to say nothing. */
  private static final int MOST_EMPTY = 64;

  /** Takes container blocks in order. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Takes the next container block.
     *
     * @param offset where the block's two numbers begin
     * @param length bytes up to and with the sync marker
     * @param records how many records it says it has
     */
    void container(long offset, long length, long records);
  }

  private final PinnedFile file;
  private final ContainerHeader header;
  private final FileCursor cursor;
  private long block;
  private long records;

  private ContainerWalk(PinnedFile file, ContainerHeader header) {
    this.file = file;
    this.header = header;
    this.cursor = new FileCursor(file, WINDOW);
    this.block = header.length();
  }

  /**
   * Visits every block.
   *
   * @throws FailureException INPUT_TRUNCATED, INPUT_CORRUPT
   */
  static void over(PinnedFile file, ContainerHeader header, Visitor visitor) {
    ContainerWalk walk = new ContainerWalk(file, header);
    while (walk.block < file.length()) {
      walk.step(visitor);
    }
  }

  private void step(Visitor visitor) {
    try {
      cursor.seek(block);
      long count = cursor.nextLong();
      long size = cursor.nextLong();
      if (count < 0 || count > Integer.MAX_VALUE || size < 0 || size > Integer.MAX_VALUE) {
        throw corrupt("announces " + count + " records in " + size + " bytes");
      }
      if (count == 0 && size > MOST_EMPTY) {
        throw corrupt("announces no record in " + size + " bytes");
      }
      long payloadEnd = cursor.position() + size;
      if (payloadEnd + ContainerHeader.SYNC_BYTES > file.length()) {
        throw truncated();
      }
      cursor.seek(payloadEnd);
      byte[] sync = new byte[ContainerHeader.SYNC_BYTES];
      cursor.read(sync);
      if (!Arrays.equals(sync, header.sync())) {
        throw corrupt("does not end with the file's sync marker");
      }
      long end = cursor.position();
      visitor.container(block, end - block, count);
      records += count;
      block = end;
    } catch (EndOfFileException e) {
      throw truncated();
    } catch (IllegalArgumentException e) {
      throw corrupt("has a broken header: " + e.getMessage());
    }
  }

  private FailureException truncated() {
    return new FailureException(
        FailureKind.INPUT_TRUNCATED,
        "the file ends within a block: last sync marker ends at byte "
            + block
            + ", file at byte "
            + file.length()
            + ", records so far "
            + records,
        file.file().path(),
        "write it again");
  }

  private FailureException corrupt(String what) {
    return new FailureException(
        FailureKind.INPUT_CORRUPT,
        "the block at byte " + block + " " + what,
        file.file().path(),
        "restore the file");
  }
}
