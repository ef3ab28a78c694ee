package trainer.pserver.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failpoint;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.FromPserver.Building.Step;
import trainer.core.message.ToPserver;
import trainer.core.table.PartitionMap;
import trainer.core.table.TableRows;
import trainer.protocol.bulk.BulkConnection;
import trainer.protocol.bulk.BulkFrame;
import trainer.pserver.lane.Lane;
import trainer.pserver.replica.LaneReplicas;

/**
 * The thread that builds replicas from those of other pservers, for one order of the master.
 *
 * <p>It fetches some rows at a time, and its lanes take them before it fetches more. A row that
 * changes meanwhile is sent again. When few rows are left, it reports that and waits. The master
 * then stops committing, and this thread fetches the rest.
 */
final class ReplicaLearner implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaLearner.class);

  /** The number of rows that can be fetched in a few milliseconds. */
  private static final long LITTLE = 20_000;

  /** The number of rounds after which the rest does not shrink further. */
  private static final int ROUNDS = 5;

  /** The attempts to find room, some seconds in all: temporary memory may be in the way. */
  private static final int ATTEMPTS = 12;

  private static final long PAUSE_MILLIS = 500;

  /** Opens a connection to a lane of another pserver. */
  interface Opening {
    BulkConnection open(PartitionMap.Pserver pserver, int lane) throws IOException;
  }

  private final ToPserver.Build order;
  private final List<Lane> lanes;
  private final boolean digested;
  private final Opening opening;
  private final Consumer<FromMember> send;
  private final BlockingQueue<ToPserver.CloseBuild> closes = new LinkedBlockingQueue<>();
  private final Map<String, BulkConnection> connections = new HashMap<>();
  private final Thread thread = new Thread(this, "learner");
  private long bytes;
  private volatile boolean cancelled;

  /**
   * @param digested whether the digests of sources and replicas are compared at the end
   */
  ReplicaLearner(
      ToPserver.Build order,
      List<Lane> lanes,
      boolean digested,
      Opening opening,
      Consumer<FromMember> send) {
    this.order = order;
    this.lanes = lanes;
    this.digested = digested;
    this.opening = opening;
    this.send = send;
  }

  long number() {
    return order.number();
  }

  /** Closes the build: nothing changes after that version. Thread-safe. */
  void close(ToPserver.CloseBuild close) {
    closes.add(close);
  }

  /** Starts the thread. */
  void start() {
    thread.setDaemon(true);
    thread.start();
  }

  /** Cancels the build, which sends no further messages. Thread-safe. */
  void cancel() {
    cancelled = true;
    thread.interrupt();
  }

  @Override
  public void run() {
    try {
      copyRows();
      send(new FromPserver.Building(order.number(), Step.NEAR, Line.NONE, Version.INITIAL, ""));
      ToPserver.CloseBuild close = closes.take();
      while (!finish(close)) {
        close = closes.take();
      }
      send(
          new FromPserver.Building(
              order.number(), Step.DONE, close.line(), close.version(), "", bytes));
    } catch (IOException | IllegalArgumentException e) {
      LOG.info("build {} fails: {}", order.number(), e.toString());
      send(
          new FromPserver.Building(
              order.number(), Step.FAILED, Line.NONE, Version.INITIAL, e.toString()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connections.values().forEach(ReplicaLearner::close);
    }
  }

  private void send(FromPserver.Building message) {
    if (!cancelled) {
      send.accept(message);
    }
  }

  /** Copies rows round by round until few are left. */
  private void copyRows() throws IOException, InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      long remaining = 0;
      for (int partition : order.partitions()) {
        BulkFrame.Rows rows = fetch(partition);
        // Rows that change meanwhile are sent again, so the round is bounded by its first count.
        for (long most = rows.left();
            rows.left() > 0 && most > 0;
            most -= rows.content().keys().length) {
          rows = fetch(partition);
        }
        remaining += rows.left();
      }
      if (remaining <= LITTLE) {
        return;
      }
    }
  }

  /**
   * Fetches the rest; false if a source is at another line or version, so that another close will
   * follow.
   */
  private boolean finish(ToPserver.CloseBuild close) throws IOException, InterruptedException {
    Map<Integer, Long> digests = new HashMap<>();
    for (int partition : order.partitions()) {
      BulkFrame.Rows rows = fetch(partition);
      while (rows.line() != close.line().number()
          || rows.version() < close.version().number()
          || rows.left() > 0) {
        if (rows.line() > close.line().number() || !closes.isEmpty()) {
          return false;
        }
        if (rows.left() == 0) {
          Thread.sleep(1); // the commit has not reached that pserver yet
        }
        rows = fetch(partition);
      }
      if (rows.version() > close.version().number()) {
        return false;
      }
      digests.put(partition, rows.digest());
    }
    return holds(close, digests);
  }

  private boolean holds(ToPserver.CloseBuild close, Map<Integer, Long> expected)
      throws InterruptedException {
    Failpoint.hit("pserver.beforeLearned");
    Map<Integer, Long> digests = new HashMap<>();
    for (Lane lane : lanes) {
      onLane(
          lane,
          replicas ->
              digests.putAll(
                  replicas.learners().complete(close.line().number(), close.version().number())));
    }
    if (digested && !digests.equals(expected)) {
      throw new IllegalArgumentException("the rows built differ from those of their sources");
    }
    return true;
  }

  private BulkFrame.Rows fetch(int partition) throws IOException, InterruptedException {
    PartitionMap.Pserver source = order.map().primary(partition);
    int sourceLane = partition % source.lanes();
    String name = source.incarnation() + "/" + sourceLane;
    BulkConnection connection = connections.get(name);
    if (connection == null) {
      connection = opening.open(source, sourceLane);
      connections.put(name, connection);
    }
    connection.writer().fetch(order.number(), partition);
    connection.flush();
    if (!(connection.read() instanceof BulkFrame.Rows rows)) {
      throw new IOException("pserver " + source.index() + " gives no rows of " + partition);
    }
    bytes += rows.content().bytes();
    for (int attempt = 0; !takes(partition, rows.content()); attempt++) {
      if (attempt == ATTEMPTS) {
        for (Lane lane : lanes) {
          onLane(lane, replicas -> replicas.learners().discard());
        }
        throw new IOException("there is no room for the rows of partition " + partition);
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    return rows;
  }

  /** Passes rows to their lane; false if there is no room for them now. */
  private boolean takes(int partition, TableRows rows) throws InterruptedException {
    List<IllegalArgumentException> wrong = new ArrayList<>();
    AtomicBoolean taken = new AtomicBoolean();
    onLane(
        lanes.get(partition % lanes.size()),
        replicas -> {
          try {
            taken.set(replicas.learners().add(partition, rows));
          } catch (IllegalArgumentException e) {
            wrong.add(e);
          }
        });
    if (!wrong.isEmpty()) {
      throw wrong.get(0);
    }
    return taken.get();
  }

  private static void onLane(Lane lane, Consumer<LaneReplicas> what) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    lane.order(
        replicas -> {
          what.accept(replicas);
          done.countDown();
        });
    done.await();
  }

  private static void close(BulkConnection connection) {
    try {
      connection.close();
    } catch (IOException e) {
      LOG.debug("closing a connection to a pserver", e);
    }
  }
}
