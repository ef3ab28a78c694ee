package trainer.protocol.bulk;

import java.nio.ByteBuffer;
import trainer.core.message.Metrics;
import trainer.core.table.TableRows;

/** Decodes one frame, given exactly its type byte and body. */
final class FrameDecoder {
  private static final BulkFrame.Mode[] MODES = BulkFrame.Mode.values();
  private static final BulkFrame.Reason[] REASONS = BulkFrame.Reason.values();

  private FrameDecoder() {}

  static BulkFrame decode(ByteBuffer frame) throws MalformedFrameException {
    byte type = frame.get();
    BulkFrame decoded =
        switch (type) {
          case FrameType.KEYS -> keys(need(frame, 9));
          case FrameType.DROP -> new BulkFrame.Drop(need(frame, 8).getLong());
          case FrameType.PULL -> pull(need(frame, 40));
          case FrameType.VALUES -> values(need(frame, 24));
          case FrameType.PUSH -> push(need(frame, 96));
          case FrameType.ACK -> ack(need(frame, 20));
          case FrameType.REFUSED -> refused(need(frame, 34));
          case FrameType.FETCH -> new BulkFrame.Fetch(need(frame, 12).getLong(), frame.getInt());
          case FrameType.ROWS -> rows(need(frame, 52));
          case FrameType.PING -> new BulkFrame.Ping();
          default -> throw new MalformedFrameException("no frame has type " + type);
        };
    if (frame.hasRemaining()) {
      throw new MalformedFrameException(frame.remaining() + " bytes too many in a frame");
    }
    return decoded;
  }

  private static BulkFrame keys(ByteBuffer frame) throws MalformedFrameException {
    long list = frame.getLong();
    BulkFrame.Mode mode = MODES[ordinal(frame, MODES.length)];
    return new BulkFrame.Keys(list, mode, KeysCodec.get(frame));
  }

  private static BulkFrame pull(ByteBuffer frame) {
    return new BulkFrame.Pull(
        frame.getLong(), frame.getLong(), frame.getLong(), frame.getLong(), frame.getLong());
  }

  private static BulkFrame values(ByteBuffer frame) throws MalformedFrameException {
    long request = frame.getLong();
    long line = frame.getLong();
    long version = frame.getLong();
    if (frame.remaining() % Float.BYTES != 0) {
      throw new MalformedFrameException("values end inside a number");
    }
    BulkFrame decoded = new BulkFrame.Values(request, line, version, frame.asFloatBuffer());
    frame.position(frame.limit());
    return decoded;
  }

  private static BulkFrame push(ByteBuffer frame) throws MalformedFrameException {
    long line = frame.getLong();
    long version = frame.getLong();
    int share = frame.getInt();
    int shares = frame.getInt();
    Metrics metrics = MetricsCodec.get(frame);
    long list = frame.getLong();
    boolean isUpdate = shares == 0;
    if (share < 0 || (share >= shares && !isUpdate)) {
      throw new MalformedFrameException("share " + share + " of " + shares);
    }
    return new BulkFrame.Push(line, version, share, shares, metrics, list, Sums.get(frame));
  }

  private static BulkFrame ack(ByteBuffer frame) {
    return new BulkFrame.Ack(frame.getLong(), frame.getLong(), frame.getInt());
  }

  private static BulkFrame refused(ByteBuffer frame) throws MalformedFrameException {
    boolean push = ordinal(frame, 2) == 1;
    return new BulkFrame.Refused(
        push,
        frame.getLong(),
        frame.getLong(),
        frame.getLong(),
        frame.getLong(),
        REASONS[ordinal(frame, REASONS.length)]);
  }

  private static BulkFrame rows(ByteBuffer frame) throws MalformedFrameException {
    long build = frame.getLong();
    int partition = frame.getInt();
    long line = frame.getLong();
    long version = frame.getLong();
    long left = frame.getLong();
    long digest = frame.getLong();
    int table = frame.getInt();
    int count = frame.getInt();
    if (count < 0 || count > frame.remaining() / Long.BYTES) {
      throw new MalformedFrameException(count + " rows in " + frame.remaining() + " bytes");
    }
    long[] keys = new long[count];
    frame.asLongBuffer().get(keys);
    frame.position(frame.position() + Long.BYTES * count);
    if (frame.remaining() % Float.BYTES != 0) {
      throw new MalformedFrameException("rows end inside a number");
    }
    float[] cells = new float[frame.remaining() / Float.BYTES];
    frame.asFloatBuffer().get(cells);
    frame.position(frame.limit());
    TableRows rows = new TableRows(table, keys, cells);
    return new BulkFrame.Rows(build, partition, line, version, left, digest, rows);
  }

  private static int ordinal(ByteBuffer frame, int count) throws MalformedFrameException {
    byte ordinal = frame.get();
    if (ordinal < 0 || ordinal >= count) {
      throw new MalformedFrameException("a choice of " + count + " is given as " + ordinal);
    }
    return ordinal;
  }

  private static ByteBuffer need(ByteBuffer frame, int bytes) throws MalformedFrameException {
    if (frame.remaining() < bytes) {
      throw new MalformedFrameException(
          "a frame of " + frame.remaining() + " bytes where " + bytes + " are needed");
    }
    return frame;
  }
}
