package trainer.master.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.message.FromWorker;

/** The ends of services that do not go as they should. */
class PoolServicesTest extends PoolCase {
  @Test
  void aServiceWhoseThreadHangsWhenItIsToLeaveIsEndedByForce() {
    start(1);
    launch(0);
    Incarnation one = register(0);
    submit(FIRST);
    String service = ordered(one).get(0).service();
    report(one, ready(service, 1));
    pool.want(FIRST, List.of());
    pool.giveBack(FIRST, service, false);
    assertThat(ordered(one)).hasSize(1);
    for (int i = 0; i < 61; i++) {
      pass(Duration.ofSeconds(1));
      report(one, ready(service, 1));
    }
    assertThat(ordered(one)).isEmpty();
    for (int i = 0; i < 11; i++) {
      pass(Duration.ofSeconds(1));
      report(one, ready(service, 1));
    }
    assertThat(out.given).containsExactly("c0 by force");
  }

  @Test
  void aJobThatAWorkerCannotServeIsTriedAgainAfterAWhile() {
    start(1);
    launch(0);
    Incarnation one = register(0);
    submit(FIRST);
    String service = ordered(one).get(0).service();
    report(one, new FromWorker.Service(service, FIRST, 0, false, 5, 0, 0));
    report(one);
    assertThat(ordered(one)).isEmpty();
    for (int i = 0; i < 11; i++) {
      pass(Duration.ofSeconds(1));
      report(one);
    }
    assertThat(ordered(one)).hasSize(1);
    assertThat(ordered(one).get(0).service()).isNotEqualTo(service);
  }

  @Test
  void aServiceWhoseOnlyReportWasLostHasEnded() {
    start(1);
    launch(0);
    Incarnation one = register(0);
    submit(FIRST);
    String service = ordered(one).get(0).service();
    report(one);
    assertThat(ordered(one)).hasSize(1);
    reportEnded(one, service);
    reportEnded(one, service);
    assertThat(ordered(one)).isEmpty();
  }
}
