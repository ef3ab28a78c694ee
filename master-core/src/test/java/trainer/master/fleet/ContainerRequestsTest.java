package trainer.master.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.time.Moment;

class ContainerRequestsTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);

  private final FleetContext context = new FleetContext();
  private final FleetSlots slots = new FleetSlots();
  private final RecordingOutbox out = new RecordingOutbox();
  private final ContainerRequests requests =
      new ContainerRequests(context, slots, new PreviousContainers());
  private final RoleSlots workers;

  ContainerRequestsTest() {
    slots.add(JOB, Map.of(Role.WORKER, new ContainerSize(1000, 1)), 2);
    workers = slots.of(JOB, Role.WORKER);
    context.begin(new Moment(0, 0), out);
  }

  private void want(Integer... indices) {
    workers.want(List.of(indices));
    requests.reconcile(workers);
  }

  @Test
  void asksForWantedSlotsAndCancelsTheOthers() {
    requests.beginTerm(new Term(1));
    want(0, 1);
    want(0);
    long first = (1L << 20) + 1;
    assertThat(out.actions)
        .containsExactly(
            new FleetAction.Ask(first, Role.WORKER, 1000, 1, 2),
            new FleetAction.Ask(first + 1, Role.WORKER, 1000, 1, 2),
            new FleetAction.CancelAsk(first + 1));
    assertThat(requests.take(first + 1)).isNull();
    assertThat(requests.take(first)).isSameAs(workers.slot(0));
    assertThat(requests.take(first)).isNull();
  }

  @Test
  void asksForNothingDuringTheBackoff() {
    workers.backoff().onFailed(0);
    workers.backoff().onFailed(0);
    want(0);
    assertThat(out.actions).isEmpty();
  }

  @Test
  void growsASlotUpToTheLargestContainer() {
    requests.limit(1200);
    Slot slot = workers.slot(0);
    Failure first =
        new Failure(FailureKind.OUT_OF_MEMORY, "it was killed", "c1", "raise the memory");
    assertThat(requests.grow(slot, first).advice()).contains("with 1200 MB instead of 1000");
    assertThat(requests.grow(slot, first).advice()).contains("it had 1200 MB, and gets no more");
  }
}
