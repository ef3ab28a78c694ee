package trainer.worker.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.worker.work.DrivenWorker;

class LaneExchangeTest {
  private final Route.Part part = new Route.Part(LaneList.cut(DrivenWorker.KEYS, ~0L), 3);
  private final LaneExchange exchange =
      new LaneExchange(new Route(part, new Route.Served(part.list(), ~0L)), 5);

  @Test
  void repeatsAfterABreakOnlyMessagesThatAreUnanswered() {
    exchange.onPullSent();
    assertThat(exchange.needsPull()).isFalse();
    exchange.resendUnanswered();
    assertThat(exchange.needsPull()).isTrue();
    exchange.onPullSent();
    exchange.onValues(new float[4]);
    exchange.onPushSent();
    exchange.resendUnanswered();
    assertThat(exchange.needsPull()).isFalse();
    assertThat(exchange.needsPush()).isTrue();
    exchange.onAcknowledged();
    assertThat(exchange.needsPush()).isFalse();
  }

  @Test
  void waitsForATickAfterARefusal() {
    exchange.onPullSent();
    exchange.onRefused(false, false);
    assertThat(exchange.needsPull()).isFalse();
    exchange.onTick();
    assertThat(exchange.needsPull()).isTrue();
  }

  @Test
  void sendsAListThatTheLaneDoesNotKnowAgainAtOnce() {
    part.send();
    exchange.onPushSent();
    exchange.onRefused(true, true);
    assertThat(exchange.needsPush()).isTrue();
    assertThat(part.isSent()).isFalse();
  }

  @Test
  void awaitsAnAnswerFromTheSendingToTheAnswer() {
    assertThat(exchange.awaits(false)).isFalse();
    exchange.onPullSent();
    assertThat(exchange.awaits(false)).isTrue();
    assertThat(exchange.awaits(true)).isFalse();
    exchange.onValues(new float[4]);
    assertThat(exchange.awaits(false)).isFalse();
  }
}
