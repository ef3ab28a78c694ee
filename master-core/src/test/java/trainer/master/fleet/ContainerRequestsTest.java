package trainer.master.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
    workers.want(List.of(indices), List.of());
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
            new FleetAction.Ask(first, Role.WORKER, 1000, 1, 2, List.of()),
            new FleetAction.Ask(first + 1, Role.WORKER, 1000, 1, 2, List.of()),
            new FleetAction.CancelAsk(first + 1));
    assertThat(requests.take(first + 1)).isNull();
    assertThat(requests.take(first)).isSameAs(workers.slot(0));
    assertThat(requests.take(first)).isNull();
  }

  private List<List<String>> asked(int workersWanted, int hosts) {
    workers.want(
        IntStream.range(0, workersWanted).boxed().toList(),
        IntStream.range(0, hosts).mapToObj(host -> "h" + host).toList());
    requests.reconcile(workers);
    return out.actions.stream().map(action -> ((FleetAction.Ask) action).hosts()).toList();
  }

  @Test
  void asksNearFewHostsForEveryWorker() {
    assertThat(asked(3, 3)).hasSize(3).containsOnly(List.of("h0", "h1", "h2"));
  }

  @Test
  void asksNearOtherHostsForEachWorkerWhereThereAreMany() {
    List<List<String>> asked = asked(3, 20);
    assertThat(asked.get(0)).containsExactly("h0", "h1", "h2", "h3", "h4", "h5", "h6", "h7");
    assertThat(asked.get(2)).containsExactly("h16", "h17", "h18", "h19", "h0", "h1", "h2", "h3");
    assertThat(asked.stream().flatMap(List::stream).distinct()).hasSize(20);
  }

  private List<FleetAction> after(int seconds) {
    out.actions.clear();
    context.begin(new Moment(seconds * 1_000_000_000L, 0), out);
    requests.reconcile(workers);
    return List.copyOf(out.actions);
  }

  @Test
  void asksAnywhereIfTheHostsHaveNoRoomForThreeSeconds() {
    assertThat(asked(1, 2)).containsExactly(List.of("h0", "h1"));
    assertThat(requests.nextDeadline()).isEqualTo(3_000_000_000L);
    assertThat(after(2)).isEmpty();
    assertThat(after(3))
        .containsExactly(
            new FleetAction.CancelAsk(1),
            new FleetAction.Ask(2, Role.WORKER, 1000, 1, 2, List.of()));
    assertThat(after(9)).isEmpty();
    assertThat(requests.nextDeadline()).isEqualTo(Long.MAX_VALUE);
    assertThat(requests.take(1)).isNull();
    assertThat(requests.take(2)).isSameAs(workers.slot(0));
    workers.slot(0).notAsked(); // granted on a host to be avoided
    assertThat(after(10))
        .containsExactly(new FleetAction.Ask(3, Role.WORKER, 1000, 1, 2, List.of()));
  }

  @Test
  void asksAnywhereForALostProcess() {
    asked(1, 2);
    Slot slot = requests.take(1);
    slot.hold(new AllocatedContainer("c1", "h0", slot));
    slot.empty();
    assertThat(after(1))
        .containsExactly(new FleetAction.Ask(2, Role.WORKER, 1000, 1, 2, List.of()));
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
