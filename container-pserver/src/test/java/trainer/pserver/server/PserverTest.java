package trainer.pserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.math.ExactSum;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.PartFile;
import trainer.core.message.ToPserver;
import trainer.core.table.Partitions;
import trainer.protocol.bulk.BulkConnection;
import trainer.protocol.bulk.BulkFrame;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;

/** One mini-batch through a real pserver, from the pull to the parts. */
class PserverTest {
  @RegisterExtension private final RunningPserver pserver = new RunningPserver();

  @TempDir private Path folder;

  @Test
  void trainsAMinibatchAndWritesItsParts() throws Exception {
    BulkConnection[] lanes = pserver.connect();
    RunningPserver.pull(lanes, 1, 0);
    pserver.newLine(1, 0);
    assertThat(pserver.next()).isEqualTo(new FromPserver.LineAccepted(1, 0, true));
    assertThat(RunningPserver.values(lanes)).containsOnly(0f);

    RunningPserver.pushAndPull(lanes, 1, 1, -1024);
    assertThat(pserver.next())
        .isEqualTo(new FromPserver.Complete(1, 1, new Metrics(3, ExactSum.of(77), ExactSum.ZERO)));
    pserver.take(new ToPserver.Commit(1, 1, 1));
    for (BulkConnection lane : lanes) {
      assertThat(lane.read()).isEqualTo(new BulkFrame.Ack(1, 1, 0));
    }
    assertThat(RunningPserver.values(lanes)).containsOnly(1f);

    ToPserver.WriteParts order =
        new ToPserver.WriteParts(
            1, 1, 1, folder.resolve("out").toUri().toString(), RunningPserver.partitions());
    pserver.take(order);
    FromPserver.PartsWritten written = (FromPserver.PartsWritten) pserver.next();
    assertThat(written.parts()).hasSize(Partitions.COUNT);
    assertThat(written.parts().stream().mapToLong(PartFile::rows).sum())
        .isEqualTo(RunningPserver.keys().length);
    PartFile first = written.parts().get(0);
    assertThat(Files.size(folder.resolve("out").resolve(first.name()))).isEqualTo(first.bytes());
    pserver.take(order);
    assertThat(hear()).as("a repeated order is answered again").isSameAs(written);
  }

  @Test
  void refusesToWriteAVersionItIsNotAt() throws Exception {
    newLine(1, 0);
    hear();
    pserver.take(new ToPserver.WriteParts(1, 1, 4, folder.toUri().toString(), partitions()));
    assertThat(hear()).isInstanceOf(FromMember.MemberFailure.class);
  }

  @Test
  void answersSealsBeforeAndAfterTheFirstLine() throws Exception {
    pserver.take(new ToPserver.Seal(1, 0));
    assertThat(hear()).isEqualTo(new FromPserver.Sealed(1, 0, 0, false));
    newLine(1, 0);
    hear();
    BulkConnection[] lanes = {connect(0), connect(1)};
    pushAndPull(lanes, 1, 1, 1024);
    FromMember complete = hear();
    pserver.take(new ToPserver.Seal(2, 1));
    assertThat(hear()).isEqualTo(new FromPserver.Sealed(2, 1, 0, true));
    assertThat(hear()).isEqualTo(complete);
  }

  @Test
  void reportsACommitItCannotFollow() throws Exception {
    newLine(1, 0);
    hear();
    pserver.take(new ToPserver.Commit(1, 1, 1));
    assertThat(hear()).isInstanceOf(FromMember.MemberFailure.class);
  }

  @Test
  void aWorkerThatDoesNotReadHoldsUpNobody() throws Exception {
    newLine(1, 0);
    hear();
    BulkConnection lazy = connect(0);
    KeyList many = list(0, IntStream.range(0, 400_000).asLongStream().toArray());
    lazy.writer().keys(1, BulkFrame.Mode.READ, many);
    lazy.flush();
    for (int i = 0; i < 200; i++) {
      lazy.writer().pull(i, 1, 0, 1, Partitions.ALL);
    }
    lazy.flush();

    BulkConnection[] lanes = {connect(0), connect(1)};
    pull(lanes, 1, 0);
    assertThat(values(lanes)).containsOnly(0f);
    for (int i = 0; i < 200; i++) {
      BulkFrame.Values values = (BulkFrame.Values) lazy.read();
      assertThat(values.request()).isEqualTo(i);
      assertThat(values.values().remaining()).isEqualTo(many.keys().length);
    }
  }

  @Test
  void refusesUnknownListsAndSumsThatDoNotFit() throws Exception {
    newLine(1, 0);
    hear();
    BulkConnection lane = connect(0);
    lane.writer().pull(5, 1, 0, 99, Partitions.ALL);
    lane.writer().keys(1, BulkFrame.Mode.TRAIN, list(0, keys()));
    lane.writer()
        .push(1, 1, 0, 1, 3, Metrics.NONE, 1, null, table -> null, new long[1], new int[] {1});
    lane.flush();
    assertThat(lane.read())
        .isEqualTo(new BulkFrame.Refused(false, 5, 1, 1, 0, BulkFrame.Reason.UNKNOWN_LIST));
    assertThat(lane.read())
        .isEqualTo(new BulkFrame.Refused(true, 0, 1, 1, 0, BulkFrame.Reason.BAD_CONTENT));
  }

  @Test
  void groupsOfEqualSumsLiveAsLongAsTheirList() throws Exception {
    newLine(1, 0);
    hear();
    BulkConnection[] lanes = {connect(0), connect(1)};
    RepeatedSums[] equal = {new RepeatedSums(), new RepeatedSums()};
    for (long version = 1; version <= 2; version++) {
      for (int lane = 0; lane < lanes.length; lane++) {
        if (version == 1) {
          lanes[lane].writer().keys(1, BulkFrame.Mode.TRAIN, list(lane, keys()));
        }
        push(lanes[lane], lane, version, equal[lane]);
        assertThat(lanes[lane].read()).isEqualTo(new BulkFrame.Ack(1, version, 0));
      }
      assertThat(hear()).isInstanceOf(FromPserver.Complete.class);
      pserver.take(new ToPserver.Commit(1, 1, version));
    }
    for (BulkConnection lane : lanes) {
      lane.writer().pull(1, 1, 2, 1, Partitions.ALL);
      lane.flush();
    }
    assertThat(values(lanes)).containsOnly(2f);

    lanes[0].writer().keys(1, BulkFrame.Mode.TRAIN, list(0, keys()));
    push(lanes[0], 0, 3, equal[0]);
    assertThat(lanes[0].read())
        .isEqualTo(new BulkFrame.Refused(true, 0, 1, 1, 2, BulkFrame.Reason.BAD_CONTENT));
  }

  private static void push(BulkConnection to, int lane, long version, RepeatedSums equal)
      throws IOException {
    long[] sums = new long[list(lane, keys()).keys().length];
    Arrays.fill(sums, -1024);
    int[] ofTable = {sums.length};
    to.writer().push(1, version, 0, 1, 3, Metrics.NONE, 1, equal, table -> null, sums, ofTable);
    to.flush();
  }

  @Test
  void closesAConnectionThatNamesKeysOfAnotherLane() throws Exception {
    newLine(1, 0);
    hear();
    BulkConnection lane = connect(0);
    lane.writer().keys(1, BulkFrame.Mode.TRAIN, list(1, keys()));
    lane.flush();
    assertThat(lane.read()).isNull();
  }

  @Test
  void strangersAreRefused() {
    assertThat(refused(Secret.random(new SecureRandom()), WORKER, INCARNATION, 0)).isTrue();
    assertThat(refused(secret, WORKER, INCARNATION + 1, 0)).isTrue();
    assertThat(refused(secret, WORKER, INCARNATION, 2)).isTrue();
    assertThat(refused(secret, new Party(Role.MASTER, 0, 9), INCARNATION, 0)).isTrue();
    assertThat(refused(secret, new Party(Role.PSERVER, 1, 9), INCARNATION, 0)).isFalse();
    assertThat(refused(secret, WORKER, INCARNATION, 1)).isFalse();
  }

  @Test
  void aStrangerThatTalksNonsenseIsClosedAtOnce() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), pserver.port())) {
      OutputStream out = socket.getOutputStream();
      out.write("GET / HTTP/1.1\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      assertThat(endsWithoutAnswer(in)).isTrue();
    }
  }

  @Test
  void aHugeLengthEndsTheConnection() throws Exception {
    newLine(1, 0);
    hear();
    BulkConnection[] lanes = {connect(0), connect(1)};
    lanes[0].writer().keys(1, BulkFrame.Mode.READ, list(0, keys()));
    lanes[0].flush();
    rawChannel(lanes[0]).write(ByteBuffer.allocate(4).putInt(0, Integer.MAX_VALUE));
    assertThat(lanes[0].read()).isNull();
  }

  @Test
  void leavesWhenTold() throws Exception {
    pserver.take(new ToMember.Leave(1, "done"));
    assertThat(left.poll(120, TimeUnit.SECONDS)).isEqualTo("done");
  }

  private static boolean endsWithoutAnswer(InputStream in) {
    try {
      return in.read() < 0;
    } catch (IOException reset) {
      return true;
    }
  }

  private static SocketChannel rawChannel(BulkConnection connection) throws Exception {
    java.lang.reflect.Field field = BulkConnection.class.getDeclaredField("channel");
    field.setAccessible(true);
    return (SocketChannel) field.get(connection);
  }

  private boolean refused(Secret with, Party from, long incarnation, int lane) {
    try {
      open(with, from, incarnation, lane);
      return false;
    } catch (HandshakeException e) {
      return true;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private BulkConnection connect(int lane) throws IOException {
    return open(secret, WORKER, INCARNATION, lane);
  }

  private BulkConnection open(Secret with, Party from, long incarnation, int lane)
      throws IOException {
    Hello hello = Hello.member(JOB, from, new Party(Role.PSERVER, 0, incarnation), lane);
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), pserver.port());
    BulkConnection connection =
        BulkConnection.open(address, hello, with, Duration.ofSeconds(60), MAX_FRAME);
    connections.add(connection);
    return connection;
  }

  private void newLine(long line, long base) {
    List<List<Integer>> copies = Collections.nCopies(Partitions.COUNT, List.of(0));
    PartitionMap map =
        new PartitionMap(
            1, List.of(new PartitionMap.Pserver(INCARNATION, 0, "localhost", 1, 2)), copies);
    pserver.take(new ToMember.NewLine(1, line, base, line - 1, 0, map, ""));
  }

  private FromMember hear() throws InterruptedException {
    FromMember message = said.poll(120, TimeUnit.SECONDS);
    assertThat(message).as("something is said").isNotNull();
    return message;
  }

  private static void pull(BulkConnection[] lanes, long line, long version) throws IOException {
    for (int lane = 0; lane < lanes.length; lane++) {
      lanes[lane].writer().keys(1, BulkFrame.Mode.TRAIN, list(lane, keys()));
      lanes[lane].writer().pull(1, line, version, 1, Partitions.ALL);
      lanes[lane].flush();
    }
  }

  private static void pushAndPull(BulkConnection[] lanes, long line, long version, long sum)
      throws IOException {
    for (int lane = 0; lane < lanes.length; lane++) {
      KeyList list = list(lane, keys());
      long[] sums = new long[list.keys().length];
      Arrays.fill(sums, sum);
      lanes[lane].writer().keys(1, BulkFrame.Mode.TRAIN, list);
      lanes[lane]
          .writer()
          .push(
              line,
              version,
              0,
              1,
              3,
              new Metrics(3, ExactSum.of(77), ExactSum.ZERO),
              1,
              new RepeatedSums(),
              table -> null,
              sums,
              new int[] {sums.length});
      lanes[lane].writer().pull(2, line, version, 1, Partitions.ALL);
      lanes[lane].flush();
    }
  }

  /** What all lanes send, in one array. */
  private static float[] values(BulkConnection[] lanes) throws IOException {
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

  private static long[] keys() {
    return IntStream.range(0, 500).mapToLong(i -> i * 31L).toArray();
  }

  private static List<Integer> partitions() {
    return IntStream.range(0, Partitions.COUNT).boxed().toList();
  }

  private static KeyList list(int lane, long[] keys) {
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
