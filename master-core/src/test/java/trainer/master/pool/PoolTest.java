package trainer.master.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.core.time.Moment;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

class PoolTest {
  private static final JobId FIRST = new JobId("application_1_0001", 1);
  private static final JobId SECOND = new JobId("application_1_0001", 2);
  private static final long SECOND_NANOS = 1_000_000_000L;

  /** What the pool has wanted, and how many tasks each job has. */
  private static final class Recorded implements PoolOutbox {
    private final List<JobEffect> effects = new ArrayList<>();
    private final Map<JobId, List<JobEvent>> told = new HashMap<>();
    private final List<String> given = new ArrayList<>();
    private final Map<JobId, Integer> tasks = new HashMap<>();
    private List<Integer> wanted = List.of();

    @Override
    public void act(JobEffect effect) {
      effects.add(effect);
    }

    @Override
    public void tell(JobId job, JobEvent event) {
      told.computeIfAbsent(job, key -> new ArrayList<>()).add(event);
    }

    @Override
    public void want(List<Integer> workers) {
      wanted = workers;
    }

    @Override
    public void giveBack(String container, boolean force) {
      given.add(container + (force ? " by force" : ""));
    }

    @Override
    public void registered(String container) {}

    @Override
    public int tasks(JobId job) {
      return tasks.getOrDefault(job, 100);
    }

    <E> List<E> told(JobId job, Class<E> kind) {
      return told.getOrDefault(job, List.of()).stream()
          .filter(kind::isInstance)
          .map(kind::cast)
          .toList();
    }
  }

  private final Recorded out = new Recorded();
  private Pool pool;
  private long nanos = 1;

  @BeforeEach
  void begins() {
    start(2);
  }

  private void start(int workers) {
    pool = new Pool(workers, 1000, Duration.ofSeconds(30), out);
    at();
    pool.lead(new Term(1));
  }

  private void at() {
    pool.begin(new Moment(nanos, nanos / 1_000_000));
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
    at();
    pool.tick();
  }

  private void launch(int index) {
    pool.onContainer("c" + index, index, "h" + index, false);
  }

  /** A process registers, and says that it serves nothing. */
  private Incarnation register(int index) {
    Incarnation worker = register(index, 0);
    if (!worker.equals(Incarnation.NONE)) {
      report(worker);
    }
    return worker;
  }

  private Incarnation register(int index, long incarnation) {
    pool.handle(
        new JobEvent.Registering(
            index + 1,
            new FromMember.Register(
                new FromMember.Identity(Role.WORKER, index, "c" + index, 7),
                new FromMember.Address("h"),
                "",
                new Incarnation(incarnation))));
    return out.effects.stream()
        .filter(JobEffect.Accept.class::isInstance)
        .map(effect -> ((JobEffect.Accept) effect).incarnation())
        .reduce((before, after) -> after)
        .orElse(Incarnation.NONE);
  }

  private void submit(JobId job) {
    pool.add(job, "digest", 100, Double.NaN);
    pool.want(job, List.of(0, 1));
  }

  /** The last order to a worker. */
  private List<ToWorker.Serving> ordered(Incarnation worker) {
    return out.effects.stream()
        .filter(JobEffect.Send.class::isInstance)
        .map(JobEffect.Send.class::cast)
        .filter(send -> send.incarnation().equals(worker))
        .filter(send -> send.message() instanceof ToWorker.Serve)
        .map(send -> ((ToWorker.Serve) send.message()).jobs())
        .reduce((before, after) -> after)
        .orElse(List.of());
  }

  private void report(Incarnation worker, FromWorker.Service... services) {
    pool.handle(new JobEvent.Received(worker, new FromWorker.Served(List.of(services))));
  }

  private static FromWorker.Service ready(String name, long rows) {
    return ready(name, FIRST, rows);
  }

  private static FromWorker.Service ready(String name, JobId job, long rows) {
    return new FromWorker.Service(name, job, 0, true, 5, rows, rows * 1_000_000);
  }

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
    Failure crash = new Failure(FailureKind.CONTAINER_LOST, "exit 134", "h", "");
    start(1);
    launch(0);
    Incarnation one = register(0);
    submit(FIRST);
    report(one, ready(ordered(one).get(0).service(), 1));
    pool.onContainerEnded("c0", 134, crash, false);
    assertThat(out.told(FIRST, JobEvent.ContainerEnded.class).get(0).isItsOwnFault()).isTrue();

    launch(0);
    Incarnation next = register(0);
    submit(SECOND);
    assertThat(ordered(next)).hasSize(2);
    report(
        next, ready(ordered(next).get(0).service(), 1), ready(ordered(next).get(1).service(), 1));
    pool.onContainerEnded("c0", 134, crash, false);
    assertThat(out.told(FIRST, JobEvent.ContainerEnded.class)).hasSize(2);
    assertThat(out.told(FIRST, JobEvent.ContainerEnded.class).get(1).isItsOwnFault()).isFalse();
    assertThat(out.told(SECOND, JobEvent.ContainerEnded.class).get(0).isItsOwnFault()).isFalse();
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
  void aServiceThatDoesNotEndCostsTheWorker() {
    launch(0);
    Incarnation one = register(0);
    submit(FIRST);
    String service = ordered(one).get(0).service();
    report(one, ready(service, 1));
    pool.giveBack(FIRST, service, true);
    assertThat(ordered(one)).isEmpty();
    for (int i = 0; i < 11; i++) {
      pass(Duration.ofSeconds(1));
      report(one, ready(service, 1));
    }
    assertThat(out.given).containsExactly("c0 by force");
  }

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
