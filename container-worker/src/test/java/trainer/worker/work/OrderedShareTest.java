package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.worker.api.PushTarget;

class OrderedShareTest {
  private final WorkParts parts = new WorkParts();
  private final OrderedShare share =
      new OrderedShare(9, DrivenWorker.order(1, 4, 1, 0), parts.shares);

  @Test
  void pullsTheVersionBeforeItsOwnAndPushesUnderItsKey() {
    assertThat(share.pullVersion()).isEqualTo(3);
    assertThat(share.target()).isEqualTo(new PushTarget(1, 4, 1, 2));
    assertThat(share.isPushedAs(1, 4, 1)).isTrue();
    assertThat(share.isPushedAs(2, 4, 1)).isFalse();
    assertThat(share.isPushedAs(1, 4, 0)).isFalse();
    assertThat(share.hasPushNumber(1)).isTrue();
  }

  @Test
  void isKeptFromItsLastAcknowledgementUntilItsVersionIsCommitted() {
    parts.compute(share);
    share.onComputed(WorkParts.computed(share), 6_000);
    assertThat(share.isComputed()).isTrue();
    assertThat(share.isOver(4)).as("it is not acknowledged").isFalse();
    share.onAcknowledged();
    assertThat(share.isOver(3)).isFalse();
    assertThat(share.isOver(4)).isTrue();
    assertThat(share.done().records()).isEqualTo(5);
    assertThat(share.done().nanos()).isEqualTo(5_000);
  }

  @Test
  void ignoresGradientsUnlessItIsBeingComputed() {
    parts.prepare(share);
    share.onComputed(WorkParts.computed(share), 6_000);
    assertThat(share.isComputed()).isFalse();
  }
}
