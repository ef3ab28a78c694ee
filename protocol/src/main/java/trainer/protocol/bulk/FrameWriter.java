package trainer.protocol.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.function.IntFunction;
import trainer.core.math.RepeatedSums;
import trainer.core.message.Metrics;
import trainer.core.table.KeyList;
import trainer.core.table.TableRows;

/**
 * A buffer of outgoing frames. Each method appends one; {@link #writeTo} passes as many bytes to
 * the channel as it accepts. The buffer grows to the waiting bytes and is reused.
 *
 * <p>Loop-confined: one thread.
 */
public final class FrameWriter {
  /** The most bytes passed to the channel at once: the JDK keeps a copy of that size. */
  private static final int SLICE = 1 << 18;

  private static final int FIRST_CAPACITY = 1 << 12;
  private static final int HEADER = 5;
  private static final int VALUES_HEADER = 24;

  private final int maxFrame;
  private ByteBuffer buffer = ByteBuffer.allocate(FIRST_CAPACITY);
  private int written;

  /**
   * @param maxFrame {@code trainer.bulk.max-frame}: bytes of a frame without its length
   */
  public FrameWriter(int maxFrame) {
    this.maxFrame = maxFrame;
  }

  public void keys(long list, BulkFrame.Mode mode, KeyList keys) {
    int frame = begin(FrameType.KEYS, 9 + KeysCodec.bound(keys));
    buffer.putLong(list).put((byte) mode.ordinal());
    KeysCodec.put(buffer, keys);
    end(frame);
  }

  /**
   * Refuses a request that no answer could hold: both ends have the same limit.
   *
   * @param count values that will be requested at once
   * @throws IllegalArgumentException when a VALUES frame of them would be too long
   */
  public void expectValues(long count) {
    long length = valuesLength(count);
    if (length > maxFrame) {
      throw new IllegalArgumentException(
          count
              + " values to pull at once are a frame of "
              + length
              + " bytes; trainer.bulk.max-frame allows "
              + maxFrame);
    }
  }

  /** The length of a VALUES frame. */
  private static long valuesLength(long count) {
    return 1 + VALUES_HEADER + 4 * count;
  }

  public void drop(long list) {
    int frame = begin(FrameType.DROP, 8);
    buffer.putLong(list);
    end(frame);
  }

  public void pull(long request, long line, long version, long list, long partitions) {
    int frame = begin(FrameType.PULL, 40);
    buffer.putLong(request).putLong(line).putLong(version).putLong(list).putLong(partitions);
    end(frame);
  }

  /** Appends a VALUES frame of {@code count} floats, which the caller fills in immediately. */
  public FloatBuffer values(long request, long line, long version, int count) {
    int frame = begin(FrameType.VALUES, VALUES_HEADER + 4L * count);
    buffer.putLong(request).putLong(line).putLong(version);
    int start = buffer.position();
    buffer.position(start + 4 * count);
    end(frame);
    return buffer.slice(start, 4 * count).asFloatBuffer();
  }

  /**
   * Appends a PUSH; see {@link BulkFrame.Push}.
   *
   * @param equal the groups of equal sums of the list that the other end has; or null
   * @param likely gives for each table of the list the sums that are likely to be equal, or null;
   *     see {@link RepeatedSums#shorten}
   * @param sums the list's sums, table after table
   * @param ends for each table of the list the end of its sums in {@code sums}
   */
  public void push(
      long line,
      long version,
      int share,
      int shares,
      Metrics metrics,
      long list,
      RepeatedSums equal,
      IntFunction<RepeatedSums.Groups> likely,
      long[] sums,
      int[] ends) {
    int size = ends.length == 0 ? 0 : ends[ends.length - 1];
    int frame = begin(FrameType.PUSH, 96 + Sums.bound(ends.length, size));
    buffer.putLong(line).putLong(version).putInt(share).putInt(shares);
    MetricsCodec.put(metrics, buffer);
    buffer.putLong(list);
    Sums.put(buffer, sums, ends, equal, likely);
    end(frame);
  }

  public void ack(long line, long version, int share) {
    int frame = begin(FrameType.ACK, 20);
    buffer.putLong(line).putLong(version).putInt(share);
    end(frame);
  }

  public void refused(BulkFrame.Refused refused) {
    int frame = begin(FrameType.REFUSED, 34);
    buffer.put((byte) (refused.push() ? 1 : 0)).putLong(refused.id()).putLong(refused.term());
    buffer.putLong(refused.line()).putLong(refused.committed());
    buffer.put((byte) refused.reason().ordinal());
    end(frame);
  }

  public void fetch(long build, int partition) {
    int frame = begin(FrameType.FETCH, 12);
    buffer.putLong(build).putInt(partition);
    end(frame);
  }

  public void ping() {
    end(begin(FrameType.PING, 0));
  }

  public void rows(BulkFrame.Rows message) {
    TableRows rows = message.content();
    int frame = begin(FrameType.ROWS, 52 + rows.bytes());
    buffer.putLong(message.build()).putInt(message.partition()).putLong(message.line());
    buffer.putLong(message.version()).putLong(message.left()).putLong(message.digest());
    buffer.putInt(rows.table()).putInt(rows.keys().length);
    buffer.asLongBuffer().put(rows.keys());
    buffer.position(buffer.position() + Long.BYTES * rows.keys().length);
    buffer.asFloatBuffer().put(rows.cells());
    buffer.position(buffer.position() + Float.BYTES * rows.cells().length);
    end(frame);
  }

  /** How many bytes are waiting. */
  public int waiting() {
    return buffer.position() - written;
  }

  /** Writes until the channel accepts no more; true when no byte is left waiting. */
  public boolean writeTo(WritableByteChannel channel) throws IOException {
    while (waiting() > 0) {
      int length = Math.min(SLICE, waiting());
      int taken = channel.write(buffer.slice(written, length));
      written += taken;
      if (taken < length) {
        return waiting() == 0;
      }
    }
    buffer.clear();
    written = 0;
    return true;
  }

  private int begin(byte type, long bound) {
    reserve(HEADER + bound);
    int frame = buffer.position();
    buffer.putInt(0).put(type);
    return frame;
  }

  private void end(int frame) {
    int length = buffer.position() - frame - Integer.BYTES;
    if (length > maxFrame) {
      buffer.position(frame);
      throw new IllegalArgumentException(
          "a frame of " + length + " bytes; trainer.bulk.max-frame allows " + maxFrame);
    }
    buffer.putInt(frame, length);
  }

  private void reserve(long bytes) {
    if (bytes <= buffer.remaining()) {
      return;
    }
    long needed = waiting() + bytes;
    if (needed > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(needed + " bytes are waiting on one connection");
    }
    ByteBuffer target =
        needed <= buffer.capacity()
            ? buffer
            : ByteBuffer.allocate(
                (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * buffer.capacity())));
    ByteBuffer rest = buffer.slice(written, waiting());
    if (target == buffer) {
      buffer.position(written).limit(written + rest.remaining());
      buffer.compact();
    } else {
      target.put(rest);
      buffer = target;
    }
    written = 0;
  }
}
