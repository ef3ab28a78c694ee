package trainer.master.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.id.Term;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

/** Workers of a pool that come, come back and go. */
class PoolMembersTest extends PoolCase {
  @Test
  void theNextMasterLearnsOfAServiceAsItRegistersWithItsJob() {
    pool.onContainer("c0", 0, "h", true);
    submit(FIRST);
    String name = ServiceName.of("c0", new Term(0), 9);
    pool.beforeRegistering(
        FIRST,
        new JobEvent.Registering(
            9,
            new FromMember.Register(
                new FromMember.Identity(Role.WORKER, 1, name, 7),
                new FromMember.Address("h"),
                "",
                new Incarnation(6))));
    List<JobEvent.ContainerSeen> seen = out.told(FIRST, JobEvent.ContainerSeen.class);
    assertThat(seen).hasSize(1);
    assertThat(seen.get(0).previous()).isTrue();
    assertThat(seen.get(0).containerId()).isEqualTo(name);
    assertThat(seen.get(0).index()).isEqualTo(1);
  }

  @Test
  void theNextMasterKeepsWhatTheWorkersServe() {
    for (int i = 0; i < 2; i++) {
      pool.onContainer("c" + i, i, "h", true);
    }
    submit(FIRST);
    submit(SECOND);
    Incarnation one = register(0, 5);
    String first = ServiceName.of("c0", new Term(0), 1);
    report(one, new FromWorker.Service(first, SECOND, 0, true, 5, 900, 900));
    assertThat(ordered(one)).as("the other worker has not said what it serves").isEmpty();
    Incarnation two = register(1, 6);
    String second = ServiceName.of("c1", new Term(0), 2);
    report(two, new FromWorker.Service(second, FIRST, 1, true, 5, 900, 900));
    assertThat(ordered(one)).extracting(ToWorker.Serving::service).containsExactly(first);
    assertThat(ordered(two)).extracting(ToWorker.Serving::service).containsExactly(second);
    assertThat(out.told(SECOND, JobEvent.ContainerSeen.class))
        .extracting(JobEvent.ContainerSeen::previous)
        .containsExactly(true);
    assertThat(out.told(SECOND, JobEvent.ContainerLeaving.class)).isEmpty();
    assertThat(pool.view().moves()).isZero();
  }

  @Test
  void whatHappensBeforeTheMasterLeadsDecidesNothing() {
    pool = new Pool(1, 1000, Duration.ofSeconds(30), out);
    at();
    assertThat(pool.nextDeadline()).isEqualTo(Long.MAX_VALUE);
    pass(Duration.ofSeconds(9));
    pool.lead(new Term(1), "");
    pool.onContainer("c0", 0, "h", true);
    submit(FIRST);
    submit(SECOND);
    Incarnation one = register(0, 5);
    String service = ServiceName.of("c0", new Term(0), 1);
    report(one, ready(service, SECOND, 9));
    assertThat(ordered(one)).extracting(ToWorker.Serving::service).contains(service);
    assertThat(out.told(SECOND, JobEvent.ContainerLeaving.class)).isEmpty();
  }

  @Test
  void anEarlierWorkerOfASilentHostIsStoppedAfterASecond() {
    pool = new Pool(3, 1000, Duration.ofSeconds(30), out);
    at();
    pool.onContainer("c0", 0, "off", true);
    pool.onContainer("c1", 1, "off", true);
    pool.onContainer("c2", 2, "on", true);
    pool.lead(new Term(2), "off");
    register(1, 5);
    pass(Duration.ofMillis(900));
    assertThat(out.given).isEmpty();
    pass(Duration.ofMillis(200));
    assertThat(out.given).containsExactly("c0 by force");
    pass(Duration.ofMillis(1900));
    assertThat(out.given).containsExactly("c0 by force");
  }

  @Test
  void anEarlierWorkerThatNeverComesIsStopped() {
    pool = new Pool(2, 1000, Duration.ofSeconds(10), out);
    at();
    pool.onContainer("c0", 0, "h", true);
    pool.lead(new Term(2), "");
    for (int second = 0; second < 29; second++) {
      pass(Duration.ofSeconds(1));
    }
    assertThat(out.given).isEmpty();
    pass(Duration.ofSeconds(2));
    assertThat(out.given).containsExactly("c0 by force");
  }

  @Test
  void aWorkerThatComesBackIsToldThatItServesNothingAnyMore() {
    launch(0);
    Incarnation one = register(0);
    submit(FIRST);
    report(one, ready(ordered(one).get(0).service(), 1));
    pool.handle(new JobEvent.Disconnected(1, one));
    pool.remove(FIRST);
    out.effects.clear();
    register(0, one.number());
    report(one, ready("gone", 1));
    assertThat(out.effects)
        .filteredOn(JobEffect.Send.class::isInstance)
        .extracting(effect -> ((JobEffect.Send) effect).message())
        .contains(new ToWorker.Serve(new Term(1), lastChange(), List.of()));
  }

  @Test
  void aContainerThatTheClusterTakesIsLeftOnceItServesNothing() {
    launch(0);
    Incarnation one = register(0);
    submit(FIRST);
    String service = ordered(one).get(0).service();
    report(one, ready(service, 1));
    pool.onContainerLeaving("c0", "preempted");
    pass(Duration.ofSeconds(1));
    assertThat(out.given).isEmpty();
    report(one);
    pass(Duration.ofSeconds(1));
    pass(Duration.ofSeconds(1));
    assertThat(out.given).containsExactly("c0");
  }

  @Test
  void aWorkerThatComesBackAfterTheOrderToLeaveGetsItAgain() {
    launch(0);
    Incarnation one = register(0);
    pool.handle(new JobEvent.Disconnected(1, one));
    pool.onContainerLeaving("c0", "preempted");
    pass(Duration.ofSeconds(1));
    assertThat(out.given).containsExactly("c0");
    out.effects.clear();
    register(0, one.number());
    assertThat(out.effects)
        .filteredOn(JobEffect.Send.class::isInstance)
        .extracting(effect -> ((JobEffect.Send) effect).message().getClass().getSimpleName())
        .containsExactly("Welcome", "Leave");
  }

  @Test
  void anEarlierWorkerThatStaysAwayIsNotWaitedForLong() {
    pool.onContainer("c0", 0, "h", true);
    pool.onContainer("c1", 1, "h", true);
    submit(FIRST);
    Incarnation one = register(0, 5);
    report(one);
    assertThat(ordered(one)).isEmpty();
    pass(Duration.ofSeconds(3));
    report(one);
    pass(Duration.ofSeconds(3));
    assertThat(ordered(one)).hasSize(1);
  }

  @Test
  void theWorkersLeaveWithTheSession() {
    launch(0);
    register(0);
    launch(1);
    pool.end();
    assertThat(out.wanted).isEmpty();
    assertThat(out.given).containsExactly("c0", "c1 by force");
    assertThat(pool.isGone()).isFalse();
    pool.onContainerEnded("c0", 0, null, false);
    pool.onContainerEnded("c1", -105, null, false);
    assertThat(pool.isGone()).isTrue();
  }
}
