package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import trainer.core.id.Term;
import trainer.pserver.protocol.EncodedSums;
import trainer.pserver.protocol.Refusal;
import trainer.pserver.protocol.Update;
import trainer.pserver.store.CountedRoom;
import trainer.pserver.store.RowList;
import trainer.pserver.store.Table;

/** More of a lane's answers to workers: PullRulesTest, PushRulesTest, UpdateRulesTest. */
class WorkerRequestsTest {
  private static final long KEY = 10;
  private static final long ONE = 1024;

  private final Fixture fixture = Fixture.started();
  private final WorkerRequests requests = fixture.replicas.requests();
  private final RecordingConnection peer = new RecordingConnection();

  @Test
  void aPullOfTheNextVersionWaitsForItsCommit() {
    requests.pull(peer, 9, 1, 1, requests.lookUp(Fixture.keys(KEY), false));
    fixture.push(1, 1, 0, 1, ONE, KEY);
    assertThat(peer.isWaiting()).isTrue();
    fixture.replicas.commit(1, 1);
    assertThat(peer.version).isOne();
  }

  @Test
  void aPullOfSomePartitionsHasTheirRowsOnly() {
    RowList list = requests.lookUp(Fixture.keys(KEY, 11, 12), false);
    requests.pull(peer, 9, 1, 0, list, 1L << list.partition(0));
    assertThat(peer.values.length).isPositive().isLessThan(list.floats());
  }

  @Test
  void aListForReadingHasTheRowsThatAreMadeLater() {
    long[] keys = LongStream.range(0, 40).map(number -> number * (number << 20)).toArray();
    RowList list = requests.lookUp(Fixture.keys(keys), false);
    Random random = new Random(4);
    for (long version = 1; version <= 30; version++) {
      long[] some = Arrays.stream(keys).filter(key -> random.nextInt(12) == 0).toArray();
      fixture.push(1, version, 0, 1, ONE * version, some.length == 0 ? new long[] {KEY} : some);
      boolean isTentative = version % 3 == 0; // the pull is served the version before
      if (!isTentative) {
        fixture.replicas.commit(1, version);
      }
      assertPulled(list, isTentative ? version - 1 : version, keys);
      fixture.replicas.commit(1, version);
    }
  }

  /** It numbers the same keys in another order. */
  @Test
  void aListForReadingHasTheRowsOfAReplicaThatCameBack() {
    long[] keys = LongStream.range(0, 200).toArray();
    fixture.push(1, 1, 0, 1, ONE, keys);
    fixture.replicas.commit(1, 1);
    RowList list = requests.lookUp(Fixture.keys(keys), false);
    Fixture other = Fixture.started();
    other.push(1, 1, 0, 1, 2 * ONE, LongStream.range(100, 200).toArray());
    other.replicas.commit(1, 1);
    other.push(1, 2, 0, 1, 3 * ONE, LongStream.range(0, 100).toArray());
    other.replicas.commit(1, 2);

    fixture.replicas.newLine(Fixture.line(new Term(1), 2, 1), new int[] {});
    fixture.replicas.learners().begin(new Term(1), new int[] {}, Fixture.ALL);
    for (int partition : Fixture.ALL) {
      ReplicaStream stream = other.replicas.committed().stream(partition);
      while (stream.remaining() > 0) {
        fixture.replicas.learners().add(partition, stream.next(50));
      }
    }
    fixture.replicas.learners().complete(2, 2);
    fixture.replicas.newLine(Fixture.line(new Term(1), 3, 2), Fixture.ALL);
    requests.pull(peer, 9, 3, 2, list);
    assertThat(peer.values).isEqualTo(other.pull(1, 2, keys).values);
  }

  /** A pull of the list is answered as that of a new one. */
  private void assertPulled(RowList list, long version, long... keys) {
    requests.pull(peer, 9, 1, version, list);
    assertThat(peer.values)
        .as("version %d", version)
        .isEqualTo(fixture.pull(1, version, keys).values);
  }

  @Test
  void aDeferredShareKeepsItsSumsWhenTheirBufferIsReused() {
    RowList list = requests.lookUp(Fixture.keys(KEY), true);
    long[] buffer = new long[list.floats()];
    Arrays.fill(buffer, ONE);
    requests.push(peer, Fixture.share(2, 1, 0, 1), list, EncodedSums.of(buffer));
    assertThat(peer.isWaiting()).isTrue();
    Arrays.fill(buffer, 99 * ONE);
    fixture.replicas.newLine(Fixture.line(new Term(1), 2, 0));
    fixture.replicas.commit(2, 1);
    assertThat(peer.acks).isOne();
    assertThat(fixture.weight(2, 1, KEY)).isEqualTo(6);
  }

  @Test
  void aListForReadingCannotBePushed() {
    RowList list = requests.lookUp(Fixture.keys(KEY), false);
    EncodedSums sums = EncodedSums.of(new long[list.floats()]);
    assertThatThrownBy(() -> requests.push(peer, Fixture.share(1, 1, 0, 1), list, sums))
        .hasMessageContaining("for reading");
    assertThatThrownBy(() -> requests.update(peer, new Update(1, 1, 7, 0, 5), list, sums))
        .hasMessageContaining("for reading");
  }

  @Test
  void aRefusalHasTermLineAndVersion() {
    fixture.push(1, 1, 0, 1, ONE, KEY);
    fixture.replicas.commit(1, 1);
    assertThat(requests.refusal(Refusal.Reason.NO_ROOM))
        .isEqualTo(new Refusal(Refusal.Reason.NO_ROOM, 1, 1, 1));
  }

  @Test
  void requestsOfAConnectionThatHasEndedAreDropped() {
    requests.pull(peer, 9, 1, 1, requests.lookUp(Fixture.keys(KEY), false));
    requests.forget(peer);
    fixture.push(1, 1, 0, 1, ONE, KEY);
    fixture.replicas.commit(1, 1);
    assertThat(peer.isWaiting()).isTrue();
  }

  @Test
  void aPullThatLacksRoomWaitsUntilARetryFindsSome() {
    CountedRoom room = new CountedRoom(0);
    List<Table> tables = Table.of(Fixture.SPECS, spec -> new Fixture.Halving());
    LaneReplicas full = new Fixture(tables, false, room, Fixture.ALL).replicas;
    full.newLine(Fixture.line(new Term(1), 1, 0));
    full.requests().pull(peer, 9, 1, 0, full.requests().lookUp(Fixture.keys(KEY), true));
    assertThat(full.requests().isWaitingForRoom()).isTrue();
    room.add(1 << 20);
    full.requests().retry();
    assertThat(full.requests().isWaitingForRoom()).isFalse();
    assertThat(peer.version).isZero();
  }
}
