package trainer.data.format.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import trainer.data.format.encoding.BadPageException;
import trainer.data.format.encoding.WindowInput;

/**
 * The bytes of a stream, decompressed chunk by chunk. A chunk has a header of three bytes: its
 * length, the lowest byte first, and in the lowest bit whether it is stored without compression. A
 * file without a codec has no chunks. Confined to one thread.
 */
public final class StreamInput {
  /** The bytes of the buffer behind those of the stream, so that whole words may be loaded. */
  private static final int SPARE = 2 * Long.BYTES;

  private static final int HEADER = 3;
  private static final int LARGEST_WINDOW = 1 << 18;
  private static final int PLAIN_BYTES = 1 << 16;

  private static final VarHandle HIGHEST_FIRST =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final ChunkBuffer chunks;
  private final WindowInput in;
  private final long fileEnd;

  private byte[] buffer = new byte[SPARE];
  private int at;
  private int held;

  /**
   * The stream in some bytes of a file.
   *
   * @param start its first byte
   * @param end the byte behind its last
   */
  public StreamInput(ChunkBuffer chunks, long start, long end) {
    this.chunks = chunks;
    this.in = new WindowInput(chunks.file(), start, end, end, LARGEST_WINDOW);
    this.fileEnd = end;
  }

  /** The place in the file up to which the stream is decompressed. */
  public long position() {
    return in.position();
  }

  /** Reads all bytes that are left, {@code most} of them at most. */
  public byte[] readAll(int most) {
    while (in.position() < fileEnd) {
      append();
      if (held - at > most) {
        throw new BadPageException("it has more than " + most + " bytes");
      }
    }
    byte[] all = Arrays.copyOfRange(buffer, at, held);
    at = held;
    return all;
  }

  /** The next byte, as 0 to 255. */
  public int next() {
    if (at == held) {
      ensure(1);
    }
    return buffer[at++] & 0xFF;
  }

  /**
   * Reads some of the next bytes, as many as are at hand.
   *
   * @param most above 0
   * @return how many, above 0
   */
  public int readSome(byte[] into, int from, int most) {
    ensure(1);
    int count = Math.min(most, held - at);
    System.arraycopy(buffer, at, into, from, count);
    at += count;
    return count;
  }

  /** The number of bytes that {@link #readSome} has at hand, above 0. */
  public int atHand() {
    ensure(1);
    return held - at;
  }

  /** A word of four bytes, the lowest first. */
  public int nextInt() {
    ensure(Integer.BYTES);
    int word = (int) INT.get(buffer, at);
    at += Integer.BYTES;
    return word;
  }

  /** A word of eight bytes, the lowest first. */
  public long nextLong() {
    ensure(Long.BYTES);
    long word = (long) LONG.get(buffer, at);
    at += Long.BYTES;
    return word;
  }

  /** A number in 7 bits a byte, the lowest first. */
  long nextVarint() {
    long number = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int b = next();
      number |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return number;
      }
    }
    throw new BadPageException("a number of more than 64 bits");
  }

  /** A number of some bytes, the highest first. */
  long nextNumber(int bytes) {
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number = number << Byte.SIZE | next();
    }
    return number;
  }

  /** Reads numbers of {@code width} bits, 1 to 64, the highest bit first; they end with a byte. */
  void nextBits(long[] into, int count, int width) {
    int bytes = (count * width + 7) / Byte.SIZE;
    ensure(bytes);
    int unused = Long.SIZE - width;
    int bit = at * Byte.SIZE;
    if (width <= Long.SIZE - 7) {
      for (int i = 0; i < count; i++, bit += width) {
        into[i] = (long) HIGHEST_FIRST.get(buffer, bit >>> 3) << (bit & 7) >>> unused;
      }
    } else {
      for (int i = 0; i < count; i++, bit += width) {
        int shift = bit & 7;
        long word = (long) HIGHEST_FIRST.get(buffer, bit >>> 3) << shift;
        int last = buffer[(bit >>> 3) + Long.BYTES] & 0xFF;
        into[i] = (word | last >>> (Byte.SIZE - shift)) >>> unused;
      }
    }
    at += bytes;
  }

  /** Makes the next bytes lie in the buffer. */
  private void ensure(int count) {
    while (held - at < count) {
      if (in.position() == fileEnd) {
        throw new BadPageException(
            "the stream ends " + (count - held + at) + " bytes before its values");
      }
      append();
    }
  }

  /** Appends a chunk to the buffer, which loses the bytes that were taken. */
  private void append() {
    if (!chunks.hasChunks()) {
      int count = (int) Math.min(PLAIN_BYTES, fileEnd - in.position());
      int from = in.take(count);
      append(in.array(), from, count);
      return;
    }
    int from = in.take(HEADER);
    byte[] header = in.array();
    int word =
        (header[from] & 0xFF)
            | ((header[from + 1] & 0xFF) << Byte.SIZE)
            | ((header[from + 2] & 0xFF) << Short.SIZE);
    int length = word >>> 1;
    if (length > chunks.chunkBytes()) {
      throw new BadPageException(
          "a chunk has " + length + " bytes, where the most is " + chunks.chunkBytes());
    }
    int start = in.take(length);
    if ((word & 1) == 1) {
      append(in.array(), start, length);
    } else {
      int count = chunks.decompress(in.array(), start, length);
      append(chunks.bytes(), 0, count);
    }
  }

  private void append(byte[] source, int from, int count) {
    int left = held - at;
    if (held + count + SPARE > buffer.length) {
      int needed = left + count + SPARE;
      // room for as many bytes again, so that each byte moves a few times at most
      byte[] next = 2 * needed > buffer.length ? new byte[2 * needed] : buffer;
      System.arraycopy(buffer, at, next, 0, left);
      buffer = next;
      at = 0;
      held = left;
    }
    System.arraycopy(source, from, buffer, held, count);
    held += count;
  }
}
