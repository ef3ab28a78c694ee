package trainer.master.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

class PoolTest extends PoolCase {
  private static final Failure CRASH = new Failure(FailureKind.CONTAINER_LOST, "exit 134", "h", "");

  @Test
  void wantsItsWorkersOnceItLeads() {
    assertThat(out.wanted).containsExactly(0, 1);
  }

  @Test
  void aWorkerOfNoContainerIsRefused() {
    register(0);
    assertThat(out.effects).hasSize(1).first().isInstanceOf(JobEffect.Refuse.class);
  }

  @Test
  void eachWorkerServesTheOnlyJobAsAWorkerOfItsOwn() {
    launch(0);
    launch(1);
    Incarnation one = register(0);
    Incarnation two = register(1);
    submit(FIRST);
    assertThat(ordered(one)).extracting(ToWorker.Serving::job).containsExactly(FIRST);
    assertThat(ordered(two)).extracting(ToWorker.Serving::job).containsExactly(FIRST);
    List<JobEvent.ContainerSeen> seen = out.told(FIRST, JobEvent.ContainerSeen.class);
    assertThat(seen).extracting(JobEvent.ContainerSeen::index).containsExactly(0, 1);
    assertThat(seen)
        .extracting(JobEvent.ContainerSeen::containerId)
        .containsExactly(ordered(one).get(0).service(), ordered(two).get(0).service())
        .doesNotHaveDuplicates();
  }

  @Test
  void aSecondJobGetsAWorkerAndTheFirstLetsItGo() {
    launch(0);
    launch(1);
    Incarnation one = register(0);
    Incarnation two = register(1);
    submit(FIRST);
    report(one, ready(ordered(one).get(0).service(), 10));
    report(two, ready(ordered(two).get(0).service(), 10));
    submit(SECOND);
    List<JobEvent.ContainerLeaving> leaving = out.told(FIRST, JobEvent.ContainerLeaving.class);
    assertThat(leaving).hasSize(1);
    String let = leaving.get(0).containerId();
    Incarnation moved = ordered(one).get(0).service().equals(let) ? one : two;
    assertThat(ordered(moved))
        .as("the old job stays until it has let the worker go")
        .extracting(ToWorker.Serving::job)
        .containsExactly(FIRST, SECOND);
    String second = ordered(moved).get(1).service();
    report(moved, ready(second, 0));
    List<JobEvent.ContainerEnded> ended = out.told(FIRST, JobEvent.ContainerEnded.class);
    assertThat(ended).hasSize(1);
    assertThat(ended.get(0).isItsOwnFault()).isFalse();
    assertThat(ordered(moved)).extracting(ToWorker.Serving::job).containsExactly(SECOND);
  }

  @Test
  void aWorkerThatDiesAloneWithAJobIsBlamedAndOneOfTwoJobsIsNot() {
    start(1);
    launch(0);
    Incarnation one = register(0);
    submit(FIRST);
    report(one, ready(ordered(one).get(0).service(), 1));
    pool.onContainerEnded("c0", 134, CRASH, false);
    assertThat(out.told(FIRST, JobEvent.ContainerEnded.class).get(0).isItsOwnFault()).isTrue();

    launch(0);
    Incarnation next = register(0);
    submit(SECOND);
    assertThat(ordered(next)).hasSize(2);
    report(
        next, ready(ordered(next).get(0).service(), 1), ready(ordered(next).get(1).service(), 1));
    pool.onContainerEnded("c0", 134, CRASH, false);
    assertThat(out.told(FIRST, JobEvent.ContainerEnded.class)).hasSize(2);
    assertThat(out.told(FIRST, JobEvent.ContainerEnded.class).get(1).isItsOwnFault()).isFalse();
    assertThat(out.told(SECOND, JobEvent.ContainerEnded.class).get(0).isItsOwnFault()).isFalse();
  }

  @Test
  void jobsOfOneProcessAreToldSoAndAJobAloneAgain() {
    start(1);
    launch(0);
    Incarnation one = register(0);
    submit(FIRST);
    String first = ordered(one).get(0).service();
    report(one, ready(first, 1));
    assertThat(out.told(FIRST, JobEvent.ContainerShared.class)).isEmpty();
    submit(SECOND);
    String second = ordered(one).get(1).service();
    assertThat(out.told(FIRST, JobEvent.ContainerShared.class))
        .containsExactly(new JobEvent.ContainerShared(first, true));
    assertThat(out.told(SECOND, JobEvent.ContainerShared.class))
        .containsExactly(new JobEvent.ContainerShared(second, true));
    report(one, ready(first, 1), ready(second, SECOND, 1));
    pool.remove(SECOND);
    report(one, ready(first, 1));
    assertThat(out.told(FIRST, JobEvent.ContainerShared.class))
        .contains(new JobEvent.ContainerShared(first, false));
  }

  @Test
  void aWorkerThatTakesTurnsIsToldOfTheOthersRowsAlsoIfTheyDoNotGrow() {
    start(1);
    launch(0);
    Incarnation one = register(0);
    submit(FIRST);
    pass(Duration.ofSeconds(1));
    long before = orders();
    pass(Duration.ofSeconds(1));
    assertThat(orders()).as("of a worker of one job").isEqualTo(before);
    submit(SECOND);
    before = orders();
    pass(Duration.ofSeconds(1));
    assertThat(orders()).isEqualTo(before + 1);
    assertThat(ordered(one)).extracting(ToWorker.Serving::elsewhere).containsExactly(0L, 0L);
  }

  private long orders() {
    return out.effects.stream()
        .filter(effect -> effect instanceof JobEffect.Send)
        .filter(effect -> ((JobEffect.Send) effect).message() instanceof ToWorker.Serve)
        .count();
  }

  @Test
  void aJobWhoseWorkersAllDiedTakesNoneOfTheOthers() {
    start(3);
    Map<Integer, Incarnation> workers = new HashMap<>();
    for (int i = 0; i < 3; i++) {
      launch(i);
      workers.put(i, register(i));
    }
    submit(FIRST);
    submit(SECOND);
    pool.want(FIRST, List.of(0, 1, 2));
    pool.want(SECOND, List.of(0, 1, 2));
    for (int i = 0; i < 3; i++) {
      pass(Duration.ofSeconds(1));
      workers.values().forEach(this::reportAll);
    }
    List<Integer> dead = new ArrayList<>();
    workers.forEach(
        (index, worker) -> {
          if (ordered(worker).stream().anyMatch(one -> one.job().equals(FIRST))) {
            dead.add(index);
          }
        });
    assertThat(dead).hasSize(2);
    dead.forEach(index -> pool.onContainerEnded("c" + index, 134, CRASH, false));
    workers.keySet().removeAll(dead);
    for (int index : dead) {
      pass(Duration.ofSeconds(5));
      workers.values().forEach(this::reportAll);
      assertThat(jobs(workers)).doesNotContain(FIRST);
      launch(index);
      workers.put(index, register(index));
    }
    pass(Duration.ofSeconds(1));
    assertThat(jobs(workers)).filteredOn(FIRST::equals).as("the pool is whole").hasSize(1);
  }

  private List<JobId> jobs(Map<Integer, Incarnation> workers) {
    return workers.values().stream()
        .flatMap(worker -> ordered(worker).stream())
        .map(ToWorker.Serving::job)
        .toList();
  }

  /** The worker reports all that it is ordered to serve, with no row scored. */
  private void reportAll(Incarnation worker) {
    report(
        worker,
        ordered(worker).stream()
            .map(one -> ready(one.service(), one.job(), 0))
            .toArray(FromWorker.Service[]::new));
  }

  @Test
  void isolatedJobsShareNoWorkerAndComeFirst() {
    start(1);
    launch(0);
    Incarnation one = register(0);
    submit(FIRST);
    submit(SECOND);
    assertThat(ordered(one)).extracting(ToWorker.Serving::job).containsExactly(FIRST, SECOND);
    pool.onContainerEnded("c0", 134, CRASH, false);
    pool.isolate(FIRST, true);
    pool.isolate(SECOND, true);
    launch(0);
    Incarnation next = register(0);
    pass(Duration.ofSeconds(1));
    assertThat(ordered(next)).extracting(ToWorker.Serving::job).containsExactly(FIRST);
    String alone = ordered(next).get(0).service();
    report(next, ready(alone, 1));
    pool.isolate(FIRST, false);
    pool.giveBack(FIRST, alone, true);
    report(next);
    pass(Duration.ofSeconds(1));
    assertThat(ordered(next))
        .as("the other job is proven next")
        .extracting(ToWorker.Serving::job)
        .containsExactly(SECOND);
    pool.isolate(SECOND, false);
    pass(Duration.ofSeconds(11));
    assertThat(ordered(next))
        .extracting(ToWorker.Serving::job)
        .containsExactlyInAnyOrder(FIRST, SECOND);
  }

  @Test
  void aSilentWorkerIsStoppedAndThePauseOfTheMasterIsNoSilence() {
    launch(0);
    Incarnation one = register(0);
    pass(Duration.ofSeconds(1));
    pass(Duration.ofMinutes(5));
    assertThat(out.given).as("the master itself was away").isEmpty();
    for (int i = 0; i < 20; i++) {
      pass(Duration.ofSeconds(1));
      report(one);
    }
    assertThat(out.given).isEmpty();
    for (int i = 0; i < 31; i++) {
      pass(Duration.ofSeconds(1));
    }
    assertThat(out.given).containsExactly("c0 by force");
  }

  @Test
  void aModelIsLoadedWhereItFitsBesideThoseThatAreThere() {
    start(1);
    launch(0);
    Incarnation one = register(0);
    pool.add(FIRST, "digest", 700, Double.NaN);
    pool.want(FIRST, List.of(0));
    report(one, ready(ordered(one).get(0).service(), 1));
    pool.add(SECOND, "digest", 700, Double.NaN);
    pool.want(SECOND, List.of(0));
    assertThat(ordered(one)).extracting(ToWorker.Serving::job).containsExactly(FIRST);
    pool.remove(FIRST);
    report(one);
    pass(Duration.ofSeconds(1));
    assertThat(ordered(one)).extracting(ToWorker.Serving::job).containsExactly(SECOND);
  }

  @Test
  void theRateIsThatOfTheLastTenSeconds() {
    launch(0);
    Incarnation one = register(0);
    submit(FIRST);
    String service = ordered(one).get(0).service();
    for (int i = 0; i <= 30; i++) {
      report(one, ready(service, i * 50L));
      nanos += SECOND_NANOS;
      at();
    }
    PoolView.Job seen = pool.view().jobs().get(FIRST);
    assertThat(seen.rate()).isBetween(44.0, 51.0);
    assertThat(seen.rows()).isEqualTo(1500);
    assertThat(seen.workers()).isEqualTo(1);
  }

  @Test
  void aJobThatEndsWithAnEarlierMasterIsNotServedByTheNext() {
    pool.onContainer("c0", 0, "h0", true);
    pool.add(FIRST, "digest", 100, Double.NaN);
    out.tasks.put(FIRST, 0);
    Incarnation one = register(0, 5);
    report(one, ready("c0+0-1", 10));
    pool.remove(FIRST);
    pass(Duration.ofSeconds(1));
    assertThat(ordered(one)).isEmpty();
    assertThat(pool.view().jobs()).isEmpty();
  }

  @Test
  void noModelIsLoadedBesideThatOfAJobThatEndedWithAnEarlierMaster() {
    pool.onContainer("c0", 0, "h0", true);
    submit(SECOND);
    Incarnation one = register(0, 5);
    report(one, ready("c0+0-1", 10));
    assertThat(ordered(one)).as("it is to end first").isEmpty();
    report(one);
    assertThat(ordered(one)).extracting(ToWorker.Serving::job).containsExactly(SECOND);
  }

  /** It registers with its job, which refuses it, before its worker registers with the session. */
  @Test
  void aServiceOfAnEarlierMasterHasEndedIfItsWorkerDoesNotReportIt() {
    pool.onContainer("c0", 0, "h0", true);
    submit(FIRST);
    pool.beforeRegistering(
        FIRST,
        new JobEvent.Registering(
            9,
            new FromMember.Register(
                new FromMember.Identity(Role.WORKER, 0, "c0+0-1", 7),
                new FromMember.Address("h"),
                "",
                new Incarnation(3))));
    Incarnation one = register(0, 5);
    report(one);
    assertThat(ordered(one)).isEmpty();
    assertThat(out.told(FIRST, JobEvent.ContainerEnded.class))
        .extracting(JobEvent.ContainerEnded::containerId)
        .containsExactly("c0+0-1");
  }

  @Test
  void aServiceThatAWorkerHasNeverReportedDoesNotCostTheWorker() {
    start(1);
    launch(0);
    Incarnation one = register(0);
    submit(FIRST);
    pool.remove(FIRST);
    for (int i = 0; i < 12; i++) {
      pass(Duration.ofSeconds(1));
      report(one);
    }
    assertThat(out.given).isEmpty();
    submit(SECOND);
    assertThat(ordered(one)).extracting(ToWorker.Serving::job).containsExactly(SECOND);
  }

  @Test
  void aJobThatIsOverLeavesItsWorkersToTheOthers() {
    launch(0);
    Incarnation one = register(0);
    submit(FIRST);
    String service = ordered(one).get(0).service();
    report(one, ready(service, 1));
    pool.remove(FIRST);
    submit(SECOND);
    assertThat(ordered(one)).extracting(ToWorker.Serving::job).containsExactly(SECOND);
    report(one, ready(ordered(one).get(0).service(), 1));
    assertThat(pool.view().jobs()).containsOnlyKeys(SECOND);
  }
}
