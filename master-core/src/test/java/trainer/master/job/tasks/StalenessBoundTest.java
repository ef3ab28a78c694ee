package trainer.master.job.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.QueueChange;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.Role;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.Staleness;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenJob;

/** Workers that are held back, since another one is slower ({@code trainer.sync=ssp}). */
class StalenessBoundTest {
  private final DrivenJob job = job("ssp").run();

  private static DrivenJob job(String sync) {
    return new DrivenJob(
        8,
        0,
        Map.of(
            "trainer.sync", sync,
            "trainer.ssp.staleness", "2",
            "trainer.workers", "2",
            "trainer.task.blocks", "1",
            "trainer.tasks.per-assignment", "1",
            "trainer.task.timeout-least", "1s"));
  }

  private void isAt(String worker, long finished) {
    job.say(worker, new FromWorker.Clock(DrivenJob.TERM, finished, finished + 1));
  }

  private List<Long> paces(String worker) {
    return job.said(worker, ToWorker.Pace.class).stream().map(ToWorker.Pace::slowest).toList();
  }

  @Test
  void allHearWhenTheSlowestGetsFurtherAndNothingElse() {
    assertThat(job.said("w0", ToWorker.AssignTasks.class))
        .isNotEmpty()
        .allMatch(given -> given.pace().bound() == 2);
    int before = paces("w1").size();
    isAt("w0", 3);
    assertThat(paces("w1")).hasSize(before);
    isAt("w1", 1);
    assertThat(paces("w0")).endsWith(1L);
    assertThat(paces("w1")).endsWith(1L);
  }

  /** A worker that returns without tasks numbers its steps anew under each master. */
  @Test
  void aClockOfAnotherTermDoesNotCount() {
    isAt("w0", 3);
    job.say("w1", new FromWorker.Clock(new Term(DrivenJob.TERM.number() - 1), 3, 3));
    assertThat(paces("w0")).doesNotContain(3L);
    isAt("w1", 1);
    assertThat(paces("w0")).endsWith(1L);
  }

  @Test
  void aNewMasterGivesNoPaceUntilAllWithTasksHaveReported() {
    Term next = DrivenJob.TERM.next();
    job.takeOver("p0", "w0", "w1").cutAgain().registerAgain("p0");
    job.say("p0", new FromPserver.Sealed(next, new Line(1), Version.INITIAL, false));
    job.each(Role.PSERVER, new FromPserver.LineAccepted(new Line(2), Version.INITIAL, true));
    job.registerAgain("w0").registerAgain("w1");
    assertThat(job.said("w0", ToWorker.AssignTasks.class))
        .isNotEmpty()
        .allMatch(given -> given.pace().slowest() == ToWorker.Pace.UNKNOWN);
    job.say("w1", new FromWorker.Clock(next, 0, 0)); // it has begun nothing, so it does not count
    job.pass(Duration.ofSeconds(11));
    assertThat(job.said("w1", ToMember.Probe.class)).as("it can only wait").isEmpty();
    assertThat(paces("w1")).isEmpty();
    job.say("w0", new FromWorker.Clock(next, 5, 6));
    assertThat(paces("w0")).containsExactly(5L);
    assertThat(paces("w1")).containsExactly(5L);
  }

  @Test
  void nobodyIsHeldBackUnderAsync() {
    DrivenJob async = job("async").run();
    assertThat(async.said("w0", ToWorker.AssignTasks.class))
        .isNotEmpty()
        .allMatch(given -> given.pace() == null);
    assertThat(async.said("w0", ToWorker.Pace.class)).isEmpty();
  }

  @Test
  void whoCanOnlyWaitForASlowerOneIsNotTakenForHanging() {
    isAt("w0", 3);
    job.pass(Duration.ofSeconds(11));
    assertThat(job.said("w0", ToMember.Probe.class)).isEmpty();
    assertThat(job.said("w1", ToMember.Probe.class)).hasSize(1);
  }

  @Test
  void howFarAheadStepsWereBegunIsRecordedWithTheirTask() {
    long slot =
        job.said("w0", ToWorker.AssignTasks.class).stream()
            .flatMap(given -> given.tasks().stream())
            .findFirst()
            .orElseThrow()
            .slot()
            .number();
    Staleness staleness = new Staleness(List.of(1L, 0L, 4L));
    job.say(
        "w0",
        new FromWorker.TaskDone(
            new Line(1), new Version(1), new Slot(slot), Metrics.NONE, staleness));
    assertThat(job.view().tasks().staleness()).containsExactly(1L, 0L, 4L);
    assertThat(job.facts(TrainingFact.QueueChanged.class))
        .contains(
            new TrainingFact.QueueChanged(
                new QueueChange.Done(new Slot(slot), Metrics.NONE, staleness)));
  }
}
