package trainer.worker.run;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failpoint;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.protocol.bulk.BulkConnection;
import trainer.protocol.bulk.BulkFrame;
import trainer.protocol.bulk.FrameWriter;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneId;

/**
 * One attempt at a connection to a lane, from connecting to its end. Its reader thread connects,
 * then turns frames into events. Its writer thread encodes the queued frames, so that a slow lane
 * does not delay the others. A broken link is never repaired: the next attempt is another link.
 */
final class LaneLink {
  private static final Logger LOG = LoggerFactory.getLogger(LaneLink.class);

  /** Frames to be written; returns true if they include a push. */
  interface Writing {
    boolean to(FrameWriter frames);
  }

  /** Opens the connection. */
  interface Opening {
    BulkConnection open() throws IOException;
  }

  private final LaneId lane;
  private final Opening opening;
  private final Duration delay;
  private final Consumer<Throwable> fatal;
  private final Consumer<WorkerEvent> out;
  private final BlockingQueue<Writing> queue = new LinkedBlockingQueue<>();
  private final Thread reader;
  private volatile BulkConnection connection;
  private volatile boolean closed;
  private volatile boolean pushed;
  private volatile boolean pinged;

  /** The time without traffic after which the connection was given up, or 0. */
  private volatile long silentNanos;

  private long lastPing = System.nanoTime();

  /**
   * @param delay the time to wait before connecting
   * @param out called by this link's threads: Connected at most once, and at the end Lost
   */
  LaneLink(
      LaneId lane,
      Opening opening,
      Duration delay,
      Consumer<Throwable> fatal,
      BiConsumer<LaneLink, WorkerEvent> out) {
    this.lane = lane;
    this.opening = opening;
    this.delay = delay;
    this.fatal = fatal;
    this.out = event -> out.accept(this, event);
    this.reader = new Thread(this::read, "lane-" + lane.pserver().index() + "." + lane.number());
    reader.setDaemon(true);
    reader.setUncaughtExceptionHandler((thread, cause) -> fatal.accept(cause));
  }

  LaneId lane() {
    return lane;
  }

  void start() {
    reader.start();
  }

  /** Queues frames; they are lost when the connection breaks. */
  void write(Writing writing) {
    queue.add(writing);
  }

  /** For a failpoint: waits until a push has left this process, or the link is broken. */
  void awaitPushed() {
    while (!pushed && reader.isAlive()) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  /**
   * Sends a ping periodically, and closes the connection when no byte has moved for too long after
   * a ping. A cut route produces no other event.
   *
   * @param interval the time between pings, nanoseconds
   * @param silence the longest time without traffic, nanoseconds
   */
  void checkSilence(long now, long interval, long silence) {
    BulkConnection open = connection;
    if (open == null) {
      return;
    }
    if (pinged && now - open.movedNanos() > silence && silentNanos == 0) {
      silentNanos = now - open.movedNanos();
      LOG.warn(
          "{} ({}) has been silent for {} ms, the connection is given up",
          lane,
          address(lane),
          TimeUnit.NANOSECONDS.toMillis(silentNanos));
      closeConnection();
    } else if (!pinged && now - lastPing >= interval) {
      pinged = true;
      lastPing = now;
      write(
          frames -> {
            frames.ping();
            return false;
          });
    }
  }

  void close() {
    closed = true;
    if (Thread.currentThread() != reader) { // a reader that calls this must not interrupt itself
      reader.interrupt();
    }
    closeConnection();
  }

  private void read() {
    Thread writer = null;
    try {
      Thread.sleep(delay.toMillis());
      connection = opening.open();
      if (closed) {
        return;
      }
      writer = new Thread(this::write, reader.getName() + "-writer");
      writer.setDaemon(true);
      writer.setUncaughtExceptionHandler(reader.getUncaughtExceptionHandler());
      writer.start();
      out.accept(new WorkerEvent.Connected(lane));
      Frames frames = new Frames();
      for (BulkFrame frame = connection.read(); frame != null; frame = connection.read()) {
        frame.to(frames);
      }
      LOG.info("{} ({}) closed the connection", lane, address(lane));
    } catch (IOException e) {
      if (!closed) {
        LOG.info("connection to {} ({}): {}", lane, address(lane), e.toString());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      closeConnection();
      if (writer != null) {
        writer.interrupt();
      }
      out.accept(new WorkerEvent.Lost(lane, silentNanos));
    }
  }

  private void write() {
    try {
      while (true) {
        Writing next = queue.take();
        boolean push = false;
        while (next != null) {
          push |= next.to(connection.writer());
          next = push ? null : queue.poll();
        }
        connection.flush();
        if (push) {
          pushed = true;
          Failpoint.hit("worker.afterPush");
        }
      }
    } catch (IllegalArgumentException e) {
      fatal.accept(tooLarge(e));
    } catch (IOException e) {
      if (!closed) {
        LOG.info("writing to {} ({}): {}", lane, address(lane), e.toString());
      }
      closeConnection();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private FailureException tooLarge(IllegalArgumentException e) {
    String what = "a share does not fit a frame: " + e.getMessage();
    String advice = "raise trainer.bulk.max-frame, or lower trainer.minibatch.blocks";
    Failure failure = new Failure(FailureKind.CONFIG_INVALID, what, lane.toString(), advice);
    return new FailureException(failure, e);
  }

  private void closeConnection() {
    BulkConnection open = connection;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        LOG.debug("closing the connection to {}", lane, e);
      }
    }
  }

  static InetSocketAddress address(LaneId lane) {
    return new InetSocketAddress(lane.pserver().host(), lane.pserver().port());
  }

  /** Turns frames into events. */
  private final class Frames implements BulkFrame.Handler {
    @Override
    public void on(BulkFrame.Values frame) {
      float[] values = new float[frame.values().remaining()];
      frame.values().get(values);
      out.accept(
          new WorkerEvent.Values(lane, frame.request(), frame.line(), frame.version(), values));
    }

    @Override
    public void on(BulkFrame.Ack frame) {
      out.accept(new WorkerEvent.Acked(lane, frame.line(), frame.version(), frame.share()));
    }

    @Override
    public void on(BulkFrame.Refused frame) {
      out.accept(
          new WorkerEvent.Refused(
              lane,
              frame.push(),
              frame.id(),
              frame.term(),
              frame.line(),
              frame.committed(),
              WorkerEvent.Reason.valueOf(frame.reason().name())));
    }

    @Override
    public void on(BulkFrame.Keys frame) {
      reject("KEYS");
    }

    @Override
    public void on(BulkFrame.Drop frame) {
      reject("DROP");
    }

    @Override
    public void on(BulkFrame.Pull frame) {
      reject("PULL");
    }

    @Override
    public void on(BulkFrame.Push frame) {
      reject("PUSH");
    }

    @Override
    public void on(BulkFrame.Fetch frame) {
      reject("FETCH");
    }

    @Override
    public void on(BulkFrame.Rows frame) {
      reject("ROWS");
    }

    @Override
    public void on(BulkFrame.Ping frame) {
      pinged = false;
    }

    private void reject(String type) {
      LOG.warn("{} sent a {}, which is for pservers; the connection is closed", lane, type);
      closeConnection();
    }
  }
}
