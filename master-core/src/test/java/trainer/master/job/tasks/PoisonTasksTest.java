package trainer.master.job.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.master.job.RecordingJob;
import trainer.master.job.api.FleetRequest;
import trainer.master.job.api.JobEvent;
import trainer.master.job.history.JobPlan;
import trainer.master.job.members.JobContainers;

class PoisonTasksTest {
  private final OpenQueueFixture fixture =
      new OpenQueueFixture(Map.of("trainer.task.max-failures", "2"));
  private final OpenQueue open = fixture.open;
  private final JobContainers containers = new JobContainers(fixture.job.context, List.of());
  private final PoisonTasks poison =
      new PoisonTasks(
          fixture.job.context,
          RecordingJob.members(fixture.job.context, containers),
          new TaskDiscards(fixture.job.context, fixture.lifecycle));

  private void dies(Incarnation worker, Long... slots) {
    poison.onLost(open, RecordingJob.worker(worker), List.of(slots), "it was killed");
  }

  private void suspectFirst() {
    for (int death = 0; death < JobPlan.DEATHS_TOGETHER; death++) {
      dies(new Incarnation(death), 0L);
    }
  }

  @Test
  void givesASuspectedTaskAlone() {
    assertThat(poison.choose(open, List.of(0L, 1L), List.of())).containsExactly(0L, 1L);
    suspectFirst();
    assertThat(poison.choose(open, List.of(1L, 0L), List.of())).containsExactly(0L);
    assertThat(poison.choose(open, List.of(1L, 0L), List.of(2L))).containsExactly(1L);
    assertThat(poison.choose(open, List.of(1L), List.of(0L))).isEmpty();
  }

  private void shares(Incarnation worker) {
    String container = RecordingJob.worker(worker).containerId();
    containers.onSeen(
        new JobEvent.ContainerSeen(Role.WORKER, 0, container, "h", 0, 0, false, false), 0);
    containers.onShared(new JobEvent.ContainerShared(container, true));
  }

  @Test
  void countsTheDeathOfAProcessOfSeveralJobsForNoTask() {
    for (int death = 0; death < 10; death++) {
      shares(new Incarnation(death));
      dies(new Incarnation(death), 0L);
    }
    assertThat(poison.isSuspected(open.task(0))).isFalse();
    assertThat(fixture.lifecycle.isDecided()).isFalse();
  }

  @Test
  void isIsolatedUntilTheTasksOfAnUnclearDeathAreFinished() {
    shares(new Incarnation(1));
    dies(new Incarnation(1), 0L, 1L);
    poison.acquit(open.task(0));
    assertThat(fixture.job.requests).containsExactly(new FleetRequest.Isolate(true));
    poison.acquit(open.task(1));
    assertThat(fixture.job.requests)
        .containsExactly(new FleetRequest.Isolate(true), new FleetRequest.Isolate(false));
  }

  @Test
  void acquitsATaskThatIsFinished() {
    suspectFirst();
    poison.acquit(open.task(0));
    assertThat(poison.choose(open, List.of(1L, 0L), List.of())).containsExactly(1L, 0L);
  }

  @Test
  void givesUpATaskThatKillsWorkersAlone() {
    suspectFirst();
    dies(new Incarnation(8), 0L);
    assertThat(fixture.lifecycle.isDecided()).isFalse();
    dies(new Incarnation(9), 0L);
    assertThat(fixture.lifecycle.failure().kind()).isEqualTo(FailureKind.BLOCK_KILLS_WORKERS);
  }
}
