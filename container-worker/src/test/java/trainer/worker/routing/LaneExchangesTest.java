package trainer.worker.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.worker.work.DrivenWorker;

class LaneExchangesTest {
  private long last = 100;
  private final KeyLists lists = new KeyLists(() -> ++last, (lane, list) -> {});
  private final LaneExchanges exchanges = new LaneExchanges();
  private final List<LaneId> lanes = LaneId.of(DrivenWorker.map(1, 2, 1));

  private RoutedKeyList open() {
    lists.route(DrivenWorker.map(1, 2, 1));
    RoutedKeyList keys = lists.take(7, DrivenWorker.KEYS, 5);
    exchanges.open(keys, 5);
    return keys;
  }

  @Test
  void areOpenedWithEveryLaneUnderOneNumber() {
    open();
    assertThat(lanes).allMatch(lane -> exchanges.get(lane).request() == 5);
  }

  @Test
  void areCompleteWhenEveryLaneHasAnswered() {
    open();
    exchanges.get(lanes.get(0)).onValues(new float[2]);
    assertThat(exchanges.haveAllValues()).isFalse();
    exchanges.get(lanes.get(1)).onValues(new float[2]);
    assertThat(exchanges.haveAllValues()).isTrue();
    assertThat(exchanges.takeValues()).extracting(LaneValues::lane).isEqualTo(lanes);
    assertThat(exchanges.haveAllValues()).as("they are taken").isFalse();
  }

  @Test
  void areAcknowledgedWhenEveryLaneHasThePush() {
    open();
    exchanges.get(lanes.get(0)).onAcknowledged();
    assertThat(exchanges.areAllAcknowledged()).isFalse();
    exchanges.get(lanes.get(1)).onAcknowledged();
    assertThat(exchanges.areAllAcknowledged()).isTrue();
  }

  @Test
  void thatAreRestartedForgetValuesAndPullAgain() {
    open();
    LaneExchange exchange = exchanges.get(lanes.get(0));
    exchange.onPullSent();
    exchange.onValues(new float[2]);
    exchanges.restart();
    assertThat(exchange.needsPull()).isTrue();
  }

  @Test
  void ofALaneThatLeavesAreClosedAndTheOthersPullAnotherPart() {
    open();
    lists.route(DrivenWorker.map(2, 1, 1));
    exchanges.reroute(() -> ++last);
    assertThat(exchanges.get(lanes.get(1))).isNull();
    assertThat(exchanges.get(lanes.get(0)).request()).isGreaterThan(100);
  }

  @Test
  void giveTheirKeysBackOnce() {
    RoutedKeyList keys = open();
    exchanges.release(lists);
    assertThat(keys.isBusy()).isFalse();
    RoutedKeyList again = lists.take(7, DrivenWorker.KEYS, 6);
    exchanges.release(lists);
    assertThat(again.isBusy()).isTrue();
  }
}
