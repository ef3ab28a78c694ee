package trainer.avro.model;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyError;
import trainer.core.failure.FailureException;

/**
 * Reads the blocks of an Avro object container file (Avro specification 1.11, "Object Container
 * Files") without trusting them. Every length is checked before memory is allocated, and every
 * error names the byte at which the broken block begins. Avro's own reader does neither.
 */
final class ContainerInput implements Closeable {
  /** Bytes of rows after which a writer ends a block. */
  static final int SYNC_INTERVAL = 1 << 16;

  private static final String SNAPPY = "snappy";
  private static final Set<String> CODECS = Set.of("null", "deflate", SNAPPY);
  static final int CRC_BYTES = 4;
  private static final byte[] MAGIC = {'O', 'b', 'j', 1};
  private static final int MAX_HEADER = 1 << 20;
  private static final int MAX_BLOCK = 1 << 24;

  private final InputStream in;
  private final String name;
  private final Map<String, String> metadata = new HashMap<>();
  private final byte[] sync = new byte[SyncMarker.LENGTH];
  private final byte[] marker = new byte[SyncMarker.LENGTH];
  private final String codec;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private byte[] stored = new byte[0];
  private byte[] data = new byte[SYNC_INTERVAL * 2];
  private int length;
  private long records;
  private long position;
  private long blockOffset;

  /** Reads the header. */
  ContainerInput(InputStream in, String name) throws IOException {
    this.in = in;
    this.name = name;
    byte[] magic = new byte[MAGIC.length];
    fill(magic, magic.length);
    if (!Arrays.equals(magic, MAGIC)) {
      throw Corrupt.at(name, 0, "not an Avro container file");
    }
    readMetadata();
    fill(sync, sync.length);
    codec = metadata.getOrDefault("avro.codec", "null");
    if (!CODECS.contains(codec)) {
      throw Corrupt.at(name, 0, "codec '" + codec + "' is not one that models are written with");
    }
  }

  /** A metadata value, null when it is absent. */
  String metadata(String key) {
    return metadata.get(key);
  }

  /** Reads the next block; false at the end of the file. */
  boolean nextBlock() throws IOException {
    blockOffset = position;
    int first = in.read();
    if (first < 0) {
      return false;
    }
    position++;
    records = readLong(first);
    int size = checkedSize(readLong(readByte()), MAX_BLOCK, "block");
    if (records < 0) {
      throw damaged("a block of " + records + " rows");
    }
    stored = stored.length < size ? new byte[size] : stored;
    fill(stored, size);
    fill(marker, marker.length);
    if (!Arrays.equals(marker, sync)) {
      throw damaged("the block's sync marker is wrong");
    }
    unpack(size);
    return true;
  }

  /** The unpacked bytes of the block; valid up to {@link #length} and until the next block. */
  byte[] data() {
    return data;
  }

  int length() {
    return length;
  }

  /** The number of records that the block claims. */
  long records() {
    return records;
  }

  /** The position in the file at which the block begins. */
  long blockOffset() {
    return blockOffset;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }

  /** Whether each block has a checksum, so that only the header can be wrong unnoticed. */
  boolean isChecked() {
    return codec.equals(SNAPPY);
  }

  private void unpack(int size) throws IOException {
    switch (codec) {
      case SNAPPY -> uncompress(size);
      case "deflate" -> inflate(size);
      default -> {
        byte[] swap = data;
        data = stored;
        stored = swap;
        length = size;
      }
    }
  }

  /** A raw block, followed by the CRC-32 of the decompressed bytes. */
  private void uncompress(int size) throws IOException {
    int compressed = size - CRC_BYTES;
    if (compressed <= 0) {
      throw damaged("a block without room for data and checksum");
    }
    try {
      length = checkedSize(Snappy.uncompressedLength(stored, 0, compressed), MAX_BLOCK, "block");
      data = data.length < length ? new byte[length] : data;
      length = Snappy.uncompress(stored, 0, compressed, data, 0);
    } catch (LinkageError | SnappyError e) {
      throw noSnappy(e);
    } catch (IOException e) {
      throw damaged("the compressed block cannot be unpacked (" + e.getMessage() + ")");
    }
    crc.reset();
    crc.update(data, 0, length);
    if ((int) crc.getValue() != ByteBuffer.wrap(stored).getInt(compressed)) {
      throw damaged("the block's checksum does not match");
    }
  }

  /** The error when snappy's native code is not available. */
  static IOException noSnappy(Throwable cause) {
    return new IOException(
        "snappy's native library cannot be loaded here, let java.io.tmpdir be a folder on a file"
            + " system that allows execution: "
            + cause,
        cause);
  }

  private void inflate(int size) {
    inflater.reset();
    inflater.setInput(stored, 0, size);
    length = 0;
    try {
      while (!inflater.finished()) {
        int n = inflater.inflate(data, length, data.length - length);
        length += n;
        if (n == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
          throw damaged("the compressed block ends early");
        }
        if (length == data.length) {
          if (length >= MAX_BLOCK) {
            throw damaged("the block unpacks to more than " + MAX_BLOCK + " bytes");
          }
          data = Arrays.copyOf(data, length * 2);
        }
      }
    } catch (DataFormatException e) {
      throw damaged("the compressed block cannot be unpacked (" + e.getMessage() + ")");
    }
    if (inflater.getRemaining() > 0) {
      throw damaged("bytes follow the compressed block");
    }
  }

  private void readMetadata() throws IOException {
    for (long n = readLong(readByte()); n != 0; n = readLong(readByte())) {
      if (n < 0) {
        n = -n;
        readLong(readByte());
      }
      for (long i = 0; i < n; i++) {
        String key = readText();
        metadata.put(key, readText());
      }
    }
  }

  private String readText() throws IOException {
    byte[] bytes = new byte[checkedSize(readLong(readByte()), MAX_HEADER, "header entry")];
    fill(bytes, bytes.length);
    if (position > MAX_HEADER) {
      throw damaged("the header is longer than " + MAX_HEADER + " bytes");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private int checkedSize(long size, int limit, String what) {
    if (size < 0 || size > limit) {
      throw damaged("a " + what + " of " + size + " bytes");
    }
    return (int) size;
  }

  private long readLong(int first) throws IOException {
    long bits = first & 0x7f;
    int b = first;
    for (int shift = 7; (b & 0x80) != 0; shift += 7) {
      if (shift > 63) {
        throw damaged("a number of more than ten bytes");
      }
      b = readByte();
      bits |= (b & 0x7fL) << shift;
    }
    return (bits >>> 1) ^ -(bits & 1);
  }

  private int readByte() throws IOException {
    int b = in.read();
    if (b < 0) {
      throw damaged("the file ends inside a block");
    }
    position++;
    return b;
  }

  private void fill(byte[] target, int n) throws IOException {
    if (in.readNBytes(target, 0, n) < n) {
      throw damaged("the file ends inside a block");
    }
    position += n;
  }

  private FailureException damaged(String what) {
    return Corrupt.at(name, blockOffset, what);
  }
}
