package trainer.master.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.time.Moment;

class ContainerRegistryTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final Failure FAILURE =
      new Failure(FailureKind.CONTAINER_LAUNCH_FAILED, "it failed", "c1", "see its log");

  private final FleetContext context = new FleetContext();
  private final FleetSlots slots = new FleetSlots();
  private final RecordingOutbox out = new RecordingOutbox();
  private final ContainerRegistry registry =
      new ContainerRegistry(
          context,
          slots,
          new ContainerRequests(context, slots, new PreviousContainers()),
          new Nodes());
  private RoleSlots workers;
  private AllocatedContainer container;

  @BeforeEach
  void holdOneContainer() {
    slots.add(JOB, Map.of(Role.WORKER, new ContainerSize(1000, 1)), 1);
    workers = slots.of(JOB, Role.WORKER);
    workers.want(List.of(0), List.of());
    context.begin(new Moment(0, 0), out);
    container = new AllocatedContainer("c1", "host", workers.slot(0));
    workers.slot(0).hold(container);
    registry.add(container);
  }

  @Test
  void freesTheSlotOfAContainerThatEndsAndStillKnowsIt() {
    registry.end(container, 1, FAILURE);
    assertThat(registry.get("c1")).isNull();
    assertThat(registry.isKnown("c1")).isTrue();
    assertThat(workers.slot(0).isEmpty()).isTrue();
    assertThat(out.failures).containsExactly(FAILURE);
  }

  @Test
  void reportsNoFailureForAnEndThatWasRequested() {
    container.giveBack();
    registry.end(container, 0, FAILURE);
    assertThat(out.failures).containsOnlyNulls();
    assertThat(workers.backoff().isOver(0)).isTrue();
  }

  @Test
  void delaysTheNextRequestAfterRepeatedFailures() {
    registry.end(container, 1, FAILURE);
    AllocatedContainer second = new AllocatedContainer("c2", "host", workers.slot(0));
    registry.add(second);
    registry.end(second, 1, FAILURE);
    assertThat(workers.backoff().isOver(0)).isFalse();
  }

  @Test
  void recordsAReleaseDurablyAndOnce() {
    registry.release(container);
    registry.release(container);
    assertThat(out.before).hasSize(1);
    assertThat(out.actions).containsExactly(new FleetAction.Release("c1"));
  }

  @Test
  void releasesASurplusContainerAndRemembersIt() {
    registry.releaseSurplus("c2");
    assertThat(out.actions).containsExactly(new FleetAction.Release("c2"));
    assertThat(registry.get("c2")).isNull();
    registry.endUnheld("c2");
    assertThat(registry.isKnown("c2")).isTrue();
  }
}
