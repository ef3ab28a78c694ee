package trainer.avro.container;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The header of a container file.
 *
 * @param metadata its entries as text
 * @param sync the 16 bytes after every block
 * @param length bytes of the header; the first block follows
 */
public record ContainerHeader(Map<String, String> metadata, byte[] sync, long length) {
  public static final int SYNC_BYTES = 16;

  private static final byte[] MAGIC = {'O', 'b', 'j', 1};

  public ContainerHeader {
    metadata = Map.copyOf(metadata);
  }

  /** The first bytes of every container file. */
  public static byte[] magic() {
    return MAGIC.clone();
  }

  /**
   * Reads the header at the beginning of a file.
   *
   * @param most the most bytes of one entry
   * @throws DamagedContainerException if this is no header
   * @throws ContainerEndException if the file ends within it
   */
  public static ContainerHeader read(ContainerBytes in, int most) throws IOException {
    for (byte expected : MAGIC) {
      if (in.next() != expected) {
        throw new DamagedContainerException("not an Avro container file");
      }
    }
    Map<String, String> metadata = new HashMap<>();
    for (long entries = in.nextLong(); entries != 0; entries = in.nextLong()) {
      if (entries < 0) {
        entries = -entries;
        in.nextLong(); // the bytes of these entries, for readers that pass over them
      }
      if (entries < 0 || entries > most) {
        throw new DamagedContainerException("the header has " + entries + " entries");
      }
      for (long i = 0; i < entries; i++) {
        String key = text(in, most);
        metadata.put(key, text(in, most));
      }
    }
    byte[] sync = new byte[SYNC_BYTES];
    in.read(sync, 0, sync.length);
    return new ContainerHeader(metadata, sync, in.position());
  }

  private static String text(ContainerBytes in, int most) throws IOException {
    long size = in.nextLong();
    if (size < 0 || size > most) {
      throw new DamagedContainerException("the header has an entry of " + size + " bytes");
    }
    in.require(size);
    byte[] bytes = new byte[(int) size];
    in.read(bytes, 0, bytes.length);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The writer's schema, JSON; null if the header has none. */
  public String schema() {
    return metadata.get("avro.schema");
  }

  /** The name of the codec of all blocks. */
  public String codec() {
    String codec = metadata.getOrDefault("avro.codec", "");
    return codec.isEmpty() ? "null" : codec;
  }

  /** Whether {@code bytes} have the file's sync marker at {@code at}. */
  public boolean isMarker(byte[] bytes, int at) {
    return Arrays.equals(bytes, at, at + SYNC_BYTES, sync, 0, SYNC_BYTES);
  }
}
