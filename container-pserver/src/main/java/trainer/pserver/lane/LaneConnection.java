package trainer.pserver.lane;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failpoint;
import trainer.core.id.Incarnation;
import trainer.core.math.RepeatedSums;
import trainer.core.table.TableRows;
import trainer.protocol.bulk.BulkFrame;
import trainer.protocol.bulk.FrameReader;
import trainer.protocol.bulk.FrameWriter;
import trainer.protocol.bulk.MalformedFrameException;
import trainer.pserver.protocol.Gradients;
import trainer.pserver.protocol.Push;
import trainer.pserver.protocol.Refusal;
import trainer.pserver.protocol.RowValues;
import trainer.pserver.protocol.Update;
import trainer.pserver.protocol.WorkerConnection;
import trainer.pserver.replica.ReplicaStream;
import trainer.pserver.replica.WorkerRequests;
import trainer.pserver.store.RowList;

/**
 * A worker's connection to a lane: frames become calls to the replicas, and answers become frames.
 * It stops reading while more bytes wait to be sent than a healthy reader leaves.
 *
 * <p>Confined to the lane's thread.
 */
final class LaneConnection implements WorkerConnection, BulkFrame.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(LaneConnection.class);

  private static final long MAX_WAITING = Math.min(1 << 26, Runtime.getRuntime().maxMemory() / 16);

  /**
   * The floats of one answer to a fetch, so few that workers wait no longer for it than for a pull.
   */
  private static final int FLOATS = 1 << 14;

  private final Lane lane;
  private final SocketChannel channel;
  private final String peer;
  private final Incarnation incarnation;
  private final FrameReader reader;
  private final FrameWriter writer;
  private final ListCache lists;
  private final Map<Integer, ReplicaStream> streams = new HashMap<>();
  private long build;
  private SelectionKey key;
  private boolean flushWanted;
  private boolean open = true;

  LaneConnection(
      Lane lane,
      SocketChannel channel,
      String peer,
      Incarnation incarnation,
      int maxFrame,
      long listBudget) {
    this.lane = lane;
    this.channel = channel;
    this.peer = peer;
    this.incarnation = incarnation;
    this.reader = new FrameReader(maxFrame);
    this.writer = new FrameWriter(maxFrame);
    this.lists = new ListCache(listBudget);
  }

  /** Registers with the selector, without interest in any event before {@link #begin}. */
  void register(Selector selector, ByteBuffer rest) throws IOException {
    key = channel.register(selector, 0, this);
    reader.feed(rest);
  }

  /** Begins to serve, with the frames received so far: the lane has its replicas. */
  void begin() {
    takeFrames();
    listen();
  }

  /** Reads and sends as much as possible. */
  void ready() {
    try {
      if (key.isValid() && key.isReadable() && reader.readFrom(channel) < 0) {
        close("it closed the connection");
        return;
      }
    } catch (IOException e) {
      close(e.toString());
      return;
    }
    takeFrames();
    wantFlush();
  }

  /** Sends the bytes that the socket takes; the rest follows when it is writable. */
  void flush() {
    flushWanted = false;
    if (!open) {
      return;
    }
    try {
      boolean wasBlocked = isBlocked();
      writer.writeTo(channel);
      if (wasBlocked && !isBlocked()) {
        takeFrames();
      }
    } catch (IOException e) {
      close(e.toString());
    }
    listen();
  }

  /** Releases the key lists kept for the next epoch, because rows take precedence. */
  void forgetLists() {
    lists.clear();
  }

  void closeChannel() {
    open = false;
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("closing the connection of {}", peer, e);
    }
  }

  @Override
  public void on(BulkFrame.Keys frame) {
    boolean training = frame.mode() == BulkFrame.Mode.TRAIN;
    RowList list = requests().lookUp(frame.keys(), training);
    writer.expectValues(list.floats());
    lists.put(frame.list(), list);
  }

  @Override
  public void on(BulkFrame.Drop frame) {
    lists.remove(frame.list());
  }

  @Override
  public void on(BulkFrame.Pull frame) {
    RowList list = lists.get(frame.list());
    if (list == null) {
      Refusal where = requests().refusal(Refusal.Reason.NOT_FOLLOWING);
      refuse(false, frame.request(), where, BulkFrame.Reason.UNKNOWN_LIST);
    } else {
      requests()
          .pull(this, frame.request(), frame.line(), frame.version(), list, frame.partitions());
    }
  }

  @Override
  public void on(BulkFrame.Push frame) {
    RowList list = lists.get(frame.list());
    BulkFrame.Reason wrong = wrong(frame, list);
    if (wrong != null) {
      Refusal where = requests().refusal(Refusal.Reason.SHARES_DIFFER);
      refuse(true, frame.share(), where, wrong);
      return;
    }
    RepeatedSums equal = lists.equal(frame.list());
    if (frame.isUpdate()) {
      Update update =
          new Update(
              frame.line(),
              frame.version(),
              incarnation.number(),
              frame.share(),
              frame.metrics().weight().toDouble());
      requests().update(this, update, list, () -> lane.scratch().decode(frame, equal));
      return;
    }
    Push push =
        new Push(frame.line(), frame.version(), frame.share(), frame.shares(), frame.metrics());
    requests().push(this, push, list, () -> lane.scratch().decode(frame, equal));
  }

  private BulkFrame.Reason wrong(BulkFrame.Push frame, RowList list) {
    if (list == null) {
      return BulkFrame.Reason.UNKNOWN_LIST;
    }
    boolean fits =
        list.isTraining()
            && frame.sums().count() == list.floats()
            && frame.shares() <= Push.MAX_SHARES
            && frame.sums().learn(lists.equal(frame.list()));
    return fits ? null : BulkFrame.Reason.BAD_CONTENT;
  }

  /** Sends rows of a replica here to a pserver that builds one; its next frame requests more. */
  @Override
  public void on(BulkFrame.Fetch frame) {
    if (frame.build() != build) {
      closeStreams();
      build = frame.build();
    }
    ReplicaStream stream =
        streams.computeIfAbsent(
            frame.partition(), partition -> lane.replicas().committed().stream(partition));
    TableRows rows = stream.next(FLOATS); // first: it moves the stream on
    writer.rows(
        new BulkFrame.Rows(
            build,
            frame.partition(),
            stream.line(),
            stream.version(),
            stream.remaining(),
            stream.digest(),
            rows));
    wantFlush();
    Failpoint.hit("pserver.afterFetch");
  }

  private void closeStreams() {
    streams.values().forEach(lane.replicas().committed()::end);
    streams.clear();
  }

  @Override
  public void on(BulkFrame.Ping frame) {
    writer.ping();
    wantFlush();
  }

  @Override
  public void on(BulkFrame.Rows frame) {
    throw new IllegalArgumentException("rows that were not asked for");
  }

  @Override
  public void on(BulkFrame.Values frame) {
    throw new IllegalArgumentException("values, which only a pserver sends");
  }

  @Override
  public void on(BulkFrame.Ack frame) {
    throw new IllegalArgumentException("an acknowledgement, which only a pserver sends");
  }

  @Override
  public void on(BulkFrame.Refused frame) {
    throw new IllegalArgumentException("a refusal, which only a pserver sends");
  }

  @Override
  public void values(long request, long line, long version, RowValues values) {
    Failpoint.hit("pserver.beforeValues");
    FloatBuffer target = writer.values(request, line, version, values.size());
    values.writeTo(target::put);
    wantFlush();
  }

  @Override
  public void acknowledged(Gradients pushed) {
    Failpoint.hit("pserver.afterAccumulate");
    writer.ack(pushed.line(), pushed.version(), pushed.number());
    wantFlush();
  }

  @Override
  public void refused(long request, Refusal refusal) {
    refuse(false, request, refusal, reason(refusal));
  }

  @Override
  public void refused(Gradients pushed, Refusal refusal) {
    refuse(true, pushed.number(), refusal, reason(refusal));
  }

  private void refuse(boolean push, long id, Refusal where, BulkFrame.Reason reason) {
    LOG.debug("refused {} {} of {}: {}, {}", push ? "share" : "pull", id, peer, reason, where);
    writer.refused(
        new BulkFrame.Refused(push, id, where.term(), where.line(), where.committed(), reason));
    wantFlush();
  }

  private static BulkFrame.Reason reason(Refusal refusal) {
    return switch (refusal.reason()) {
      case OLD_LINE -> BulkFrame.Reason.OTHER_LINE;
      case OLD_VERSION, TOO_FAR_AHEAD -> BulkFrame.Reason.OTHER_VERSION;
      case SHARES_DIFFER -> BulkFrame.Reason.BAD_CONTENT;
      case NOT_FOLLOWING, TOO_MANY_PARKED, NO_ROOM -> BulkFrame.Reason.NOT_SERVING;
    };
  }

  /** Takes frames while there are any and the other end reads its answers. */
  private void takeFrames() {
    if (lane.replicas() == null) {
      return;
    }
    try {
      BulkFrame frame = isBlocked() ? null : reader.next();
      while (frame != null) {
        frame.to(this);
        frame = isBlocked() ? null : reader.next();
      }
    } catch (MalformedFrameException | IllegalArgumentException e) {
      LOG.warn("closing the connection of {}, which does not keep the protocol: {}", peer, e);
      close(e.getMessage());
    }
  }

  private boolean isBlocked() {
    return !open || writer.waiting() > MAX_WAITING;
  }

  private WorkerRequests requests() {
    return lane.replicas().requests();
  }

  private void wantFlush() {
    if (!flushWanted && open) {
      flushWanted = true;
      lane.wantsFlush(this);
    }
  }

  private void listen() {
    if (open && key.isValid()) {
      key.interestOps(
          (isBlocked() ? 0 : SelectionKey.OP_READ)
              | (writer.waiting() > 0 ? SelectionKey.OP_WRITE : 0));
    }
  }

  /** Closes the connection and logs the reason. */
  void close(String why) {
    if (open) {
      LOG.info("connection of {} to lane {} ends: {}", peer, lane.number(), why);
      closeChannel();
      if (lane.replicas() != null) {
        closeStreams();
      }
      lane.forget(this);
    }
  }
}
