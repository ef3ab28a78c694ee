package trainer.pserver.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import trainer.container.files.RetryPolicy;
import trainer.container.files.StorageProbe;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.id.Incarnation;
import trainer.core.job.JobFolder;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToRole;
import trainer.learning.optimizer.Optimizers;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Party;
import trainer.protocol.auth.Secret;
import trainer.protocol.bulk.BulkConnection;
import trainer.pserver.export.PartExport;
import trainer.pserver.export.PartExports;
import trainer.pserver.lane.HeapBudget;
import trainer.pserver.lane.JavaHeap;
import trainer.pserver.lane.Lane;
import trainer.pserver.snapshot.CheckpointParts;
import trainer.pserver.snapshot.CheckpointReader;
import trainer.pserver.snapshot.SnapshotWriter;
import trainer.pserver.store.Table;

/**
 * A parameter server: its lanes, its port, and the handler of the master's orders. The caller owns
 * the session with the master.
 */
public final class Pserver implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration CLOSING = Duration.ofMillis(300);

  private final List<Lane> lanes = new ArrayList<>();
  private final HeapBudget room = new HeapBudget(new JavaHeap(), System::nanoTime);
  private final List<Thread> threads = new ArrayList<>();
  private final ExecutorService writer = inBackground("checkpoint");
  private final ExecutorService loader = inBackground("loader");
  private final LaneLoads loads;
  private final ConnectionAcceptor acceptor;
  private final MasterCommandHandler commands;

  /** The incarnation that the master gave this process, 0 before. */
  private final AtomicLong incarnation = new AtomicLong();

  /**
   * Listens, and starts its threads.
   *
   * @param index its index in the job
   * @param secret the job's secret
   * @param classes the class loader of the model
   * @param send takes messages to the master, on any thread, without waiting
   * @param leave takes the reason for which the process must end
   * @param fatal receives an impossible failure: the process must end at once
   */
  public Pserver(
      JobSpec spec,
      int index,
      Secret secret,
      Configuration hadoop,
      ClassLoader classes,
      Consumer<FromMember> send,
      Consumer<String> leave,
      Consumer<Throwable> fatal)
      throws IOException {
    Settings settings = Settings.of(spec.settings());
    int count = settings.get(Keys.PSERVER_VCORES);
    int maxFrame = settings.get(Keys.BULK_MAX_FRAME);
    long listBudget =
        Runtime.getRuntime().maxMemory() / 4 / Math.max(1, settings.get(Keys.WORKERS_MAX)) / count;
    String advice =
        "raise "
            + Keys.PSERVER_MEMORY_MB.name()
            + " ("
            + settings.get(Keys.PSERVER_MEMORY_MB)
            + "), or have more pservers ("
            + Keys.PSERVERS.name()
            + "), at once by `trainer scale "
            + spec.id()
            + " --pservers N`";
    MemoryPressure crowding = new MemoryPressure(lanes, room, advice, send);
    for (int number = 0; number < count; number++) {
      lanes.add(new Lane(number, maxFrame, listBudget, crowding, fatal));
    }
    this.loads = new LaneLoads(List.copyOf(lanes));
    List<Table> tables =
        Table.of(
            spec.tables(),
            table ->
                spec.model().isUpdated(table)
                    ? Optimizers.of(settings, table)
                    : Optimizers.compact(settings, table));
    PartExports exports =
        new PartExports(lanes, new PartExport(hadoop, tables, RetryPolicy.withStorages()), send);
    CheckpointParts parts =
        new CheckpointParts(
            hadoop,
            spec.jobFolder(),
            settings.find(Keys.SCORE_MODEL_ID).orElse(""),
            tables,
            RetryPolicy.withCheckpoints(settings),
            new CheckpointReader(RetryPolicy.withStorages(), probe(spec, index, hadoop)::works));
    boolean digested = settings.get(Keys.PSERVER_REPLICAS) > 1;
    ReplicaFactory factory =
        new ReplicaFactory(
            tables, settings.get(Keys.BSP_EXPOSURE), digested, room, lanes.size(), send);
    SnapshotWriter snapshots = new SnapshotWriter(List.copyOf(lanes), parts, room, writer, send);
    ReplicaLearner.Opening opening =
        (pserver, lane) ->
            BulkConnection.open(
                new InetSocketAddress(pserver.host(), pserver.port()),
                Hello.member(
                    spec.id(),
                    new Party(Role.PSERVER, index, new Incarnation(incarnation.get())),
                    new Party(Role.PSERVER, pserver.index(), pserver.incarnation()),
                    lane),
                secret,
                CONNECT_TIMEOUT,
                maxFrame);
    LineCommands lines =
        new LineCommands(
            List.copyOf(lanes),
            new LaneStartup(List.copyOf(lanes), factory, parts, loader, send),
            snapshots,
            build -> new ReplicaLearner(build, List.copyOf(lanes), digested, opening, send),
            incarnation::get,
            send);
    this.commands =
        new MasterCommandHandler(
            lines,
            new VersionCommands(List.copyOf(lanes), ServerFunctions.of(spec, classes), send),
            snapshots,
            exports,
            incarnation::set,
            leave);
    Gatekeeper members =
        Gatekeeper.forMembers(
            spec.id(),
            secret,
            () -> new Party(Role.PSERVER, index, new Incarnation(incarnation.get())));
    Gatekeeper workers =
        hello -> hello.from().role() == Role.MASTER ? null : members.secretFor(hello);
    this.acceptor =
        settings
            .get(Keys.PSERVER_PORTS)
            .open(
                Keys.PSERVER_PORTS,
                port -> new ConnectionAcceptor(port, workers, List.copyOf(lanes), fatal));
    lanes.forEach(lane -> start(lane, "lane-" + lane.number()));
    start(acceptor, "acceptor");
  }

  private static StorageProbe probe(JobSpec spec, int index, Configuration hadoop) {
    JobFolder folder = spec.files();
    return new StorageProbe(
        folder.jobFile(spec.id()), folder.job(spec.id()) + "/_probe-pserver-" + index, hadoop);
  }

  /** The port workers connect to. */
  public int port() throws IOException {
    return acceptor.port();
  }

  /** The number of lanes. */
  public int lanes() {
    return lanes.size();
  }

  /** A heartbeat with what it holds, as of the last one. Thread-safe. */
  public FromMember.Heartbeat heartbeat(long probe) {
    LaneLoads.Load load = loads.next();
    return new FromMember.Heartbeat(probe, 0, -1, load.spent(), load.stored());
  }

  /** Executes an order of the master, in the order of the stream. Returns at once. */
  public synchronized void take(ToRole message) {
    message.to(commands);
  }

  /** Closes the port and every connection. Waits only briefly for a thread that is writing. */
  @Override
  public void close() {
    acceptor.close();
    lanes.forEach(Lane::stop);
    writer.shutdownNow();
    loader.shutdownNow();
    long deadline = System.nanoTime() + CLOSING.toNanos();
    for (Thread thread : threads) {
      try {
        thread.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static ExecutorService inBackground(String name) {
    return Executors.newSingleThreadExecutor(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  private void start(Runnable loop, String name) {
    Thread thread = new Thread(loop, name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }
}
