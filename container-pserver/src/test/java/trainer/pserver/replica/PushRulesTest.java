package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import trainer.core.id.Term;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;
import trainer.core.message.Positives;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.protocol.EncodedSums;
import trainer.pserver.protocol.Push;
import trainer.pserver.protocol.Refusal;
import trainer.pserver.protocol.Refusal.Reason;
import trainer.pserver.store.RowList;

class PushRulesTest {
  private final Fixture fixture = Fixture.started();

  @Test
  void saysCompleteOnceWhenTheLastShareIsIn() {
    fixture.push(1, 1, 1, 2, 3, 10, 20);
    assertThat(fixture.completes).isEmpty();
    fixture.push(1, 1, 0, 2, 4, 20);
    assertThat(fixture.completes).containsExactly("1/1");
    assertThat(fixture.metrics).containsExactly(new Metrics(10, ExactSum.of(201), ExactSum.ZERO));
  }

  @Test
  void dividesByTheWeightOfAllShares() {
    RowList list = fixture.replicas.requests().lookUp(Fixture.keys(10), true);
    for (int share = 0; share < 2; share++) {
      Metrics metrics =
          new Metrics(5, ExactSum.of(0.5 + share), ExactSum.ZERO, ExactSum.ZERO, Positives.NONE, 0);
      fixture
          .replicas
          .requests()
          .push(
              new RecordingConnection(),
              new Push(1, 1, share, 2, metrics),
              list,
              EncodedSums.of(1024, 1024, 1024, 1024));
    }
    fixture.replicas.commit(1, 1);
    assertThat(fixture.weight(1, 1, 10)).as("0/2 + 2 + a weight of 0.5 + 1.5").isEqualTo(4f);
  }

  @Test
  void leavesMetricsToTheHolderOfPartitionZero() {
    Fixture other = new Fixture(false, 3, 7);
    other.replicas.newLine(Fixture.line(new Term(1), 1, 0));
    RowList none = other.replicas.requests().lookUp(Fixture.keys(new int[] {3, 7}), true);
    other
        .replicas
        .requests()
        .push(new RecordingConnection(), Fixture.share(1, 1, 0, 1), none, EncodedSums.NONE);
    assertThat(other.metrics).containsExactly(Metrics.NONE);
  }

  @Test
  void acknowledgesADuplicateWithoutReadingIt() {
    fixture.push(1, 1, 0, 2, 1024, 10);
    RecordingConnection peer = new RecordingConnection();
    EncodedSums unreadable =
        () -> {
          throw new AssertionError("read");
        };
    RowList list = fixture.replicas.requests().lookUp(Fixture.keys(10), true);
    fixture.replicas.requests().push(peer, Fixture.share(1, 1, 0, 2), list, unreadable);
    assertThat(peer.acks).isEqualTo(1);

    fixture.push(1, 1, 1, 2, 0);
    fixture.replicas.requests().push(peer, Fixture.share(1, 1, 0, 2), list, unreadable);
    fixture.replicas.commit(1, 1);
    fixture.replicas.requests().push(peer, Fixture.share(1, 1, 0, 2), list, unreadable);
    assertThat(peer.acks).isEqualTo(3);
    assertThat(fixture.weight(1, 1, 10)).isEqualTo(1f + 10);
  }

  @Test
  void takesSharesOfTheVersionAfterTheOpenOneButComputesThemOnlyAfterItsCommit() {
    assertThat(fixture.push(1, 2, 0, 1, 1024, 10).acks).isEqualTo(1);
    assertThat(fixture.completes).isEmpty();
    fixture.push(1, 1, 0, 1, 2048, 10);
    assertThat(fixture.completes).containsExactly("1/1");
    fixture.replicas.commit(1, 1);
    assertThat(fixture.completes).containsExactly("1/1", "1/2");
    fixture.replicas.commit(1, 2);
    assertThat(fixture.weight(1, 2, 10)).isEqualTo((2f + 5) / 2 + 1 + 5);
  }

  @Test
  void refusesVersionsThatCannotBeOpen() {
    assertThat(fixture.push(1, 3, 0, 1, 1, 10).reason()).isEqualTo(Reason.TOO_FAR_AHEAD);
    assertThat(fixture.push(1, 0, 0, 1, 1, 10).reason()).isEqualTo(Reason.OLD_VERSION);
  }

  @Test
  void refusesSharesOfAnotherCut() {
    fixture.push(1, 1, 0, 2, 1, 10);
    assertThat(fixture.push(1, 1, 2, 3, 1, 10).reason()).isEqualTo(Reason.SHARES_DIFFER);
    assertThat(fixture.push(1, 1, 0, 1, 1, 10).reason()).isEqualTo(Reason.SHARES_DIFFER);
    assertThat(fixture.completes).isEmpty();
  }

  @Test
  void refusesAVoidLineAndSaysWhereItStands() {
    fixture.push(1, 1, 0, 1, 1, 10);
    fixture.replicas.commit(1, 1);
    fixture.replicas.newLine(Fixture.line(new Term(2), 4, 1));
    RecordingConnection peer = fixture.push(3, 2, 0, 1, 1, 10);
    assertThat(peer.refusal).isEqualTo(new Refusal(Reason.OLD_LINE, 2, 4, 1));
  }

  @Test
  void parksAPushThatOvertookItsLine() {
    RecordingConnection peer = fixture.push(2, 1, 0, 1, 1024, 10);
    assertThat(peer.isWaiting()).isTrue();
    fixture.replicas.newLine(Fixture.line(new Term(1), 2, 0));
    assertThat(peer.acks).isEqualTo(1);
    assertThat(fixture.completes).containsExactly("2/1");
    fixture.replicas.commit(2, 1);
    assertThat(fixture.weight(2, 1, 10)).isEqualTo(1f + 5);
  }

  @Test
  void parksOnlySoMuchForOnePeer() {
    RecordingConnection peer = new RecordingConnection();
    RowList list = fixture.replicas.requests().lookUp(Fixture.keys(10), true);
    for (int i = 0; i <= DeferredRequests.MAX_PER_PEER; i++) {
      assertThat(peer.refusal).isNull();
      fixture.replicas.requests().pull(peer, i, 7, 0, list);
    }
    assertThat(peer.reason()).isEqualTo(Reason.TOO_MANY_PARKED);
  }

  @Test
  void aKeyWithoutGradientIsTouched() {
    fixture.push(1, 1, 0, 1, 0, 10);
    fixture.replicas.commit(1, 1);
    assertThat(fixture.weight(1, 1, 10)).isEqualTo(5f);
    assertThat(fixture.replicas.committed().digest()).isNotZero();
  }

  @Test
  void aReservedKeyCarriesNoMeaning() {
    RowList list = fixture.replicas.requests().lookUp(Fixture.keys(10, 11), true);
    fixture.push(1, 1, 0, 1, 0);
    fixture.replicas.commit(1, 1);
    assertThat(fixture.replicas.committed().digest()).isZero();
    assertThat(fixture.replicas.committed().rows(0, list.partition(0)).next()).isFalse();
  }

  @Test
  void anEmptyLaneFollowsTheProtocol() {
    Fixture empty = new Fixture(false);
    empty.replicas.newLine(Fixture.line(new Term(1), 1, 0));
    RowList none = empty.replicas.requests().lookUp(Fixture.keys(new int[0]), true);
    RecordingConnection peer = new RecordingConnection();
    empty.replicas.requests().push(peer, Fixture.share(1, 1, 0, 1), none, EncodedSums.NONE);
    assertThat(peer.acks).isEqualTo(1);
    assertThat(empty.completes).containsExactly("1/1");
    assertThat(empty.replicas.commit(1, 1)).isEqualTo(Commitment.DONE);
    assertThat(empty.replicas.committed().digest()).isZero();
  }

  @Test
  void refusesListsThatDoNotBelongHere() {
    Fixture half = new Fixture(false, 3);
    assertThatThrownBy(() -> half.replicas.requests().lookUp(Fixture.keys(1, 2, 3, 4, 5), true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not held here");
    RowList reading = fixture.replicas.requests().lookUp(Fixture.keys(10), false);
    assertThatThrownBy(
            () ->
                fixture
                    .replicas
                    .requests()
                    .push(
                        new RecordingConnection(),
                        Fixture.share(1, 1, 0, 1),
                        reading,
                        EncodedSums.NONE))
        .isInstanceOf(IllegalArgumentException.class);
    RowList training = fixture.replicas.requests().lookUp(Fixture.keys(10), true);
    assertThatThrownBy(
            () ->
                fixture
                    .replicas
                    .requests()
                    .push(
                        new RecordingConnection(),
                        Fixture.share(1, 1, 0, 1),
                        training,
                        EncodedSums.of(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(fixture.push(1, 1, 0, 1, 0, 10).acks).isEqualTo(1);
  }
}
