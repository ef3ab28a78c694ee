package trainer.master.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.message.FromWorker;

/** The ends of services that do not go as they should. */
class PoolServicesTest extends PoolCase {
  private Incarnation worker;
  private String service;

  @BeforeEach
  void oneWorkerServesTheFirstJob() {
    start(1);
    launch(0);
    worker = register(0);
    submit(FIRST);
    service = ordered(worker).get(0).service();
  }

  private void reportFor(int seconds, FromWorker.Service... services) {
    for (int i = 0; i < seconds; i++) {
      pass(Duration.ofSeconds(1));
      report(worker, services);
    }
  }

  @Test
  void aServiceThatDoesNotEndCostsTheWorker() {
    report(worker, ready(service, 1));
    pool.giveBack(FIRST, service, true);
    assertThat(ordered(worker)).isEmpty();
    reportFor(11, ready(service, 1));
    assertThat(out.given).containsExactly("c0 by force");
  }

  @Test
  void aServiceWhoseThreadHangsWhenItIsToLeaveIsEndedByForce() {
    report(worker, ready(service, 1));
    pool.want(FIRST, List.of());
    pool.giveBack(FIRST, service, false);
    assertThat(ordered(worker)).hasSize(1);
    reportFor(61, ready(service, 1));
    assertThat(ordered(worker)).isEmpty();
    reportFor(11, ready(service, 1));
    assertThat(out.given).containsExactly("c0 by force");
  }

  @Test
  void aJobThatAWorkerCannotServeIsTriedAgainAfterAWhile() {
    report(worker, new FromWorker.Service(service, FIRST, 0, false, 5, 0, 0));
    report(worker);
    assertThat(ordered(worker)).isEmpty();
    reportFor(11);
    assertThat(ordered(worker)).hasSize(1);
    assertThat(ordered(worker).get(0).service()).isNotEqualTo(service);
  }

  @Test
  void aServiceWhoseOnlyReportWasLostHasEnded() {
    report(worker);
    assertThat(ordered(worker)).hasSize(1);
    reportEnded(worker, service);
    reportEnded(worker, service);
    assertThat(ordered(worker)).isEmpty();
  }
}
