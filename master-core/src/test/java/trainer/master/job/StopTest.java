package trainer.master.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.ResultFact;
import trainer.core.fact.TargetFact;
import trainer.core.id.Version;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;

/** A job that is told to stop ends at a committed version, with the model of that version. */
class StopTest {
  private final DrivenJob job =
      new DrivenJob(20, 0, Map.of("trainer.minibatch.blocks", "2", "trainer.workers", "2")).run();

  @Test
  void whatIsOrderedIsFinishedAndNothingAfterIt() {
    job.commit(1);

    stop();

    assertThat(job.facts(TargetFact.StopScheduled.class))
        .singleElement()
        .satisfies(plan -> assertThat(plan.fromVersion().number()).isEqualTo(1))
        .satisfies(plan -> assertThat(plan.stopAt().number()).isEqualTo(4));
    job.commit(2);
    job.commit(3);
    assertThat(job.facts(ResultFact.FinalVersion.class)).isEmpty();
    job.commit(4);
    assertThat(job.facts(ResultFact.FinalVersion.class))
        .containsExactly(new ResultFact.FinalVersion(new Version(4)));
    assertThat(newestOrder()).isEqualTo(4);
  }

  @Test
  void theModelOfThatVersionIsPublishedAndTheJobEndsWell() {
    stop();
    job.commit(1);
    job.commit(2);
    job.commit(3);
    assertThat(job.said(ToPserver.WriteParts.class))
        .isNotEmpty()
        .allSatisfy(write -> assertThat(write.version().number()).isEqualTo(3));
    job.write(3);
    job.tell(new JobEvent.Published("id", "hdfs://x/out"));
    job.endProcesses();

    JobView view = job.view();
    assertThat(view.state()).isEqualTo(JobState.EXITED);
    assertThat(view.failure()).isNull();
    assertThat(view.version()).isEqualTo(3);
    assertThat(view.versions()).isEqualTo(10);
    assertThat(view.lifecycle().stop().version()).isEqualTo(3);
    assertThat(view.lifecycle().stop().by()).isEqualTo("alice (good enough)");
  }

  @Test
  void itStopsAtOnceWhenNothingIsOrdered() {
    for (String worker : job.containersOf(Role.WORKER)) {
      job.dies(worker, 137);
    }
    job.commit(1);
    job.commit(2);
    job.commit(3);

    stop();

    assertThat(job.facts(ResultFact.FinalVersion.class))
        .containsExactly(new ResultFact.FinalVersion(new Version(3)));
    assertThat(job.said(ToPserver.WriteParts.class)).isNotEmpty();
  }

  @Test
  void aLostWorkersOrdersAreStillFinished() {
    stop();
    String lost = job.containersOf(Role.WORKER).get(0);
    long before = job.said(ToWorker.Order.class).size();

    job.dies(lost, 137);

    List<ToWorker.Order> orders = job.said(ToWorker.Order.class);
    assertThat(orders.subList((int) before, orders.size()))
        .extracting(one -> one.version().number())
        .containsExactlyInAnyOrder(1L, 2L, 3L);
  }

  @Test
  void whoIsToldAgainChangesNothing() {
    stop();
    job.commit(1);
    stop();

    assertThat(job.facts(TargetFact.StopScheduled.class)).hasSize(1);
  }

  @Test
  void aJobThatEndsByItselfAnywayIsNotStopped() {
    for (long version = 1; version <= 7; version++) {
      job.commit(version);
    }

    stop();

    assertThat(job.facts(TargetFact.StopScheduled.class)).isEmpty();
    assertThat(job.view().lifecycle().stop()).isNull();
  }

  @Test
  void aJobThatDoesNotTrainYetIsNotStopped() {
    DrivenJob early = new DrivenJob(4, 0, Map.of());
    early.submit();

    early.tell(new JobEvent.StopAsked("alice"));

    assertThat(early.facts(TargetFact.StopScheduled.class)).isEmpty();
    assertThat(early.view().state()).isEqualTo(JobState.INITING);
  }

  @Test
  void aStoppedJobCanStillBeKilled() {
    stop();
    job.tell(new JobEvent.KillAsked("bob"));
    job.endProcesses();

    assertThat(job.view().state()).isEqualTo(JobState.KILLED);
    assertThat(job.actions(JobEffect.Publish.class)).isEmpty();
  }

  private void stop() {
    job.tell(new JobEvent.StopAsked("alice (good enough)"));
  }

  private long newestOrder() {
    return job.said(ToWorker.Order.class).stream()
        .mapToLong(one -> one.version().number())
        .max()
        .orElseThrow();
  }
}
