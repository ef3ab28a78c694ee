package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.core.id.Term;
import trainer.core.table.Partitions;
import trainer.core.table.TableRows;
import trainer.learning.optimizer.Optimizer;
import trainer.pserver.protocol.Refusal;
import trainer.pserver.store.CountedRoom;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.RowList;
import trainer.pserver.store.Table;
import trainer.pserver.store.TableSize;

/** Requests that would make replicas grow wait while there is no room, and no others do. */
class NoRoomTest {
  private static final long[] OLD = {1, 2, 3};
  private static final long[] NEW = {3, 4, 5, 6};
  private static final long MUCH = 1 << 20;

  private final CountedRoom room = new CountedRoom(MUCH);
  private final Fixture fixture = fixture(room);
  private final LaneReplicas replicas = fixture.replicas;
  private final RecordingConnection worker = new RecordingConnection();

  private static Fixture fixture(MemoryBudget room) {
    List<Table> tables = Table.of(Fixture.SPECS, spec -> new Fixture.Halving());
    Fixture fixture = new Fixture(tables, false, room, Fixture.ALL);
    fixture.replicas.newLine(Fixture.line(new Term(1), 1, 0));
    return fixture;
  }

  private void fill() {
    room.add(-MUCH);
  }

  private RowList list(long... keys) {
    return replicas.requests().lookUp(Fixture.keys(keys), true);
  }

  private void train(long version, long... keys) {
    fixture.push(1, version, 0, 1, 1024, keys);
    replicas.commit(1, version);
  }

  @Test
  void aPullOfRowsThatThereIsNoRoomForWaitsUntilThereIs() {
    RowList known = list(OLD);
    fill();
    replicas.requests().pull(worker, 1, 1, 0, known);
    assertThat(worker.values).as("it names nothing new").isNotNull();
    assertThat(replicas.requests().isWaitingForRoom()).isFalse();

    RecordingConnection other = new RecordingConnection();
    RowList wanting = list(NEW);
    replicas.requests().pull(other, 2, 1, 0, wanting);
    assertThat(other.isWaiting()).isTrue();
    assertThat(replicas.requests().isWaitingForRoom()).isTrue();
    replicas.requests().retry();
    assertThat(other.values).isNull();
    assertThat(replicas.requests().isWaitingForRoom()).isTrue();

    room.add(MUCH);
    replicas.requests().retry();
    assertThat(other.values).hasSize(wanting.floats());
    assertThat(replicas.requests().isWaitingForRoom()).isFalse();
  }

  @Test
  void aShareOfRowsThatThereIsNoRoomForIsRefusedAndComesAgain() {
    train(1, OLD);
    fill();
    RecordingConnection refused = fixture.push(1, 2, 0, 1, 1024, NEW);
    assertThat(refused.reason()).isEqualTo(Refusal.Reason.NO_ROOM);
    assertThat(replicas.requests().isWaitingForRoom()).isTrue();
    assertThat(fixture.completes).as("not counted").hasSize(1);

    room.add(MUCH);
    fixture.push(1, 2, 0, 1, 1024, NEW);
    replicas.commit(1, 2);
    Fixture roomy = fixture(MemoryBudget.ENDLESS);
    roomy.push(1, 1, 0, 1, 1024, OLD);
    roomy.replicas.commit(1, 1);
    roomy.push(1, 2, 0, 1, 1024, NEW);
    roomy.replicas.commit(1, 2);
    assertThat(replicas.committed().digest()).isEqualTo(roomy.replicas.committed().digest());
  }

  @Test
  void aWaitingPullIsVoidWithItsLine() {
    fill();
    replicas.requests().pull(worker, 1, 1, 0, list(NEW));
    replicas.newLine(Fixture.line(new Term(1), 2, 0));
    assertThat(worker.reason()).isEqualTo(Refusal.Reason.OLD_LINE);
    replicas.requests().retry();
    assertThat(replicas.requests().isWaitingForRoom()).isFalse();
  }

  @Test
  void roomForALittleIsUsed() {
    fill();
    long before = replicas.sizes().stream().mapToLong(TableSize::rows).sum();
    room.add(60);
    replicas.requests().pull(worker, 1, 1, 0, list(NEW));
    assertThat(replicas.sizes().stream().mapToLong(TableSize::rows).sum()).isGreaterThan(before);
    assertThat(worker.values).isNull();
  }

  @Test
  void learnedRowsAreRefusedAndLeaveNothing() {
    train(1, OLD);
    CountedRoom little = new CountedRoom(0);
    Fixture learner =
        new Fixture(Table.of(Fixture.SPECS, spec -> new Fixture.Halving()), false, little);
    int partition = Partitions.of(0, OLD[0]);
    learner.replicas.learners().begin(new Term(1), new int[0], new int[] {partition});
    ReplicaStream stream = replicas.committed().stream(partition);
    TableRows rows = stream.next(1000);
    assertThat(rows.table()).as("the first").isZero();
    assertThat(learner.replicas.learners().add(partition, rows)).isFalse();
    little.add(MUCH);
    assertThat(learner.replicas.learners().add(partition, rows)).isTrue();
    learner.replicas.learners().discard();
    assertThat(learner.replicas.sizes()).extracting(TableSize::rows).containsOnly(0L);
  }

  @Test
  void rowsNoLongerHeldAreFreed() throws InterruptedException {
    List<WeakReference<float[]>> chunks = new ArrayList<>();
    List<Table> tables = Table.of(Fixture.SPECS, spec -> new Remembering(chunks));
    int partition = Partitions.of(0, OLD[0]);
    int[] others = IntStream.of(Fixture.ALL).filter(p -> p != partition).toArray();
    LaneReplicas some = new Fixture(tables, false, Fixture.ALL).replicas;
    some.newLine(Fixture.line(new Term(1), 1, 0));
    chunks.clear();
    some.requests().lookUp(Fixture.keys(new int[] {partition}, OLD), true);
    assertThat(chunks).isNotEmpty();
    some.newLine(Fixture.line(new Term(1), 2, 0), others);
    awaitFreed(chunks);

    some.learners().begin(new Term(1), others, new int[] {partition});
    chunks.clear();
    some.requests().lookUp(Fixture.keys(new int[] {partition}, OLD), true);
    assertThat(chunks).as("it comes back with rows of its own").isNotEmpty();
    some.learners().discard();
    awaitFreed(chunks);
  }

  private static void awaitFreed(List<WeakReference<float[]>> chunks) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (System.nanoTime() < end && chunks.stream().anyMatch(chunk -> chunk.get() != null)) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(chunks).allMatch(chunk -> chunk.get() == null);
  }

  /** Knows where rows begin, and does not keep it. */
  private record Remembering(List<WeakReference<float[]>> chunks) implements Optimizer {
    @Override
    public int state(int width) {
      return width;
    }

    @Override
    public void init(float[] cells, int offset, int width) {
      chunks.add(new WeakReference<>(cells));
    }

    @Override
    public Step step(long version, double weight) {
      return (cells, offset, width, gradient) -> {};
    }
  }

  @Test
  void aFullLaneAsksForNoRoomForRowsThatItHas() {
    LookingRoom full = new LookingRoom();
    LaneReplicas some = fixture(full).replicas;
    some.requests().lookUp(Fixture.keys(OLD), true);
    full.isFull = true;
    some.requests().lookUp(Fixture.keys(OLD), true);
    assertThat(full.looks).isZero();
  }

  @Test
  void roomThatIsFoundByLookingKeepsSmallKeysFast() {
    LookingRoom room = new LookingRoom();
    LaneReplicas some = fixture(room).replicas;
    some.requests().lookUp(Fixture.keys(OLD), true);
    long with = bytes(some);
    room.isFull = true;
    room.finds = true;
    some.requests().lookUp(Fixture.keys(NEW), true);
    assertThat(room.looks).isPositive();
    assertThat(bytes(some)).as("it gave way to rows").isLessThan(with);
    room.isFull = false;
    some.requests().lookUp(Fixture.keys(NEW), true);
    assertThat(bytes(some)).isGreaterThan(with);
  }

  private static long bytes(LaneReplicas replicas) {
    return replicas.sizes().stream().mapToLong(TableSize::bytes).sum();
  }

  private static final class LookingRoom implements MemoryBudget {
    private boolean isFull;
    private boolean finds;
    private int looks;

    @Override
    public boolean has(long bytes) {
      return !isFull;
    }

    @Override
    public boolean finds(long bytes) {
      looks++;
      return !isFull || finds;
    }

    @Override
    public void take(long bytes) {}

    @Override
    public boolean hasForNow(long bytes) {
      return !isFull;
    }
  }

  @Test
  void rowsOfACheckpointAreRefused() {
    Fixture loading = fixture(new CountedRoom(100));
    assertThat(loading.replicas.load().add(0, 0, 0, new float[2], 2)).isFalse();
  }
}
