package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.protocol.GradientSums;
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
  void leavesMetricsToTheHolderOfPartitionZero() {
    Fixture other = new Fixture(false, 3, 7);
    other.copies.newLine(Fixture.line(1, 1, 0));
    RowList none = other.copies.lookUp(Fixture.keys(new int[] {3, 7}), true);
    other.copies.push(
        new RecordingConnection(), Fixture.share(1, 1, 0, 1), none, GradientSums.NONE);
    assertThat(other.metrics).containsExactly(Metrics.NONE);
  }

  @Test
  void acknowledgesADuplicateWithoutReadingIt() {
    fixture.push(1, 1, 0, 2, 1024, 10);
    RecordingConnection peer = new RecordingConnection();
    GradientSums unreadable =
        () -> {
          throw new AssertionError("read");
        };
    RowList list = fixture.copies.lookUp(Fixture.keys(10), true);
    fixture.copies.push(peer, Fixture.share(1, 1, 0, 2), list, unreadable);
    assertThat(peer.acks).isEqualTo(1);

    fixture.push(1, 1, 1, 2, 0);
    fixture.copies.push(peer, Fixture.share(1, 1, 0, 2), list, unreadable);
    fixture.copies.commit(1, 1);
    fixture.copies.push(peer, Fixture.share(1, 1, 0, 2), list, unreadable);
    assertThat(peer.acks).isEqualTo(3);
    assertThat(fixture.weight(1, 1, 10)).isEqualTo(1f + 10);
  }

  @Test
  void takesSharesOfTheVersionAfterTheOpenOneButComputesThemOnlyAfterItsCommit() {
    assertThat(fixture.push(1, 2, 0, 1, 1024, 10).acks).isEqualTo(1);
    assertThat(fixture.completes).isEmpty();
    fixture.push(1, 1, 0, 1, 2048, 10);
    assertThat(fixture.completes).containsExactly("1/1");
    fixture.copies.commit(1, 1);
    assertThat(fixture.completes).containsExactly("1/1", "1/2");
    fixture.copies.commit(1, 2);
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
    fixture.copies.commit(1, 1);
    fixture.copies.newLine(Fixture.line(2, 4, 1));
    RecordingConnection peer = fixture.push(3, 2, 0, 1, 1, 10);
    assertThat(peer.refusal).isEqualTo(new Refusal(Reason.OLD_LINE, 2, 4, 1));
  }

  @Test
  void parksAPushThatOvertookItsLine() {
    RecordingConnection peer = fixture.push(2, 1, 0, 1, 1024, 10);
    assertThat(peer.isWaiting()).isTrue();
    fixture.copies.newLine(Fixture.line(1, 2, 0));
    assertThat(peer.acks).isEqualTo(1);
    assertThat(fixture.completes).containsExactly("2/1");
    fixture.copies.commit(2, 1);
    assertThat(fixture.weight(2, 1, 10)).isEqualTo(1f + 5);
  }

  @Test
  void parksOnlySoMuchForOnePeer() {
    RecordingConnection peer = new RecordingConnection();
    RowList list = fixture.copies.lookUp(Fixture.keys(10), true);
    for (int i = 0; i <= DeferredRequests.MAX_PER_PEER; i++) {
      assertThat(peer.refusal).isNull();
      fixture.copies.pull(peer, i, 7, 0, list);
    }
    assertThat(peer.reason()).isEqualTo(Reason.TOO_MANY_PARKED);
  }

  @Test
  void aKeyWithoutGradientIsTouched() {
    fixture.push(1, 1, 0, 1, 0, 10);
    fixture.copies.commit(1, 1);
    assertThat(fixture.weight(1, 1, 10)).isEqualTo(5f);
    assertThat(fixture.copies.digest()).isNotZero();
  }

  @Test
  void aReservedKeyCarriesNoMeaning() {
    RowList list = fixture.copies.lookUp(Fixture.keys(10, 11), true);
    fixture.push(1, 1, 0, 1, 0);
    fixture.copies.commit(1, 1);
    assertThat(fixture.copies.digest()).isZero();
    assertThat(fixture.copies.rows(0, list.partition(0)).next()).isFalse();
  }

  @Test
  void anEmptyLaneFollowsTheProtocol() {
    Fixture empty = new Fixture(false);
    empty.copies.newLine(Fixture.line(1, 1, 0));
    RowList none = empty.copies.lookUp(Fixture.keys(new int[0]), true);
    RecordingConnection peer = new RecordingConnection();
    empty.copies.push(peer, Fixture.share(1, 1, 0, 1), none, GradientSums.NONE);
    assertThat(peer.acks).isEqualTo(1);
    assertThat(empty.completes).containsExactly("1/1");
    assertThat(empty.copies.commit(1, 1)).isEqualTo(Commitment.DONE);
    assertThat(empty.copies.digest()).isZero();
  }

  @Test
  void refusesListsThatDoNotBelongHere() {
    Fixture half = new Fixture(false, 3);
    assertThatThrownBy(() -> half.copies.lookUp(Fixture.keys(1, 2, 3, 4, 5), true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not held here");
    RowList reading = fixture.copies.lookUp(Fixture.keys(10), false);
    assertThatThrownBy(
            () ->
                fixture.copies.push(
                    new RecordingConnection(),
                    Fixture.share(1, 1, 0, 1),
                    reading,
                    GradientSums.NONE))
        .isInstanceOf(IllegalArgumentException.class);
    RowList training = fixture.copies.lookUp(Fixture.keys(10), true);
    assertThatThrownBy(
            () ->
                fixture.copies.push(
                    new RecordingConnection(),
                    Fixture.share(1, 1, 0, 1),
                    training,
                    GradientSums.of(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(fixture.push(1, 1, 0, 1, 0, 10).acks).isEqualTo(1);
  }
}
