package trainer.data.format.avro;

import java.io.IOException;
import java.util.Arrays;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.FileCursor;
import trainer.data.file.FileCursor.EndOfFileException;
import trainer.data.file.PinnedFile;

/**
 * Reads and decompresses container blocks into buffers kept from block to block. Confined to one
 * thread.
 */
final class ContainerReader {
  private static final int HEADER_WINDOW = 20;

  /**
   * One container block.
   *
   * @param payload its decompressed bytes, valid until the next read
   * @param records the number of records in its header
   * @param end the offset of the next block
   */
  record Container(GrowingBytes payload, int records, long end) {}

  private final PinnedFile file;
  private final ContainerHeader header;
  private final Codec codec;
  private final int most;
  private final FileCursor cursor;
  private final GrowingBytes stored = new GrowingBytes();
  private final GrowingBytes payload = new GrowingBytes();

  ContainerReader(PinnedFile file, ContainerHeader header, int most) {
    this.file = file;
    this.header = header;
    this.most = most;
    this.codec = Codec.named(header.codec(), most, file.file().path());
    this.cursor = new FileCursor(file, HEADER_WINDOW);
  }

  String codec() {
    return header.codec();
  }

  /**
   * Reads the container block at {@code offset}.
   *
   * @throws FailureException INPUT_CORRUPT, RECORD_TOO_LARGE
   */
  Container read(long offset) {
    try {
      cursor.seek(offset);
      long records = cursor.nextLong();
      long size = cursor.nextLong();
      long start = cursor.position();
      long end = start + size + ContainerHeader.SYNC_BYTES;
      if (records < 0 || records > Integer.MAX_VALUE || size < 0 || end > file.length()) {
        throw new IOException("announces " + records + " records in " + size + " bytes");
      }
      if (size > most) {
        throw Codec.tooLarge(most);
      }
      fill(start, (int) size);
      codec.decompress(stored, payload);
      return new Container(payload, (int) records, end);
    } catch (FailureException e) {
      throw e.failure().where().isEmpty() ? placed(e.failure(), offset) : e;
    } catch (IOException | RuntimeException e) {
      throw corrupt(offset, e);
    }
  }

  private void fill(long start, int size) throws IOException {
    int length = size + ContainerHeader.SYNC_BYTES;
    stored.reset(length);
    file.read(start, stored.array, 0, length);
    stored.to = size;
    if (!Arrays.equals(stored.array, size, length, header.sync(), 0, header.sync().length)) {
      throw new IOException("does not end with the file's sync marker");
    }
  }

  private FailureException placed(Failure failure, long offset) {
    return new Failure(failure.kind(), failure.what(), where(offset), failure.advice())
        .toException();
  }

  private FailureException corrupt(long offset, Exception e) {
    String what = e instanceof EndOfFileException ? "the file ends" : AvroDecoder.text(e);
    return new FailureException(
        new Failure(FailureKind.INPUT_CORRUPT, what, where(offset), "restore the file"), e);
  }

  private String where(long offset) {
    return file.file().path() + ", block at byte " + offset + ", codec " + header.codec();
  }
}
