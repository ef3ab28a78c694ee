package trainer.pserver.lane;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.id.Incarnation;
import trainer.pserver.replica.LaneReplicas;

/**
 * One thread that owns some partitions and every connection opened to it. Other threads only add
 * tasks to its mailbox. It computes and copies, and never waits for a peer: bytes that a socket
 * does not take stay in that connection's queue.
 *
 * <p>It reads from no connection before {@link #begin}.
 */
public final class Lane implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

  /** The interval at which requests that wait for room are retried. */
  private static final Duration RETRY = Duration.ofMillis(500);

  /**
   * A listener that a lane calls periodically, on its thread, while a request waits for room and
   * when that ends.
   */
  public interface RoomListener {
    void onWaiting(int lane, boolean isWaiting, long nanos);
  }

  private final int number;
  private final int maxFrame;
  private final long listBudget;
  private final RoomListener roomListener;
  private final Consumer<Throwable> fatal;
  private final Selector selector;
  private final Queue<Runnable> mailbox = new ConcurrentLinkedQueue<>();
  private final List<LaneConnection> connections = new ArrayList<>();
  private final ArrayDeque<LaneConnection> unflushed = new ArrayDeque<>();
  private final SumsBuffer scratch = new SumsBuffer();
  private final List<Consumer<LaneReplicas>> held = new ArrayList<>();
  private LaneReplicas replicas;
  private boolean loading;
  private boolean waiting;
  private long nextRetry;
  private BooleanSupplier background;
  private volatile boolean stopped;

  /**
   * Creates a lane whose thread is not started yet.
   *
   * @param maxFrame {@code trainer.bulk.max-frame}
   * @param listBudget bytes of memory that a connection's key lists may hold
   * @param roomListener called while a request waits for room
   * @param fatal receives an impossible failure, on the lane's thread, which then ends
   */
  public Lane(
      int number,
      int maxFrame,
      long listBudget,
      RoomListener roomListener,
      Consumer<Throwable> fatal)
      throws IOException {
    this.number = number;
    this.maxFrame = maxFrame;
    this.listBudget = listBudget;
    this.roomListener = roomListener;
    this.fatal = fatal;
    this.selector = Selector.open();
  }

  public int number() {
    return number;
  }

  /**
   * Gives the lane its replicas, before any {@link #order} and again when its rows are void. In the
   * second case its connections are closed, because their key lists refer to the void rows.
   * Thread-safe.
   */
  public void begin(LaneReplicas itsReplicas) {
    offer(
        () -> {
          drop();
          loading = false;
          replicas = itsReplicas;
          List.copyOf(connections).forEach(LaneConnection::begin);
          held.forEach(order -> order.accept(replicas));
          held.clear();
        });
  }

  /**
   * Empties the lane, whose rows are void and will be loaded again. Orders from here on wait until
   * it {@linkplain #begin begins}. Thread-safe.
   */
  public void empty() {
    offer(
        () -> {
          drop();
          replicas = null;
          loading = true;
          held.clear();
        });
  }

  private void drop() {
    if (replicas != null) {
      List.copyOf(connections).forEach(one -> one.close("all is loaded anew"));
    }
  }

  /**
   * Runs an order on the replicas, which are null before they exist. Orders run in submission
   * order. Thread-safe.
   */
  public void order(Consumer<LaneReplicas> order) {
    offer(
        () -> {
          if (loading) {
            held.add(order);
          } else {
            order.accept(replicas);
          }
        });
  }

  /** Hands over the replicas, which are null while there are none. Thread-safe. */
  public void inspect(Consumer<LaneReplicas> inspection) {
    offer(() -> inspection.accept(replicas));
  }

  /**
   * Runs background work between messages, in small steps, until it returns false. It replaces
   * earlier background work. Lane thread only.
   */
  public void runInBackground(BooleanSupplier work) {
    background = work;
  }

  /**
   * Takes over an authenticated connection. Thread-safe.
   *
   * @param peer the peer's name, for messages
   * @param incarnation the incarnation that the peer has proved
   * @param rest bytes that followed the handshake
   */
  public void take(SocketChannel channel, String peer, Incarnation incarnation, ByteBuffer rest) {
    offer(() -> open(channel, peer, incarnation, rest));
  }

  /** Ends the thread, which closes its connections. Thread-safe. */
  public void stop() {
    stopped = true;
    selector.wakeup();
  }

  @Override
  public void run() {
    try (selector) {
      while (!stopped) {
        select();
        drainMailbox();
        retryForRoom();
        flush();
        if (background != null) {
          BooleanSupplier work = background;
          if (!work.getAsBoolean() && work == background) {
            background = null;
          }
        }
      }
    } catch (Throwable failure) { // after any failure the rows cannot be trusted
      fatal.accept(failure);
    } finally {
      connections.forEach(LaneConnection::closeChannel);
    }
  }

  /** The replicas, or null before {@link #begin}. Lane thread only. */
  LaneReplicas replicas() {
    return replicas;
  }

  SumsBuffer scratch() {
    return scratch;
  }

  /** Queues a connection that has bytes to send. */
  void wantsFlush(LaneConnection connection) {
    unflushed.add(connection);
  }

  /** Removes a connection that is closed. */
  void forget(LaneConnection connection) {
    connections.remove(connection);
    if (replicas != null) {
      replicas.requests().forget(connection);
    }
  }

  private void select() throws IOException {
    if (background != null) {
      selector.selectNow(this::ready);
    } else if (waiting) {
      selector.select(this::ready, RETRY.toMillis());
    } else {
      selector.select(this::ready);
    }
  }

  /** Retries requests that wait for room periodically, because no event announces free memory. */
  private void retryForRoom() {
    boolean isWaiting = replicas != null && replicas.requests().isWaitingForRoom();
    if (!isWaiting && !waiting) {
      return;
    }
    long now = System.nanoTime();
    if (!waiting) {
      waiting = true;
      connections.forEach(LaneConnection::forgetLists);
      nextRetry = now + RETRY.toNanos();
      roomListener.onWaiting(number, true, now);
    } else if (now - nextRetry >= 0) {
      nextRetry = now + RETRY.toNanos();
      waiting = isWaiting;
      if (isWaiting) {
        replicas.requests().retry();
      }
      roomListener.onWaiting(number, isWaiting, now);
    }
  }

  private void offer(Runnable task) {
    mailbox.add(task);
    selector.wakeup();
  }

  private void drainMailbox() {
    Runnable task = mailbox.poll();
    while (task != null) {
      task.run();
      task = mailbox.poll();
    }
  }

  private void ready(SelectionKey key) {
    ((LaneConnection) key.attachment()).ready();
  }

  private void flush() {
    LaneConnection connection = unflushed.poll();
    while (connection != null) {
      connection.flush();
      connection = unflushed.poll();
    }
  }

  private void open(SocketChannel channel, String peer, Incarnation incarnation, ByteBuffer rest) {
    LaneConnection connection =
        new LaneConnection(this, channel, peer, incarnation, maxFrame, listBudget);
    try {
      connection.register(selector, rest);
    } catch (IOException e) {
      LOG.info("{} disconnected before lane {} registered it: {}", peer, number, e.toString());
      connection.closeChannel();
      return;
    }
    connections.add(connection);
    if (replicas != null) {
      connection.begin();
    }
  }
}
