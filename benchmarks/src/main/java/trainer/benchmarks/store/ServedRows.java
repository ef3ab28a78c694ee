package trainer.benchmarks.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
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
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.random.SplitMix64;
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
import trainer.pserver.server.Pserver;

/** A pserver in this process with one table of one-wide FTRL rows, its master and its worker. */
final class ServedRows implements AutoCloseable {
  private static final JobId JOB = new JobId("local_1_1", 1);
  private static final long INCARNATION = 7;
  private static final long LINE = 1;
  private static final int MAX_FRAME = 1 << 24;
  private static final int MOST_KEYS = 1 << 16;
  private static final Party WORKER = new Party(Role.WORKER, 0, new Incarnation(9));
  private final BlockingQueue<FromMember> said = new LinkedBlockingQueue<>();
  private final long[] sums = new long[MOST_KEYS];
  private final boolean isAsync;
  private final Pserver pserver;
  private final BulkConnection lane;
  private volatile FromMember answer;
  private long version;
  private int sequence;

  /**
   * @param isAsync whether gradients are applied on arrival, all of them in one version
   */
  ServedRows(boolean isAsync) throws IOException, InterruptedException {
    this.isAsync = isAsync;
    SplitMix64 random = new SplitMix64(2);
    for (int i = 0; i < sums.length; i++) {
      sums[i] = random.next() >> 42;
    }
    Secret secret = Secret.random(new SecureRandom());
    TableSpec table = new TableSpec("weights", 1, Initializer.ZERO, true, 21);
    ModelSpec model = new ModelSpec(List.of(table), List.of(Phase.training(1)));
    pserver =
        new Pserver(
            new JobSpec(JOB, "alice", "/jobs", settings(isAsync), model, List.of(), "test"),
            0,
            secret,
            new Configuration(),
            ServedRows.class.getClassLoader(),
            this::hear,
            why -> {},
            ServedRows::end);
    pserver.take(
        new ToMember.Welcome(
            new Term(1),
            new Incarnation(INCARNATION),
            Line.NONE,
            Version.INITIAL,
            Line.NONE,
            null));
    pserver.take(
        new ToMember.NewLine(
            new Term(1), new Line(LINE), Version.INITIAL, Line.NONE, Line.NONE, map(), ""));
    said.take();
    lane =
        BulkConnection.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), pserver.port()),
            Hello.member(JOB, WORKER, new Party(Role.PSERVER, 0, new Incarnation(INCARNATION)), 0),
            secret,
            Duration.ofMinutes(1),
            MAX_FRAME);
  }

  private static Map<String, String> settings(boolean isAsync) {
    return Map.of(
        "trainer.sync",
        isAsync ? "async" : "bsp",
        "trainer.optimizer",
        "ftrl",
        "trainer.bulk.max-frame",
        Integer.toString(MAX_FRAME));
  }

  private static PartitionMap map() {
    return new PartitionMap(
        1,
        List.of(new PartitionMap.Pserver(new Incarnation(INCARNATION), 0, "localhost", 1, 1)),
        Collections.nCopies(Partitions.COUNT, List.of(0)));
  }

  private void hear(FromMember message) {
    if (message instanceof FromPserver.CheckpointWritten
        || message instanceof FromPserver.CheckpointFailed) {
      answer = message;
    } else if (!(message instanceof FromPserver.CheckpointBegun)) {
      said.add(message);
    }
  }

  private static void end(Throwable failure) {
    failure.printStackTrace();
    Runtime.getRuntime().halt(1);
  }

  /**
   * Runs one mini-batch: its keys are sent and pulled, then pushed. The push is applied on arrival,
   * or with the version, which is then committed.
   */
  void train(KeyList keys) throws IOException, InterruptedException {
    if (isAsync) {
      update(keys);
    } else {
      commit(keys);
    }
  }

  private void update(KeyList keys) throws IOException {
    int count = keys.keys().length;
    long list = sequence;
    lane.writer().keys(list, BulkFrame.Mode.TRAIN, keys);
    lane.writer().pull(list, LINE, version, list, Partitions.ALL);
    lane.flush();
    require(lane.read() instanceof BulkFrame.Values);
    int[] ends = {count};
    lane.writer()
        .push(
            LINE,
            version + 1,
            sequence++,
            0,
            new Metrics(count, ExactSum.ZERO, ExactSum.ZERO),
            list,
            null,
            table -> null,
            sums,
            ends);
    lane.writer().drop(list);
    lane.flush();
    require(lane.read() instanceof BulkFrame.Ack);
  }

  private void commit(KeyList keys) throws IOException, InterruptedException {
    int count = keys.keys().length;
    lane.writer().keys(version, BulkFrame.Mode.TRAIN, keys);
    lane.writer().pull(version, LINE, version, version, Partitions.ALL);
    lane.flush();
    require(lane.read() instanceof BulkFrame.Values);
    version++;
    int[] ends = {count};
    lane.writer()
        .push(
            LINE,
            version,
            0,
            1,
            new Metrics(count, ExactSum.ZERO, ExactSum.ZERO),
            version - 1,
            null,
            table -> null,
            sums,
            ends);
    lane.writer().drop(version - 1);
    lane.flush();
    require(lane.read() instanceof BulkFrame.Ack);
    require(said.take() instanceof FromPserver.Complete);
    pserver.take(new ToPserver.Commit(new Term(1), new Line(LINE), new Version(version)));
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalStateException("the pserver answers something else");
    }
  }

  /**
   * Orders a checkpoint of the newest version, or of the open one in its present state. {@link
   * #answer} reports its end.
   */
  void cut(String folder) {
    answer = null;
    List<Integer> all = IntStream.range(0, Partitions.COUNT).boxed().toList();
    pserver.take(
        new ToPserver.WriteCheckpoint(
            new Term(1), new Line(LINE), new Version(version), folder, all));
  }

  /** The pserver's last answer to the order, null until it arrives. */
  FromMember answer() {
    return answer;
  }

  @Override
  public void close() throws IOException {
    lane.close();
    pserver.close();
  }
}
