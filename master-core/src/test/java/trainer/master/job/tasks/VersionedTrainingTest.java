package trainer.master.job.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.ResultFact;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobState;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;

/** Versions of two gradients each, by three workers; 8 tasks of a block, so 4 versions an epoch. */
class VersionedTrainingTest {
  private static final Map<String, String> SETTINGS =
      Map.of(
          "trainer.sync", "versioned",
          "trainer.versioned.gradients", "2",
          "trainer.versioned.max-reports", "3",
          "trainer.workers", "3",
          "trainer.task.blocks", "1",
          "trainer.tasks.per-assignment", "1");

  private final DrivenJob job = of(Map.of());

  private long turnOf(String worker) {
    return turnOf(job, worker);
  }

  private static long turnOf(DrivenJob job, String worker) {
    List<ToWorker.AssignTasks> given =
        job.said(worker, ToWorker.AssignTasks.class).stream()
            .filter(message -> !message.tasks().isEmpty())
            .toList();
    return given.get(given.size() - 1).tasks().get(0).slot().number();
  }

  private void reports(String worker, long slot, long model) {
    job.say(
        worker,
        new FromWorker.Reported(
            job.view().line(), new Version(1), new Slot(slot), new Version(model)));
  }

  private void reports(String worker, long model) {
    reports(worker, turnOf(worker), model);
  }

  private List<ToWorker.Order> places(String worker) {
    return job.said(worker, ToWorker.Order.class);
  }

  private List<Long> newest(String worker) {
    return job.said(worker, ToWorker.ModelVersion.class).stream()
        .map(one -> one.version().number())
        .toList();
  }

  private long wholes(String worker) {
    return job.said(worker, ToWorker.AssignTasks.class).stream()
        .filter(ToWorker.AssignTasks::whole)
        .count();
  }

  private JobView.Versioned counted() {
    return job.view().synchronisation().versioned();
  }

  @Test
  void whoIsFirstMakesTheVersionAndWhoIsLateIsRefused() {
    assertThat(job.view().versions()).isEqualTo(4);
    assertThat(job.said("w0", ToWorker.AssignTasks.class))
        .allMatch(given -> given.steps().model().number() == 0);
    long slot = turnOf("w0");
    reports("w0", 0);
    assertThat(places("w0"))
        .singleElement()
        .matches(
            place ->
                place.version().number() == 1
                    && place.share().number() == 0
                    && place.share().shares() == 2)
        .matches(place -> place.slot().number() == slot && place.share().minibatchBlocks() == 2);
    assertThat(newest("w2")).isEmpty();
    reports("w1", 0);
    assertThat(places("w1")).extracting(place -> place.share().number()).containsExactly(1);
    assertThat(newest("w2")).as("there is no room").containsExactly(1L);
    reports("w2", 0);
    assertThat(places("w2")).isEmpty();
    assertThat(newest("w2")).containsExactly(1L, 1L);

    job.commit(1);
    assertThat(job.view().version()).isEqualTo(1);
    reports("w2", 1);
    assertThat(places("w2"))
        .singleElement()
        .matches(place -> place.version().number() == 2 && place.share().number() == 0);
    assertThat(counted()).isEqualTo(new JobView.Versioned(3, 1));
  }

  @Test
  void aPlaceIsRecordedBeforeItIsGiven() {
    long slot = turnOf("w0");
    reports("w0", 0);
    Fact place =
        new TrainingFact.QueueChanged(new QueueChange.Admitted(new Slot(slot), new Version(1), 0));
    assertThat(job.wanted().positionOfAwaited(place))
        .isLessThan(job.wanted().positionOf(ToWorker.Order.class::isInstance));
  }

  @Test
  void whoGetsAPlaceIsGivenAnotherTaskAtOnce() {
    long slot = turnOf("w0");
    reports("w0", 0);
    assertThat(turnOf("w0")).isNotEqualTo(slot);
    reports("w0", 0);
    assertThat(places("w0")).extracting(place -> place.share().number()).containsExactly(0, 1);
  }

  @Test
  void whatIsComputedOnACompleteVersionWaitsUntilItIsCommitted() {
    reports("w0", 0);
    reports("w1", 0);
    reports("w2", 1);
    assertThat(places("w2")).isEmpty();
    assertThat(newest("w2")).containsExactly(1L);
    job.commit(1);
    assertThat(places("w2")).extracting(one -> one.version().number()).containsExactly(2L);
    assertThat(counted().refusals()).isZero();
  }

  @Test
  void thePlaceOfALostWorkerIsFilledByAnotherUnderTheSameKey() {
    long slot = turnOf("w0");
    reports("w0", 0);
    reports("w1", 0);
    List<ToWorker.Order> first = places("w0");
    job.say("w1", new FromWorker.ShareDone(new Line(1), new Version(1), 1, 10, 5));
    job.dies("w0", 1);
    List<ToWorker.Order> again =
        List.of("w1", "w2").stream()
            .flatMap(worker -> places(worker).stream())
            .filter(place -> place.slot().number() == slot)
            .toList();
    assertThat(again).isEqualTo(first);
    job.commit(1);
    assertThat(job.view().version()).isEqualTo(1);
    assertThat(counted().reports()).isEqualTo(2);
    assertThat(job.view().tasks().done()).isEqualTo(2);
  }

  @Test
  void whoFilledAPlaceIsGivenTasksThoughTheVersionIsThereBeforeItsWord() {
    reports("w0", 0);
    reports("w1", 0);
    for (String worker : List.of("w0", "w1", "w2")) {
      job.dies(worker, 1);
    }
    job.startReplacements();
    assertThat(places("w3")).as("who comes first fills both").hasSize(2);
    assertThat(job.said("w3", ToWorker.AssignTasks.class)).allMatch(of -> of.tasks().isEmpty());
    job.commit(1);
    assertThat(job.said("w3", ToWorker.AssignTasks.class)).anyMatch(of -> !of.tasks().isEmpty());
  }

  @Test
  void aLostWorkerWhoseGradientsAreInIsNotMissed() {
    reports("w0", 0);
    job.say("w0", new FromWorker.ShareDone(new Line(1), new Version(1), 0, 10, 5));
    long slot = places("w0").get(0).slot().number();
    job.dies("w0", 1);
    assertThat(places("w1")).noneMatch(place -> place.slot().number() == slot);
    assertThat(places("w2")).noneMatch(place -> place.slot().number() == slot);
  }

  @Test
  void aTaskThatIsAlwaysOvertakenFailsAndGoesToAnother() {
    long slot = turnOf("w2");
    reports("w0", 0);
    reports("w1", 0);
    reports("w2", slot, 0);
    reports("w2", slot, 0);
    assertThat(wholes("w2")).isEqualTo(1);
    reports("w2", slot, 0);
    assertThat(job.facts(TrainingFact.QueueChanged.class))
        .contains(
            new TrainingFact.QueueChanged(
                new QueueChange.Returned(new Slot(slot), QueueChange.Cause.FAILED)));
    assertThat(wholes("w2")).as("it is to drop the task").isEqualTo(2);
    job.commit(1);
    reports("w0", 1);
    assertThat(turnOf("w0")).isEqualTo(slot);
  }

  private static DrivenJob of(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(SETTINGS);
    settings.putAll(more);
    return new DrivenJob(8, 0, settings).run();
  }

  @Test
  void theTasksOfTheNextEpochAreGivenWhenTheLastVersionOfThisOneIsCommitted() {
    DrivenJob two =
        of(
            Map.of(
                "trainer.epochs", "2", "trainer.workers", "1", "trainer.versioned.gradients", "8"));
    assertThat(two.view().versions()).isEqualTo(2);
    for (int report = 0; report < 8; report++) {
      long slot = turnOf(two, "w0");
      assertThat(slot).isLessThan(8);
      two.say(
          "w0",
          new FromWorker.Reported(new Line(1), new Version(1), new Slot(slot), Version.INITIAL));
    }
    assertThat(two.said("w0", ToWorker.Order.class)).hasSize(8);
    assertThat(turnOf(two, "w0")).isLessThan(8);
    two.commit(1).pass(Duration.ofSeconds(1));
    assertThat(turnOf(two, "w0")).isGreaterThanOrEqualTo(8);
  }

  @Test
  void aVersionHasNoMoreBlocksThanTheInput() {
    DrivenJob unequal = of(Map.of("trainer.task.blocks", "3", "trainer.versioned.gradients", "3"));
    unequal.say(
        "w0",
        new FromWorker.Reported(
            new Line(1), new Version(1), new Slot(turnOf(unequal, "w0")), Version.INITIAL));
    assertThat(unequal.said("w0", ToWorker.Order.class))
        .extracting(place -> place.share().minibatchBlocks())
        .containsExactly(8);
  }

  @Test
  void whoIsAtABlockWhenAllWaitForAVersionIsReplacedAndWhoWaitsIsNot() {
    DrivenJob slow = of(Map.of("trainer.task.timeout-least", "1s"));
    long slot = turnOf(slow, "w2");
    for (String worker : List.of("w0", "w1")) {
      slow.say(
          worker,
          new FromWorker.Reported(
              new Line(1), new Version(1), new Slot(turnOf(slow, worker)), Version.INITIAL));
    }
    slow.say("w2", new FromMember.Heartbeat(0, 0, 3)).pass(Duration.ofSeconds(5));
    List<ToMember.Probe> asked = slow.said("w2", ToMember.Probe.class);
    slow.say("w2", new FromMember.Heartbeat(asked.get(asked.size() - 1).number(), 0, 3));
    slow.pass(Duration.ofSeconds(5));
    assertThat(slow.facts(TrainingFact.QueueChanged.class))
        .extracting(TrainingFact.QueueChanged::change)
        .filteredOn(QueueChange.Returned.class::isInstance)
        .containsExactly(new QueueChange.Returned(new Slot(slot), QueueChange.Cause.TIMED_OUT));
    assertThat(slow.wanted().released()).containsExactly("w2");
  }

  @Test
  void aNewMasterKnowsWhatIsInWhichVersion() {
    reports("w0", 0);
    reports("w1", 0);
    job.commit(1);
    long open = turnOf("w2");
    reports("w2", 1);
    job.takeOver("p0", "w0", "w1", "w2").cutAgain();
    job.registerAgain("p0");
    job.say("p0", new FromPserver.Sealed(new Term(8), new Line(1), new Version(1), false));
    job.say("p0", new FromPserver.LineAccepted(new Line(2), new Version(1), true));
    job.registerAgain("w0").registerAgain("w1").registerAgain("w2");
    assertThat(job.view().tasks().done()).isEqualTo(2);
    assertThat(job.said("w2", ToWorker.AssignTasks.class))
        .allMatch(given -> given.steps().model().number() == 1);
    reports("w2", 1);
    assertThat(places("w2"))
        .singleElement()
        .matches(
            place ->
                place.line().number() == 2
                    && place.version().number() == 2
                    && place.share().number() == 0);
    assertThat(turnOf("w2")).as("its place in version 2 was void").isEqualTo(open);
  }

  @Test
  void theJobStopsWithTheVersionThatIsBeingBuilt() {
    reports("w0", 0);
    job.tell(new JobEvent.StopAsked("alice"));
    assertThat(job.view().lifecycle().stop().version()).isEqualTo(1);
    reports("w1", 0);
    job.commit(1).pass(Duration.ofSeconds(1));
    assertThat(job.view().state()).isEqualTo(JobState.RUNNING);
    assertThat(job.facts(ResultFact.FinalVersion.class))
        .extracting(one -> one.version().number())
        .containsExactly(1L);
  }

  @Test
  void whereCodeFailsThatFillsAPlaceOnceMoreAnotherWorkerFillsIt() {
    long slot = turnOf("w0");
    reports("w0", 0);
    reports("w1", 0);
    job.dies("w0", 1);
    String first =
        places("w1").stream().anyMatch(place -> place.slot().number() == slot) ? "w1" : "w2";
    String second = first.equals("w1") ? "w2" : "w1";
    Failure failure = new Failure(FailureKind.DATA_INVALID, "a bad line", "", "mend it");
    job.say(first, new FromWorker.ShareFailed(new Line(1), new Version(1), 0, 3, failure));
    assertThat(places(second))
        .anyMatch(place -> place.slot().number() == slot && place.share().number() == 0);
    job.say(second, new FromWorker.ShareFailed(new Line(1), new Version(1), 0, 3, failure));
    assertThat(job.view().failure()).isNull();
    assertThat(job.facts(TrainingFact.QueueChanged.class))
        .filteredOn(
            new TrainingFact.QueueChanged(
                    new QueueChange.Returned(new Slot(slot), QueueChange.Cause.FAILED))
                ::equals)
        .hasSize(2);
  }
}
