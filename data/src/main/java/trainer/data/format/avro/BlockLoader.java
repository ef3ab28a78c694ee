package trainer.data.format.avro;

import java.io.IOException;
import trainer.avro.container.ContainerReader;
import trainer.avro.container.GrowingBytes;
import trainer.avro.container.OversizedBlockException;
import trainer.avro.container.SnappyUnavailableException;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.FileCursor;

/**
 * Loads container blocks by their offsets; failures name file and block. Confined to one thread.
 */
final class BlockLoader {
  /** Bytes for the two numbers before a payload, which is then read by itself. */
  private static final int WINDOW = 20;

  private final InputContainer container;
  private final FileCursor cursor;
  private final ContainerReader reader;

  BlockLoader(InputContainer container, int most) {
    this.container = container;
    this.cursor = new FileCursor(container.file(), WINDOW);
    this.reader = new ContainerReader(cursor, container.header(), container.codec(most), most);
  }

  /**
   * Reads and decompresses the container block at {@code offset}.
   *
   * @return its decompressed bytes, valid until the next call
   * @throws FailureException INPUT_CORRUPT, RECORD_TOO_LARGE
   */
  GrowingBytes load(long offset) {
    try {
      cursor.seek(offset);
      reader.readNumbers();
      return reader.readPayload();
    } catch (FailureException e) {
      throw e;
    } catch (OversizedBlockException e) {
      throw new FailureException(
          FailureKind.RECORD_TOO_LARGE,
          "a block " + e.getMessage(),
          where(offset),
          "raise trainer.input.max-record-bytes or write smaller blocks");
    } catch (SnappyUnavailableException e) {
      throw new FailureException(
          new Failure(
              FailureKind.INPUT_BAD_FILE,
              "snappy's native library cannot be loaded here: " + e.getCause(),
              where(offset),
              SnappyUnavailableException.REMEDY),
          e);
    } catch (IOException | RuntimeException e) {
      throw corrupt(AvroDecoder.text(e), offset, e);
    }
  }

  /** The number of records in the header of the loaded block. */
  int records() {
    return reader.records();
  }

  /** The offset of the block behind the loaded one. */
  long end() {
    return cursor.position();
  }

  /** The failure of a block whose bytes or records are damaged. */
  FailureException corrupt(String what, long offset, Exception cause) {
    return new FailureException(
        new Failure(FailureKind.INPUT_CORRUPT, what, where(offset), "restore the file"), cause);
  }

  private String where(long offset) {
    return container.path() + ", block at byte " + offset + ", codec " + container.header().codec();
  }
}
