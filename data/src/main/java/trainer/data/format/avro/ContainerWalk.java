package trainer.data.format.avro;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import trainer.avro.container.ContainerEndException;
import trainer.avro.container.ContainerHeader;
import trainer.avro.container.ContainerReader;
import trainer.avro.container.DamagedContainerException;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.BadRecords;
import trainer.data.file.FileCursor;
import trainer.data.file.PinnedFile;
import trainer.data.file.StorageFailures;

/**
 * A walk over the blocks of a container file from header to header. It seeks over each payload and
 * checks the sync marker after it.
 *
 * <p>The last marker must end the file. Avro's own reader accepts a file that was cut short as a
 * shorter file; this walk does not. It reports broken blocks; if they are tolerated, it continues
 * after the next sync marker.
 */
final class ContainerWalk {
  /** Bytes for a sync marker and the two numbers after it. */
  private static final int WINDOW = 48;

  /** The most bytes in which a codec may encode no record. */
  private static final int MOST_EMPTY = 64;

  private static final int CHUNK = 1 << 16;

  /** Receives container blocks in order. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Receives the next container block.
     *
     * @param offset of the block's first number
     * @param length bytes up to and including the sync marker
     * @param records the number of records in its header
     */
    void container(long offset, long length, long records);
  }

  private final PinnedFile file;
  private final ContainerHeader header;
  private final FileCursor cursor;
  private final ContainerReader reader;
  private long block;
  private long records;
  private long announced;

  private ContainerWalk(InputContainer container) {
    this.file = container.file();
    this.header = container.header();
    this.cursor = new FileCursor(file, WINDOW);
    // The payload is never read, so its codec and its size do not matter.
    this.reader = new ContainerReader(cursor, header, (in, out) -> {}, 0);
    this.block = header.length();
  }

  /**
   * Visits every block.
   *
   * @param broken receives blocks that are INPUT_TRUNCATED or INPUT_CORRUPT. Each counts as the
   *     records in its header, or as one if that cannot be read. It throws if the count is not
   *     tolerated
   */
  static void over(InputContainer container, Visitor visitor, Consumer<BadRecords> broken) {
    ContainerWalk walk = new ContainerWalk(container);
    while (walk.block < walk.file.length()) {
      BadRecords bad = walk.next(visitor);
      if (bad.count() > 0) {
        broken.accept(bad);
        walk.block = walk.behindNextMarker(walk.block + 1);
      }
    }
  }

  /**
   * Visits blocks from the first on, as long as more are wanted and none is broken.
   *
   * @return the records of the block that is broken, if one is
   */
  static BadRecords head(InputContainer container, Visitor visitor, BooleanSupplier isWanted) {
    ContainerWalk walk = new ContainerWalk(container);
    BadRecords bad = BadRecords.NONE;
    while (bad.count() == 0 && walk.block < walk.file.length() && isWanted.getAsBoolean()) {
      bad = walk.next(visitor);
    }
    return bad;
  }

  /** Visits the block at the present position; does not advance past a broken one. */
  private BadRecords next(Visitor visitor) {
    try {
      step(visitor);
      return BadRecords.NONE;
    } catch (BrokenBlock e) {
      return new BadRecords(Math.max(1, announced), e.failure);
    }
  }

  private static final class BrokenBlock extends RuntimeException {
    private final transient Failure failure;

    BrokenBlock(Failure failure) {
      super(failure.message(), null, false, false);
      this.failure = failure;
    }
  }

  private long behindNextMarker(long from) {
    int marker = ContainerHeader.SYNC_BYTES;
    byte[] chunk = new byte[CHUNK];
    for (long at = from; at < file.length(); at += CHUNK - marker + 1) {
      int length = (int) Math.min(CHUNK, file.length() - at);
      file.read(at, chunk, 0, length);
      for (int i = 0; i + marker <= length; i++) {
        if (header.isMarker(chunk, i)) {
          return at + i + marker;
        }
      }
    }
    return file.length();
  }

  private void step(Visitor visitor) {
    announced = 0;
    try {
      cursor.seek(block);
      reader.readNumbers();
      announced = reader.records();
      if (announced == 0 && reader.size() > MOST_EMPTY) {
        throw corrupt("announces no record in " + reader.size() + " bytes");
      }
      cursor.seek(cursor.position() + reader.size());
      reader.checkMarker();
      long end = cursor.position();
      visitor.container(block, end - block, announced);
      records += announced;
      block = end;
    } catch (ContainerEndException e) {
      throw truncated();
    } catch (DamagedContainerException e) {
      throw corrupt(e.getMessage());
    } catch (IOException e) {
      throw StorageFailures.of(e, file.file().path(), FailureKind.INPUT_GONE);
    }
  }

  private BrokenBlock truncated() {
    return broken(
        FailureKind.INPUT_TRUNCATED,
        "the file ends within a block: last sync marker ends at byte "
            + block
            + ", file at byte "
            + file.length()
            + ", records so far "
            + records,
        "write it again");
  }

  private BrokenBlock corrupt(String what) {
    return broken(
        FailureKind.INPUT_CORRUPT, "the block at byte " + block + " " + what, "restore the file");
  }

  private BrokenBlock broken(FailureKind kind, String what, String advice) {
    return new BrokenBlock(new Failure(kind, what, file.file().path(), advice));
  }
}
