package trainer.model.container;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads a container file block by block. Memory is bounded by the largest block. Confined to one
 * thread.
 *
 * <p>A damaged file is a {@link DamagedBytesException}. An {@link IOException} is a failure of the
 * store.
 */
public final class ContainerFile implements Closeable {
  private static final byte[] MAGIC = {'O', 'b', 'j', 1};
  private static final int SYNC_BYTES = 16;
  private static final int MOST_ENTRY_BYTES = 1 << 20;
  private static final int MOST_BLOCK_BYTES = 1 << 24;

  private final InputStream in;
  private final Map<String, String> metadata = new HashMap<>();
  private final byte[] sync = new byte[SYNC_BYTES];
  private final Codec codec;
  private long position;
  private long offset;
  private int records;

  /**
   * Reads the header.
   *
   * @param in the file from its beginning, buffered; closed by {@link #close}
   */
  public ContainerFile(InputStream in) throws IOException {
    this.in = in;
    for (byte expected : MAGIC) {
      if (next() != expected) {
        throw new DamagedBytesException("not an Avro container file");
      }
    }
    for (long entries = nextLong(); entries != 0; entries = nextLong()) {
      if (entries < 0) {
        entries = -entries;
        nextLong(); // the bytes of these entries
      }
      if (entries < 0 || entries > MOST_ENTRY_BYTES) {
        throw new DamagedBytesException("the header has " + entries + " entries");
      }
      for (long i = 0; i < entries; i++) {
        String key = nextText();
        metadata.put(key, nextText());
      }
    }
    read(sync);
    codec = Codec.named(metadata.getOrDefault("avro.codec", ""), MOST_BLOCK_BYTES);
  }

  /** An entry of the header, null where it has none. */
  public String metadata(String key) {
    return metadata.get(key);
  }

  /** The position in the file at which the present block begins, 0 for the header. */
  public long offset() {
    return offset;
  }

  /** The number of records that the present block announces. */
  public int records() {
    return records;
  }

  /** The decompressed bytes of the next block, null at the end of the file. */
  public ByteCursor nextBlock() throws IOException {
    offset = position;
    in.mark(1);
    if (in.read() < 0) {
      return null;
    }
    in.reset();
    long count = nextLong();
    long size = nextLong();
    if (count < 0 || count > Integer.MAX_VALUE || size < 0 || size > MOST_BLOCK_BYTES) {
      throw new DamagedBytesException("a block announces " + count + " rows in " + size + " bytes");
    }
    records = (int) count;
    byte[] stored = new byte[(int) size];
    read(stored);
    byte[] marker = new byte[SYNC_BYTES];
    read(marker);
    if (!Arrays.equals(marker, sync)) {
      throw new DamagedBytesException("a block does not end with the file's sync marker");
    }
    return codec.decompress(stored);
  }

  private byte next() throws IOException {
    int b = in.read();
    if (b < 0) {
      throw new DamagedBytesException("the file ends early");
    }
    position++;
    return (byte) b;
  }

  private long nextLong() throws IOException {
    long bits = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      byte b = next();
      bits |= (b & 0x7fL) << shift;
      if (b >= 0) {
        break;
      }
    }
    return (bits >>> 1) ^ -(bits & 1);
  }

  private String nextText() throws IOException {
    long size = nextLong();
    if (size < 0 || size > MOST_ENTRY_BYTES) {
      throw new DamagedBytesException("the header has an entry of " + size + " bytes");
    }
    byte[] bytes = new byte[(int) size];
    read(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private void read(byte[] target) throws IOException {
    if (in.readNBytes(target, 0, target.length) < target.length) {
      throw new DamagedBytesException("the file ends early");
    }
    position += target.length;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
