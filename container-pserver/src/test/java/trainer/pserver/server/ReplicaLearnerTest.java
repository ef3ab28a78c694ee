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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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
import trainer.core.message.FromPserver.Building.Step;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
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

/** Two real pservers, one of which learns what the other holds, over sockets. */
class ReplicaLearnerTest {
  private static final JobId JOB = new JobId("local_1_1", 1);
  private static final int MAX_FRAME = 1 << 22;
  private static final List<Integer> ALL = IntStream.range(0, Partitions.COUNT).boxed().toList();
  private static final KeyList KEYS = everyPartition(0, 5000);
  private static final KeyList FEW = everyPartition(0, 100);

  /** A pserver and what it says. */
  private static final class Running {
    private final BlockingQueue<FromMember> sent = new LinkedBlockingQueue<>();
    private final Pserver pserver;
    private final int index;

    Running(int index, Secret secret, List<Throwable> fatal) throws IOException {
      Map<String, String> settings =
          Map.of(
              "trainer.optimizer", "sgd",
              "trainer.optimizer.learning-rate", "1",
              "trainer.optimizer.gradient", "sum",
              "trainer.pservers", "2",
              "trainer.pserver.replicas", "2",
              "trainer.bulk.max-frame", Integer.toString(MAX_FRAME));
      ModelSpec model =
          new ModelSpec(
              List.of(new TableSpec("w", 1, Initializer.ZERO, false, 10)),
              List.of(Phase.training(1)));
      this.index = index;
      this.pserver =
          new Pserver(
              new JobSpec(JOB, "alice", "/jobs", settings, model, List.of(), "test"),
              index,
              secret,
              new Configuration(false),
              ReplicaLearnerTest.class.getClassLoader(),
              sent::add,
              reason -> {},
              fatal::add);
      pserver.take(
          new ToMember.Welcome(
              new Term(1), incarnation(), Line.NONE, Version.INITIAL, Line.NONE, null));
    }

    Incarnation incarnation() {
      return new Incarnation(7L + index);
    }

    PartitionMap.Pserver inMap() throws IOException {
      return new PartitionMap.Pserver(incarnation(), index, "localhost", pserver.port(), 1);
    }

    FromMember next() throws InterruptedException {
      FromMember message = sent.poll(120, TimeUnit.SECONDS);
      assertThat(message).as("the next message").isNotNull();
      return message;
    }

    Step nextStep() throws InterruptedException {
      return ((FromPserver.Building) next()).step();
    }
  }

  private final Secret secret = Secret.random(new SecureRandom());
  private final List<Throwable> fatal = Collections.synchronizedList(new ArrayList<>());
  private final List<BulkConnection> connections = new ArrayList<>();
  private Running source;
  private Running learner;
  private BulkConnection worker;

  @BeforeEach
  void start() throws Exception {
    source = new Running(0, secret, fatal);
    learner = new Running(1, secret, fatal);
    newLine(source, new Line(1), 0, map(ALL, source));
    worker = connect(source);
    worker.writer().keys(1, BulkFrame.Mode.TRAIN, KEYS);
    worker.writer().keys(2, BulkFrame.Mode.TRAIN, FEW);
  }

  @AfterEach
  void stop() throws IOException {
    for (BulkConnection connection : connections) {
      connection.close();
    }
    source.pserver.close();
    learner.pserver.close();
    assertThat(fatal).isEmpty();
  }

  private static void assertDone(FromMember message, Line line, long version) {
    long bytes = ((FromPserver.Building) message).bytes();
    assertThat(bytes).isGreaterThanOrEqualTo(Long.BYTES + Float.BYTES);
    assertThat(message)
        .isEqualTo(new FromPserver.Building(3, Step.DONE, line, new Version(version), "", bytes));
  }

  @Test
  void rowsLearnedWhileTheSourceTrainsAreServedAsThere() throws Exception {
    commit(1, 1, KEYS, 1024);
    learner.pserver.take(new ToPserver.Build(new Term(1), 3, map(ALL, source), ALL));
    assertThat(learner.nextStep()).isEqualTo(Step.NEAR);
    commit(2, 2, FEW, 2048);

    learner.pserver.take(new ToPserver.CloseBuild(new Term(1), 3, new Line(1), new Version(2)));

    assertDone(learner.next(), new Line(1), 2);
    newLine(learner, new Line(2), 2, map(ALL, source, learner));
    newLine(source, new Line(2), 2, map(ALL, source, learner));
    float[] there = weights(worker, new Line(2), 2);
    assertThat(there).contains(-1f).contains(-3f).doesNotContain(0f);
    assertThat(weights(connect(learner), new Line(2), 2)).isEqualTo(there);
  }

  @Test
  void aPserverOffTheMapDropsItsRowsWhenItLearns() throws Exception {
    newLine(learner, new Line(1), 0, map(ALL, source, learner));
    commit(1, 1, KEYS, 1024);

    learner.pserver.take(new ToPserver.Build(new Term(1), 3, map(ALL, source), ALL));

    assertThat(learner.nextStep()).isEqualTo(Step.NEAR);
    learner.pserver.take(new ToPserver.CloseBuild(new Term(1), 3, new Line(1), new Version(1)));
    assertDone(learner.next(), new Line(1), 1);
    newLine(learner, new Line(2), 1, map(ALL, source, learner));
    newLine(source, new Line(2), 1, map(ALL, source, learner));
    assertThat(weights(connect(learner), new Line(2), 1))
        .isEqualTo(weights(worker, new Line(2), 1));
  }

  @Test
  void aCloseForAnotherLineIsVoidAndTheNextOneCounts() throws Exception {
    commit(1, 1, KEYS, 1024);
    learner.pserver.take(new ToPserver.Build(new Term(1), 3, map(ALL, source), ALL));
    assertThat(learner.nextStep()).isEqualTo(Step.NEAR);
    newLine(source, new Line(2), 1, map(ALL, source));
    learner.pserver.take(new ToPserver.CloseBuild(new Term(1), 3, new Line(1), new Version(1)));
    learner.pserver.take(new ToPserver.CloseBuild(new Term(1), 3, new Line(2), new Version(1)));
    assertDone(learner.next(), new Line(2), 1);
  }

  @Test
  void reportsASourceThatIsGoneOrHoldsNothing() throws Exception {
    newLine(source, new Line(2), 0, map(ALL.subList(0, 31), source));
    learner.pserver.take(new ToPserver.Build(new Term(1), 3, map(ALL, source), List.of(31)));
    assertThat(learner.nextStep()).isEqualTo(Step.FAILED);
    PartitionMap map = map(ALL, source);
    source.pserver.close();
    learner.pserver.take(new ToPserver.Build(new Term(1), 4, map, ALL));
    assertThat(learner.nextStep()).isEqualTo(Step.FAILED);
  }

  private static PartitionMap map(List<Integer> held, Running... pservers) throws IOException {
    List<PartitionMap.Pserver> named = new ArrayList<>();
    for (Running one : pservers) {
      named.add(one.inMap());
    }
    List<Integer> positions = IntStream.range(0, pservers.length).boxed().toList();
    return new PartitionMap(
        1,
        named,
        ALL.stream().map(p -> held.contains(p) ? positions : List.<Integer>of()).toList());
  }

  private static void newLine(Running pserver, Line line, long base, PartitionMap map)
      throws InterruptedException {
    pserver.pserver.take(
        new ToMember.NewLine(
            new Term(1), line, new Version(base), new Line(line.number() - 1), Line.NONE, map, ""));
    assertThat(pserver.next())
        .isEqualTo(new FromPserver.LineAccepted(line, new Version(base), true));
  }

  private BulkConnection connect(Running to) throws IOException {
    Party from = new Party(Role.WORKER, 0, new Incarnation(9));
    Party other = new Party(Role.PSERVER, to.index, to.incarnation());
    BulkConnection connection =
        BulkConnection.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), to.pserver.port()),
            Hello.member(JOB, from, other, 0),
            secret,
            Duration.ofSeconds(60),
            MAX_FRAME);
    connections.add(connection);
    return connection;
  }

  /** One share with the same sum for each key makes a version. */
  private void commit(long version, long list, KeyList keys, long sum) throws Exception {
    long[] sums = new long[keys.keys().length];
    Arrays.fill(sums, sum);
    int[] ofTable = {sums.length};
    worker
        .writer()
        .push(
            1,
            version,
            0,
            1,
            new Metrics(3, ExactSum.ZERO, ExactSum.ZERO),
            list,
            new RepeatedSums(),
            table -> null,
            sums,
            ofTable);
    worker.flush();
    assertThat(worker.read()).isInstanceOf(BulkFrame.Ack.class);
    assertThat(source.next()).isInstanceOf(FromPserver.Complete.class);
    source.pserver.take(new ToPserver.Commit(new Term(1), new Line(1), new Version(version)));
  }

  private static float[] weights(BulkConnection connection, Line line, long version)
      throws IOException {
    connection.writer().keys(5, BulkFrame.Mode.READ, KEYS);
    connection.writer().pull(1, line.number(), version, 5, Partitions.ALL);
    connection.flush();
    BulkFrame.Values values = (BulkFrame.Values) connection.read();
    float[] weights = new float[values.values().remaining()];
    values.values().get(weights);
    return weights;
  }

  private static KeyList everyPartition(long from, long to) {
    int[] starts = new int[Partitions.COUNT + 1];
    long[] all = new long[(int) (to - from)];
    int at = 0;
    for (int partition = 0; partition < Partitions.COUNT; partition++) {
      for (long key = from; key < to; key++) {
        if (Partitions.of(0, key) == partition) {
          all[at++] = key;
        }
      }
      starts[partition + 1] = at;
    }
    int[] partitions = ALL.stream().mapToInt(Integer::intValue).toArray();
    return new KeyList(new int[Partitions.COUNT], partitions, starts, all);
  }
}
