package trainer.master.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.job.JobId;
import trainer.core.job.Role;

class FleetSlotsTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);

  private final FleetSlots slots = new FleetSlots();
  private final RecordingOutbox out = new RecordingOutbox();

  FleetSlotsTest() {
    slots.add(JOB, Map.of(Role.WORKER, new ContainerSize(1024, 1)), 1);
  }

  @Test
  void keepsTheRolesOfAJobThatIsAddedTwice() {
    RoleSlots workers = slots.of(JOB, Role.WORKER);
    slots.add(JOB, Map.of(Role.WORKER, new ContainerSize(4096, 1)), 1);
    assertThat(slots.of(JOB, Role.WORKER)).isSameAs(workers);
    assertThat(slots.roles()).containsExactly(workers);
    assertThat(slots.contains(new JobId("application_1_0001", 2))).isFalse();
  }

  @Test
  void reportsCountsAndTheClustersExplanationOnce() {
    RoleSlots workers = slots.of(JOB, Role.WORKER);
    workers.want(List.of(0, 1), List.of());
    slots.report(workers, out);
    slots.report(workers, out);
    slots.explain("the queue is full");
    slots.report(workers, out);
    assertThat(out.told)
        .containsExactly(
            "standing " + JOB + " WORKER 2/0/0 ",
            "standing " + JOB + " WORKER 2/0/0 the queue is full");
  }
}
