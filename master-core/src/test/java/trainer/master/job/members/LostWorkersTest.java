package trainer.master.job.members;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.Role;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;

/** How long a job goes on without the workers it wants. */
class LostWorkersTest {
  private static final Duration ALLOCATION = Duration.ofSeconds(20);
  private static final int PREEMPTED = -102;
  private static final int MEMORY_EXCEEDED = -104;

  @Test
  void aHeldOutSetThatNobodyCanScoreEndsTheJobInTime() {
    DrivenJob job = job(1).run();
    job.train();
    assertThat(job.said(ToWorker.Evaluate.class)).isNotEmpty();

    job.dies(job.containersOf(Role.WORKER).get(0), 137);
    assertThat(job.view().lifecycle().waitingFor())
        .extracting(JobView.Waiting::what)
        .containsExactly("workers");
    job.pass(ALLOCATION);

    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.ALLOCATION_TIMEOUT);
  }

  @Test
  void aWorkerThatIsMissingWhileOthersWorkIsSaidToBeWaitedForAndHoldsNothingUp() {
    DrivenJob job = job(2).run();

    job.dies(job.containersOf(Role.WORKER).get(0), 137);
    job.pass(ALLOCATION.multipliedBy(2));

    assertThat(job.view().lifecycle().waitingFor()).hasSize(1);
    assertThat(job.view().failure()).isNull();
    job.grant().forEach(job::register);
    job.pass(Duration.ofSeconds(1));
    assertThat(job.view().lifecycle().waitingFor()).isEmpty();
  }

  @Test
  void theWaitForTheLastWorkerBeginsWithItsLoss() {
    DrivenJob job = job(2).run();
    job.dies(job.containersOf(Role.WORKER).get(0), 137);
    job.pass(ALLOCATION);

    job.dies(job.containersOf(Role.WORKER).get(0), 137);
    job.pass(ALLOCATION.dividedBy(2));
    assertThat(job.view().failure()).isNull();

    job.pass(ALLOCATION);
    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.ALLOCATION_TIMEOUT);
  }

  @Test
  void workersThatDieAgainAndAgainInTheEvaluationEndTheJob() {
    DrivenJob job = job(1, Duration.ofMinutes(10)).run();
    job.train();

    Failure failure = dieUntilTheEnd(job, 1, 40);

    assertThat(failure.kind()).isEqualTo(FailureKind.WORKERS_LOST);
  }

  @Test
  void whatIsKnownOfTheWorkersThatABlockKilledIsSaid() {
    DrivenJob job = job(1, Duration.ofMinutes(10)).run();

    Failure failure = dieUntilTheEnd(job, MEMORY_EXCEEDED, 10);

    assertThat(failure.kind()).isEqualTo(FailureKind.BLOCK_KILLS_WORKERS);
    assertThat(failure.message()).contains("OUT_OF_MEMORY").contains("trainer.worker.memory-mb");
  }

  @Test
  void everyBlockADeadWorkerHeldIsCountedAndStaysSoWhenAllIsCutAnew() {
    DrivenJob job = job(2).run();
    int first = blockOf(job.wanted().order(1, 0).orElseThrow());
    int second = blockOf(job.wanted().order(1, 1).orElseThrow());
    job.dies(job.containersOf(Role.WORKER).get(0), 137); // its share goes behind the other one
    job.dies(job.containersOf(Role.WORKER).get(0), 137);
    dieOnce(job, 137);
    assertThat(job.facts(TrainingFact.LineOpened.class)).hasSize(2);
    assertThat(job.facts(TrainingFact.LineOpened.class).get(1).reason())
        .contains("" + first)
        .doesNotContain("" + second);

    dieOnce(job, 137);

    assertThat(job.facts(TrainingFact.LineOpened.class)).hasSize(3);
    assertThat(job.facts(TrainingFact.LineOpened.class).get(2).reason()).contains("" + second);
  }

  @Test
  void whatTheClusterTakesForItselfIsNobodysFault() {
    DrivenJob job = job(1).run();
    job.train();

    assertThat(dieUntilTheEnd(job, PREEMPTED, 40)).isNull();
  }

  @Test
  void aShareThatIsReportedTwiceCountsOnce() {
    DrivenJob job = job(1).run();
    Incarnation worker = new Incarnation(job.incarnationOf(job.containersOf(Role.WORKER).get(0)));

    job.say(worker, new FromWorker.ShareDone(new Line(1), new Version(1), 0, 20, 1000));
    job.say(worker, new FromWorker.ShareDone(new Line(1), new Version(1), 0, 20, 1000));

    assertThat(job.view().processes().members())
        .filteredOn(member -> member.role() == Role.WORKER)
        .extracting(ProcessesView.Member::records)
        .containsExactly(20L);
  }

  @Test
  void epochsOfOneMiniBatchAreNotJournaledOneByOne() {
    DrivenJob job =
        new DrivenJob(1, 0, Map.of("trainer.epochs", "100", "trainer.minibatch.blocks", "8")).run();

    job.train();

    assertThat(job.facts(TrainingFact.Progressed.class)).hasSizeLessThan(5);
    assertThat(job.view().version()).isEqualTo(100);
  }

  private static int blockOf(ToWorker.Order order) {
    return order.share().blocks().get(0).blocks().get(0).number();
  }

  private static DrivenJob job(int workers) {
    return job(workers, ALLOCATION);
  }

  private static DrivenJob job(int workers, Duration allocationTimeout) {
    return new DrivenJob(
        4,
        2,
        Map.of(
            "trainer.minibatch.blocks",
            "2",
            "trainer.workers",
            "" + workers,
            "trainer.allocation.timeout",
            allocationTimeout.toSeconds() + "s"));
  }

  @Test
  void workersThatAreLostTogetherAreNotGivenEachOthersShares() {
    DrivenJob job = job(4).run();
    List<String> workers = job.containersOf(Role.WORKER);
    job.wanted().clear();

    workers.forEach(job::breaks);
    job.pass(Duration.ofSeconds(1), workers.toArray(String[]::new));

    assertThat(job.containersOf(Role.WORKER)).isEmpty();
    assertThat(job.said(ToWorker.Order.class)).isEmpty();
    assertThat(job.view().line().number()).as("no block is suspected").isEqualTo(1);
  }

  @Test
  void theFirstToComeAfterAllWereLostLeavesSharesForThoseThatFollow() {
    DrivenJob job =
        new DrivenJob(12, 0, Map.of("trainer.minibatch.blocks", "4", "trainer.workers", "4")).run();
    List<String> lost = job.containersOf(Role.WORKER);
    lost.forEach(job::breaks);
    job.pass(Duration.ofSeconds(1), lost.toArray(String[]::new));
    lost.forEach(name -> job.ends(name, 137));

    job.startReplacements().startReplacements();

    assertThat(job.blocksOf("w4", 1)).hasSize(2);
    assertThat(job.blocksOf("w5", 1)).hasSize(2).doesNotContainAnyElementsOf(job.blocksOf("w4", 1));
  }

  /** Every worker dies as soon as it has registered; null when the job bears it. */
  private static Failure dieUntilTheEnd(DrivenJob job, int exit, int most) {
    for (int death = 0; death < most && job.view().failure() == null; death++) {
      dieOnce(job, exit);
    }
    return job.view().failure();
  }

  /** A worker dies, once there is one. */
  private static void dieOnce(DrivenJob job, int exit) {
    for (int i = 0; i < 200 && job.containersOf(Role.WORKER).isEmpty(); i++) {
      job.grant().forEach(job::register);
      job.pass(Duration.ofMillis(250));
    }
    job.each(
        Role.PSERVER,
        new FromPserver.LineAccepted(job.view().line(), new Version(job.view().version()), true));
    job.pass(Duration.ofMillis(250));
    job.dies(job.containersOf(Role.WORKER).get(0), exit);
  }
}
