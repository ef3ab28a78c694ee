package trainer.master.job.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.core.fact.TrainingFact;
import trainer.core.feature.MomentSums;
import trainer.core.feature.Moments;
import trainer.core.feature.Standardisation;
import trainer.core.job.Role;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEffect;

/** The first pass over eight blocks of a table with one standardised column, a task a block. */
class ColumnMeasurementTest {
  private static final int TASKS = 8;

  private final DrivenJob job = job(Map.of());

  private static DrivenJob job(Map<String, String> more) {
    Map<String, String> settings = new java.util.HashMap<>(more);
    settings.put("trainer.features", "city:category,age:number");
    return new DrivenJob(TASKS, 0, settings).run();
  }

  private static Moments momentsOf(int task) {
    MomentSums sums = new MomentSums();
    sums.add(task + 0.1);
    return sums.moments();
  }

  private static final Standardisation WHOLE =
      Standardisation.of(
          IntStream.range(0, TASKS)
              .mapToObj(ColumnMeasurementTest::momentsOf)
              .reduce(Moments.NONE, Moments::plus));

  private static void measured(DrivenJob job, String worker, int task) {
    job.say(worker, new FromWorker.Measured(task, List.of(momentsOf(task))));
  }

  private static List<Integer> asked(DrivenJob job, String worker) {
    return job.said(worker, ToWorker.Measure.class).stream()
        .map(ToWorker.Measure::task)
        .distinct()
        .toList();
  }

  /** Answers all that a worker is asked. */
  private static void answerAll(DrivenJob job, String worker) {
    int answered = 0;
    while (answered < asked(job, worker).size()) {
      measured(job, worker, asked(job, worker).get(answered++));
    }
  }

  @Test
  void noWorkIsOrderedBeforeTheColumnsAreMeasured() {
    assertThat(asked(job, "w0")).containsExactly(0, 1, 2, 3);
    assertThat(job.said("w0", ToWorker.Order.class)).isEmpty();
    for (int task = 0; task < TASKS - 1; task++) {
      measured(job, "w0", task);
    }
    assertThat(job.said("w0", ToWorker.Order.class)).isEmpty();
    assertThat(job.said("w0", ToWorker.Standardise.class)).isEmpty();
    measured(job, "w0", TASKS - 1);
    assertThat(job.said("w0", ToWorker.Standardise.class))
        .extracting(ToWorker.Standardise::standardisations)
        .containsExactly(List.of(WHOLE));
    List<ToMember> sent = job.said("w0", ToMember.class);
    List<? extends Class<?>> kinds = sent.stream().map(Object::getClass).toList();
    assertThat(kinds.indexOf(ToWorker.Standardise.class))
        .isLessThan(kinds.indexOf(ToWorker.Order.class));
  }

  @Test
  void eachTaskCountsOnce() {
    measured(job, "w0", 1);
    measured(job, "w0", 1);
    measured(job, "w0", 99);
    measured(job, "w0", -1);
    job.say("w0", new FromWorker.Measured(0, List.of()));
    assertThat(job.facts(TrainingFact.Measured.class))
        .containsExactly(new TrainingFact.Measured(1, TASKS, List.of(momentsOf(1))));
  }

  @Test
  void aNewMasterMeasuresOnlyWhatIsNotRecorded() {
    measured(job, "w0", 0);
    measured(job, "w0", 5);
    job.takeOver("p0", "w0").cutAgain().registerAgain("p0").registerAgain("w0");
    job.each(
        Role.PSERVER,
        new trainer.core.message.FromPserver.Sealed(
            job.view().recovery().term(),
            job.view().line(),
            trainer.core.id.Version.INITIAL,
            false));
    job.each(
        Role.PSERVER,
        new trainer.core.message.FromPserver.LineAccepted(
            job.view().line(), trainer.core.id.Version.INITIAL, true));
    answerAll(job, "w0");
    assertThat(asked(job, "w0")).doesNotContain(0, 5).hasSize(TASKS - 2);
    assertThat(job.said("w0", ToWorker.Standardise.class))
        .extracting(ToWorker.Standardise::standardisations)
        .containsOnly(List.of(WHOLE));
  }

  @Test
  void tasksOfALostWorkerAreMeasuredByAnother() {
    DrivenJob two = job(Map.of("trainer.workers", "2"));
    assertThat(asked(two, "w1")).isNotEmpty();
    List<Integer> lost = asked(two, "w1");
    two.dies("w1", 137);
    answerAll(two, "w0");
    assertThat(asked(two, "w0")).containsAll(lost).hasSize(TASKS);
    assertThat(two.said("w0", ToWorker.Standardise.class)).isNotEmpty();
  }

  @Test
  void theModelIsPublishedWithTheStandardisations() {
    answerAll(job, "w0");
    job.train();
    job.write(job.view().versions());
    assertThat(job.actions(JobEffect.Publish.class))
        .extracting(JobEffect.Publish::standardisations)
        .containsExactly(List.of(WHOLE));
  }
}
