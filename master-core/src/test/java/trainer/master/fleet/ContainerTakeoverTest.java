package trainer.master.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.time.Moment;

class ContainerTakeoverTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);

  private final FleetContext context = new FleetContext();
  private final FleetSlots slots = new FleetSlots();
  private final PreviousContainers previous = new PreviousContainers();
  private final RecordingOutbox out = new RecordingOutbox();
  private final ContainerRegistry registry =
      new ContainerRegistry(
          context, slots, new ContainerRequests(context, slots, previous), new Nodes());
  private final ContainerTakeover takeover =
      new ContainerTakeover(context, slots, previous, registry);

  private long nanos;

  ContainerTakeoverTest() {
    slots.add(JOB, Map.of(Role.WORKER, new ContainerSize(1000, 1)), 1);
    slots.of(JOB, Role.WORKER).want(List.of(0), List.of());
    context.begin(new Moment(0, 0), out);
  }

  private void recorded(String... steps) {
    List<Fact> facts = new ArrayList<>();
    for (String step : steps) {
      facts.add(
          new FleetFact.ContainerNoted("c1", JOB.toString(), "worker", 0, "host", step, null, 1));
    }
    previous.take(facts);
  }

  private void listed(String... ids) {
    takeover.onListed(
        List.of(ids).stream().map(id -> new FleetEvent.Previous(id, "host")).toList(), false);
  }

  private void seconds(long seconds) {
    // the awake time counts short steps only, since a long one is a pause of the master
    for (long step = 0; step < 2 * seconds; step++) {
      nanos += 500_000_000;
      context.begin(new Moment(nanos, 0), out);
      takeover.reconcile();
    }
  }

  @Test
  void takesOverAListedContainerThatIsWanted() {
    recorded(FleetFact.ContainerNoted.GRANTED, FleetFact.ContainerNoted.LAUNCHED);
    listed("c1");
    assertThat(slots.of(JOB, Role.WORKER).slot(0).held()).isSameAs(registry.get("c1"));
    assertThat(out.actions).isEmpty();
    assertThat(takeover.nextDeadline()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void releasesAListedContainerThatWasReleasedOrIsNotRecorded() {
    recorded(FleetFact.ContainerNoted.GRANTED, FleetFact.ContainerNoted.RELEASED);
    listed("c1", "c2");
    assertThat(out.actions)
        .containsExactly(new FleetAction.Release("c1"), new FleetAction.Release("c2"));
  }

  @Test
  void keepsTheContainerOfThisMasterThoughItIsRecordedAsReleasedOrEnded() {
    takeover.runIn("c1");
    recorded("granted", "launched", "released");
    listed();
    seconds(40);
    listed("c1");
    recorded("ended");
    listed("c1");
    assertThat(out.actions).isEmpty();
    assertThat(out.facts).isEmpty();
  }

  @Test
  void endsAContainerThatTheClusterDoesNotListInTime() {
    recorded(FleetFact.ContainerNoted.GRANTED, FleetFact.ContainerNoted.LAUNCHED);
    listed();
    assertThat(takeover.nextDeadline()).isEqualTo(30_000_000_000L);
    seconds(29);
    assertThat(registry.get("c1")).isNotNull();
    seconds(1);
    assertThat(registry.get("c1")).isNull();
    assertThat(out.failures).hasSize(1).doesNotContainNull();
    listed("c1");
    assertThat(out.actions).containsExactly(new FleetAction.Release("c1"));
  }

  @Test
  void forgetsAnAwaitedContainerThatEnds() {
    recorded(FleetFact.ContainerNoted.GRANTED);
    listed();
    takeover.onCompleted("c1");
    takeover.endUnlaunched(registry.get("c1"));
    assertThat(takeover.nextDeadline()).isEqualTo(Long.MAX_VALUE);
    assertThat(out.failures).containsOnlyNulls();
  }

  @Test
  void endsAContainerAtOnceThatAWholeListDoesNotName() {
    recorded(FleetFact.ContainerNoted.GRANTED, FleetFact.ContainerNoted.LAUNCHED);
    takeover.onListed(List.of(), true);
    assertThat(takeover.nextDeadline()).isZero();
    takeover.reconcile();
    assertThat(registry.get("c1")).isNull();
    assertThat(out.failures).hasSize(1).doesNotContainNull();
  }
}
