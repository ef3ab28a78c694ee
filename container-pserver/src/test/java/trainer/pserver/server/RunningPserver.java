package trainer.pserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.math.RepeatedSums;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.message.ToRole;
import trainer.core.table.Initializer;
import trainer.core.table.KeyList;
import trainer.core.table.PartitionMap;
import trainer.core.table.Partitions;
import trainer.core.table.TableSpec;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Party;
import trainer.protocol.auth.Secret;
import trainer.protocol.bulk.BulkConnection;
import trainer.protocol.bulk.BulkFrame;

/** A real pserver with two lanes, over sockets, for the length of one test. */
public final class RunningPserver implements BeforeEachCallback, AfterEachCallback {
  static final Party WORKER = new Party(Role.WORKER, 0, new Incarnation(9));
  static final long INCARNATION = 7;
  private static final JobId JOB = new JobId("local_1_1", 1);
  private static final int MAX_FRAME = 1 << 22;
  private static final long PATIENCE_SECONDS = 120;

  private final Secret secret = Secret.random(new SecureRandom());
  private final BlockingQueue<FromMember> sent = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> leaving = new LinkedBlockingQueue<>();
  private final List<Throwable> fatal = Collections.synchronizedList(new ArrayList<>());
  private final List<BulkConnection> connections = new ArrayList<>();
  private Pserver pserver;

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    Map<String, String> settings =
        Map.of(
            "trainer.optimizer", "sgd",
            "trainer.optimizer.learning-rate", "1",
            "trainer.optimizer.gradient", "sum",
            "trainer.pserver.vcores", "2",
            "trainer.bulk.max-frame", Integer.toString(MAX_FRAME));
    TableSpec table = new TableSpec("w", 1, Initializer.ZERO, false, 10);
    JobSpec spec =
        new JobSpec(
            JOB,
            "alice",
            "/jobs",
            settings,
            new ModelSpec(List.of(table), List.of(Phase.training(1))),
            List.of(),
            "test");
    pserver =
        new Pserver(
            spec,
            0,
            secret,
            new Configuration(false),
            getClass().getClassLoader(),
            sent::add,
            leaving::add,
            fatal::add);
    take(
        new ToMember.Welcome(
            new Term(1),
            new Incarnation(INCARNATION),
            Line.NONE,
            Version.INITIAL,
            Line.NONE,
            null));
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    for (BulkConnection connection : connections) {
      connection.close();
    }
    pserver.close();
    assertThat(fatal).isEmpty();
  }

  Secret secret() {
    return secret;
  }

  int port() throws IOException {
    return pserver.port();
  }

  /** Takes a message of the master. */
  public void take(ToRole message) {
    pserver.take(message);
  }

  FromMember.Heartbeat heartbeat(long probe) {
    return pserver.heartbeat(probe);
  }

  /** The next message to the master. */
  public FromMember next() throws InterruptedException {
    FromMember message = sent.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(message).as("the next message").isNotNull();
    return message;
  }

  /** The reason for which the process is to end. */
  String awaitLeave() throws InterruptedException {
    return leaving.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Takes line 1 at version 0, and its answer. */
  public void startLine() throws InterruptedException {
    newLine(new Line(1), 0);
    assertThat(next()).isEqualTo(new FromPserver.LineAccepted(new Line(1), Version.INITIAL, true));
  }

  /** Takes a line of term 1 whose map has all partitions here. */
  void newLine(Line line, long base) {
    newLine(line, base, Line.NONE);
  }

  /** Takes a line of term 1. The job went back to a checkpoint at {@code lastBack} last. */
  void newLine(Line line, long base, Line lastBack) {
    List<List<Integer>> copies = Collections.nCopies(Partitions.COUNT, List.of(0));
    PartitionMap map =
        new PartitionMap(
            1,
            List.of(new PartitionMap.Pserver(new Incarnation(INCARNATION), 0, "localhost", 1, 2)),
            copies);
    take(
        new ToMember.NewLine(
            new Term(1), line, new Version(base), new Line(line.number() - 1), lastBack, map, ""));
  }

  /** Connects the worker to both lanes. */
  public BulkConnection[] connect() throws IOException {
    return new BulkConnection[] {connect(0), connect(1)};
  }

  /** Connects the worker to a lane. */
  public BulkConnection connect(int lane) throws IOException {
    return open(secret, WORKER, new Incarnation(INCARNATION), lane);
  }

  BulkConnection open(Secret with, Party from, Incarnation incarnation, int lane)
      throws IOException {
    Hello hello = Hello.member(JOB, from, new Party(Role.PSERVER, 0, incarnation), lane);
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port());
    BulkConnection connection =
        BulkConnection.open(address, hello, with, Duration.ofSeconds(60), MAX_FRAME);
    connections.add(connection);
    return connection;
  }

  /** Pulls all keys from both lanes. */
  public static void pull(BulkConnection[] lanes, Line line, long version) throws IOException {
    for (int lane = 0; lane < lanes.length; lane++) {
      lanes[lane].writer().keys(1, BulkFrame.Mode.TRAIN, list(lane, keys()));
      lanes[lane].writer().pull(1, line.number(), version, 1, Partitions.ALL);
      lanes[lane].flush();
    }
  }

  /** Pushes one share with the same sum for each key, and pulls the version. */
  static void pushAndPull(BulkConnection[] lanes, Line line, long version, long sum)
      throws IOException {
    Metrics metrics = new Metrics(3, ExactSum.of(77), ExactSum.ZERO);
    for (int lane = 0; lane < lanes.length; lane++) {
      KeyList list = list(lane, keys());
      long[] sums = new long[list.keys().length];
      Arrays.fill(sums, sum);
      int[] ofTable = {sums.length};
      lanes[lane].writer().keys(1, BulkFrame.Mode.TRAIN, list);
      lanes[lane]
          .writer()
          .push(
              line.number(),
              version,
              0,
              1,
              metrics,
              1,
              new RepeatedSums(),
              table -> null,
              sums,
              ofTable);
      lanes[lane].writer().pull(2, line.number(), version, 1, Partitions.ALL);
      lanes[lane].flush();
    }
  }

  /** The values that all lanes send, in one array. */
  public static float[] values(BulkConnection[] lanes) throws IOException {
    float[] all = new float[keys().length];
    int at = 0;
    for (BulkConnection lane : lanes) {
      BulkFrame.Values values = (BulkFrame.Values) lane.read();
      int count = values.values().remaining();
      values.values().get(all, at, count);
      at += count;
    }
    assertThat(at).isEqualTo(all.length);
    return all;
  }

  public static long[] keys() {
    return IntStream.range(0, 500).mapToLong(i -> i * 31L).toArray();
  }

  public static List<Integer> partitions() {
    return IntStream.range(0, Partitions.COUNT).boxed().toList();
  }

  /** The list of those keys whose partitions a lane owns. */
  public static KeyList list(int lane, long[] keys) {
    int[] partitions = IntStream.range(0, Partitions.COUNT).filter(p -> p % 2 == lane).toArray();
    int[] starts = new int[partitions.length + 1];
    List<Long> all = new ArrayList<>();
    for (int s = 0; s < partitions.length; s++) {
      int partition = partitions[s];
      Arrays.stream(keys).filter(k -> Partitions.of(0, k) == partition).forEach(all::add);
      starts[s + 1] = all.size();
    }
    return new KeyList(
        new int[partitions.length],
        partitions,
        starts,
        all.stream().mapToLong(Long::longValue).toArray());
  }
}
