package trainer.pserver.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.table.Partitions;

/** What would make copies grow waits while there is no room, and nothing else does. */
class NoRoomTest {
  private static final long[] OLD = {1, 2, 3};
  private static final long[] NEW = {3, 4, 5, 6};
  private static final long MUCH = 1 << 20;

  private final CountedRoom room = new CountedRoom(MUCH);
  private final Fixture fixture = fixture(room);
  private final Copies copies = fixture.copies;
  private final RecordingPeer worker = new RecordingPeer();

  private static Fixture fixture(Room room) {
    List<Table> tables = Table.of(Fixture.SPECS, spec -> new Fixture.Halving());
    Fixture fixture = new Fixture(tables, false, room, Fixture.ALL);
    fixture.copies.newLine(Fixture.line(1, 1, 0));
    return fixture;
  }

  private void fill() {
    room.add(-MUCH);
  }

  private RowList list(long... keys) {
    return copies.lookUp(Fixture.keys(keys), true);
  }

  private void train(long version, long... keys) {
    fixture.push(1, version, 0, 1, 1024, keys);
    copies.commit(1, version);
  }

  @Test
  void aPullOfRowsThatThereIsNoRoomForWaitsUntilThereIs() {
    RowList known = list(OLD);
    fill();
    copies.pull(worker, 1, 1, 0, known);
    assertThat(worker.values).as("it names nothing new").isNotNull();
    assertThat(copies.isCramped()).isFalse();

    RecordingPeer other = new RecordingPeer();
    RowList wanting = list(NEW);
    copies.pull(other, 2, 1, 0, wanting);
    assertThat(other.isWaiting()).isTrue();
    assertThat(copies.isCramped()).isTrue();
    copies.tryAgain();
    assertThat(other.values).isNull();
    assertThat(copies.isCramped()).isTrue();

    room.add(MUCH);
    copies.tryAgain();
    assertThat(other.values).hasSize(wanting.floats());
    assertThat(copies.isCramped()).isFalse();
  }

  @Test
  void aShareOfRowsThatThereIsNoRoomForIsRefusedAndComesAgain() {
    train(1, OLD);
    fill();
    RecordingPeer refused = fixture.push(1, 2, 0, 1, 1024, NEW);
    assertThat(refused.reason()).isEqualTo(Refusal.Reason.NO_ROOM);
    assertThat(copies.isCramped()).isTrue();
    assertThat(fixture.completes).as("not counted").hasSize(1);

    room.add(MUCH);
    fixture.push(1, 2, 0, 1, 1024, NEW);
    copies.commit(1, 2);
    Fixture roomy = fixture(Room.ENDLESS);
    roomy.push(1, 1, 0, 1, 1024, OLD);
    roomy.copies.commit(1, 1);
    roomy.push(1, 2, 0, 1, 1024, NEW);
    roomy.copies.commit(1, 2);
    assertThat(copies.digest()).isEqualTo(roomy.copies.digest());
  }

  @Test
  void aWaitingPullIsVoidWithItsLine() {
    fill();
    copies.pull(worker, 1, 1, 0, list(NEW));
    copies.newLine(Fixture.line(1, 2, 0));
    assertThat(worker.reason()).isEqualTo(Refusal.Reason.OLD_LINE);
    copies.tryAgain();
    assertThat(copies.isCramped()).isFalse();
  }

  @Test
  void roomForALittleIsUsed() {
    fill();
    long before = copies.sizes().stream().mapToLong(TableSize::rows).sum();
    room.add(60);
    copies.pull(worker, 1, 1, 0, list(NEW));
    assertThat(copies.sizes().stream().mapToLong(TableSize::rows).sum()).isGreaterThan(before);
    assertThat(worker.values).isNull();
  }

  @Test
  void whatIsLearntIsRefusedAndLeavesNothing() {
    train(1, OLD);
    CountedRoom little = new CountedRoom(0);
    Fixture learner =
        new Fixture(Table.of(Fixture.SPECS, spec -> new Fixture.Halving()), false, little);
    int partition = Partitions.of(0, OLD[0]);
    learner.copies.learn(1, new int[0], new int[] {partition});
    RowFeed feed = copies.feed(partition);
    Rows rows = feed.next(1000);
    assertThat(rows.table()).as("the first").isZero();
    assertThat(learner.copies.learn(partition, rows)).isFalse();
    little.add(MUCH);
    assertThat(learner.copies.learn(partition, rows)).isTrue();
    learner.copies.learnNothing();
    assertThat(learner.copies.sizes()).extracting(TableSize::rows).containsOnly(0L);
  }

  @Test
  void rowsOfACheckpointAreRefused() {
    Fixture loading = fixture(new CountedRoom(100));
    assertThat(loading.copies.fill(0, 0, 0, new float[2])).isFalse();
  }
}
