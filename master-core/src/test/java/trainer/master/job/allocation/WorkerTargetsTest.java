package trainer.master.job.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.TargetFact;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.ProcessesView;

/** How workers come and go while a job trains. */
class WorkerTargetsTest {
  private static DrivenJob job(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("trainer.epochs", "40");
    return new DrivenJob(16, 0, all);
  }

  private static JobEffect.Answer scale(DrivenJob job, int count) {
    job.tell(new JobEvent.ScaleAsked(7, Role.WORKER, count, "alice"));
    List<JobEffect.Answer> answers = job.actions(JobEffect.Answer.class);
    return answers.get(answers.size() - 1);
  }

  private static List<Integer> launched(DrivenJob job) {
    return job.wanted().ofCluster(FleetAction.Launch.class).stream()
        .filter(launch -> launch.role() == Role.WORKER)
        .map(FleetAction.Launch::index)
        .toList();
  }

  private static long live(DrivenJob job) {
    return job.view().processes().members().stream()
        .filter(one -> one.role() == Role.WORKER && one.state().equals("live"))
        .count();
  }

  @Test
  void aJobBeginsWithTheLeastAndGrowsAsTheClusterHasRoom() {
    DrivenJob job =
        job(Map.of("trainer.workers", "4", "trainer.workers.min", "1", "trainer.start", "min"));
    job.runPservers();
    job.grant(1).forEach(job::register);
    assertThat(job.view().state()).isEqualTo(JobState.RUNNING);
    assertThat(job.view().processes().workers())
        .isEqualTo(new ProcessesView.Workers(List.of(0, 1, 2, 3), 1, "", 0));
    job.commit(1).startAsked();
    assertThat(job.view().processes().workers().there()).isEqualTo(4);
    assertThat(job.view().lifecycle().waitingFor()).isEmpty();
    job.commit(2).pass(Duration.ofSeconds(2));
    assertThat(job.view().version()).isEqualTo(2);
  }

  @Test
  void moreComeThanTheJobWasToGrowToIfSomebodyAsks() {
    DrivenJob job = job(Map.of("trainer.workers", "2")).run();
    assertThat(scale(job, 5).message()).contains("wants 5 workers from here on, not 2");
    assertThat(job.facts(TargetFact.WorkersWanted.class))
        .singleElement()
        .satisfies(fact -> assertThat(fact.indices()).containsExactly(0, 1, 2, 3, 4))
        .satisfies(fact -> assertThat(fact.by()).isEqualTo("alice"));
    job.startAsked();
    assertThat(live(job)).isEqualTo(5);
    assertThat(launched(job)).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void whoIsTooManyLeavesByItselfTheNewestFirst() {
    DrivenJob job = job(Map.of("trainer.workers", "4")).run();
    assertThat(scale(job, 2).accepted()).isTrue();
    assertThat(job.said("w0", ToMember.Leave.class)).isEmpty();
    assertThat(job.said("w1", ToMember.Leave.class)).isEmpty();
    assertThat(job.said("w2", ToMember.Leave.class)).hasSize(1);
    assertThat(job.said("w3", ToMember.Leave.class)).hasSize(1);
    job.ends("w2", 0).ends("w3", 0).commit(1).commit(2).pass(Duration.ofSeconds(2));
    assertThat(live(job)).isEqualTo(2);
    assertThat(job.view().version()).isEqualTo(2);
    assertThat(job.view().failure()).isNull();
    assertThat(launched(job)).as("nobody comes in their place").hasSize(4);
    assertThat(job.wanted().ofCluster(FleetAction.Release.class)).isEmpty();
    assertThat(job.view().recovery().survived()).as("that is nobody's loss").isEmpty();
  }

  @Test
  void aLeavingWorkerThatReconnectsIsSentTheOrderToLeaveAgain() {
    DrivenJob job = job(Map.of("trainer.workers", "2")).run();
    scale(job, 1);
    int orders = job.said("w1", ToWorker.Order.class).size();
    job.breaks("w1");
    job.registerAgain("w1").commit(1);
    assertThat(job.said("w1", ToMember.Leave.class)).hasSize(2);
    assertThat(job.said("w1", ToWorker.Order.class)).hasSize(orders);
  }

  @Test
  void workersThatHaveToBeStoppedBecauseFewerAreWantedCountAsNoCrashes() {
    DrivenJob job = job(Map.of("trainer.workers", "2")).run();
    scale(job, 30);
    job.startAsked();
    scale(job, 1);
    job.pass(Duration.ofMinutes(2));
    assertThat(job.wanted().released()).hasSize(29);
    for (int worker = 1; worker < 30; worker++) {
      job.ends("w" + worker, 137);
    }
    assertThat(job.view().failure()).isNull();
    assertThat(job.view().processes().nodes()).isEmpty();
  }

  @Test
  void othersDoWhatItHadWhoLeaves() {
    DrivenJob job = job(Map.of("trainer.workers", "2")).run();
    List<Integer> had = job.blocksOf("w1", 1);
    assertThat(had).isNotEmpty();
    scale(job, 1);
    assertThat(job.blocksOf("w0", 1)).containsAll(had);
  }

  @Test
  void whoHasNotComeIsGivenUpBeforeWhoIsThere() {
    DrivenJob job =
        job(Map.of("trainer.workers", "3", "trainer.workers.min", "1", "trainer.start", "min"));
    job.runPservers();
    List<String> granted = job.grant();
    job.register(granted.get(2));
    scale(job, 1);
    assertThat(job.view().processes().workers().indices()).containsExactly(2);
    assertThat(job.said(granted.get(2), ToMember.Leave.class)).isEmpty();
    assertThat(job.wanted().ofCluster(FleetAction.Release.class))
        .extracting(FleetAction.Release::containerId)
        .containsExactlyInAnyOrder(granted.get(0), granted.get(1));
  }

  @Test
  void aNewOneDoesNotTakeThePlaceOfOneThatLeavesYet() {
    DrivenJob job = job(Map.of("trainer.workers", "2")).run();
    scale(job, 1);
    scale(job, 2);
    job.startAsked();
    assertThat(job.view().processes().workers().indices()).containsExactly(0, 2);
    assertThat(live(job)).isEqualTo(2);
  }

  @Test
  void aLostOneIsReplacedAlsoAfterScaling() {
    DrivenJob job = job(Map.of("trainer.workers", "2")).run();
    scale(job, 3);
    job.startAsked();
    job.dies("w2", 137);
    job.startReplacements();
    assertThat(live(job)).isEqualTo(3);
    assertThat(launched(job)).containsExactly(0, 1, 2, 2);
  }

  @Test
  void theNextMasterWantsAsMany() {
    DrivenJob job = job(Map.of("trainer.workers", "2")).run();
    scale(job, 4);
    job.startAsked();
    job.takeOver("p0", "w0", "w1", "w2", "w3").cutAgain();
    assertThat(job.view().processes().workers().indices()).containsExactly(0, 1, 2, 3);
    assertThat(job.view().processes().workers().by()).isEqualTo("alice");
    assertThat(job.wanted().ofCluster(FleetAction.Release.class)).isEmpty();
  }

  @Test
  void aPreemptedOneComesAgainWhileItIsWanted() {
    DrivenJob job = job(Map.of("trainer.workers", "2")).run();
    job.fleet(new FleetEvent.Leaving(List.of("w1"), "it is preempted"));
    assertThat(job.said("w1", ToMember.Leave.class)).hasSize(1);
    job.ends("w1", 0).startReplacements();
    assertThat(launched(job)).containsExactly(0, 1, 1);
    assertThat(live(job)).isEqualTo(2);
  }

  @Test
  void noneIsTooFewAndThousandsAreTooMany() {
    DrivenJob job = job(Map.of("trainer.workers", "2")).run();
    assertThat(scale(job, 0)).isEqualTo(new JobEffect.Answer(7, false, "a job needs a worker"));
    assertThat(scale(job, 100_000).accepted()).isFalse();
    assertThat(job.facts(TargetFact.WorkersWanted.class)).isEmpty();
  }
}
