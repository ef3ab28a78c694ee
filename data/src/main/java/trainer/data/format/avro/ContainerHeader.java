package trainer.data.format.avro;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.FileCursor;
import trainer.data.file.FileCursor.EndOfFileException;
import trainer.data.file.PinnedFile;

/**
 * The header of an Avro container file.
 *
 * @param schema the writer's schema, JSON
 * @param codec the codec's name
 * @param sync the 16 bytes after every block
 * @param length bytes of the header; the first block follows
 */
record ContainerHeader(String schema, String codec, byte[] sync, long length) {
  static final int SYNC_BYTES = 16;

  private static final byte[] MAGIC = {'O', 'b', 'j', 1};
  private static final int WINDOW = 4096;
  private static final int MOST_ENTRIES = 10_000;
  private static final int MOST_BYTES = 1 << 24;

  /**
   * Reads the header of {@code file}.
   *
   * @throws FailureException INPUT_BAD_FILE, INPUT_TRUNCATED, INPUT_CORRUPT
   */
  static ContainerHeader read(PinnedFile file) {
    FileCursor cursor = new FileCursor(file, WINDOW);
    String path = file.file().path();
    try {
      byte[] magic = new byte[MAGIC.length];
      cursor.read(magic);
      if (!Arrays.equals(magic, MAGIC)) {
        throw new FailureException(
            FailureKind.INPUT_BAD_FILE, "not an Avro container file", path, "check trainer.input");
      }
      Map<String, byte[]> entries = entries(cursor);
      byte[] sync = new byte[SYNC_BYTES];
      cursor.read(sync);
      byte[] codec = entries.getOrDefault("avro.codec", new byte[0]);
      byte[] schema = entries.get("avro.schema");
      if (schema == null) {
        throw new IllegalArgumentException("no schema");
      }
      return new ContainerHeader(
          new String(schema, StandardCharsets.UTF_8),
          codec.length == 0 ? "null" : new String(codec, StandardCharsets.UTF_8),
          sync,
          cursor.position());
    } catch (EndOfFileException e) {
      throw new FailureException(
          FailureKind.INPUT_TRUNCATED,
          "the file ends at byte " + file.length() + ", within its header",
          path,
          "write it again");
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          FailureKind.INPUT_CORRUPT, "broken header: " + e.getMessage(), path, "write it again");
    }
  }

  private static Map<String, byte[]> entries(FileCursor cursor) {
    Map<String, byte[]> entries = new HashMap<>();
    while (true) {
      long count = cursor.nextLong();
      if (count == 0) {
        return entries;
      }
      if (count < 0) {
        count = -count;
        cursor.nextLong();
      }
      if (count < 0 || count > MOST_ENTRIES) {
        throw new IllegalArgumentException(count + " entries announced");
      }
      for (long i = 0; i < count; i++) {
        entries.put(cursor.nextString(MOST_BYTES), cursor.nextBytes(MOST_BYTES));
      }
    }
  }
}
