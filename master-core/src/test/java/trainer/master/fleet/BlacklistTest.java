package trainer.master.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import trainer.core.fact.FleetFact;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.time.Moment;

/** Which nodes get no containers, and for how long. */
class BlacklistTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final long SECOND = 1_000_000_000L;

  private final Blacklist list = new Blacklist();
  private int containers;
  private long now = 7 * SECOND;

  BlacklistTest() {
    list.terms(new BlacklistTerms(3, 0.5f, Duration.ofSeconds(60), 3));
    list.size(10);
  }

  private Optional<Blacklist.Change> fails(String host) {
    return list.onFailed(host, "c" + ++containers, "exit status 137", now);
  }

  private Blacklist.Change struck(String host) {
    fails(host);
    fails(host);
    return fails(host).orElseThrow();
  }

  private void seconds(long seconds) {
    now += seconds * SECOND;
  }

  @Test
  void theThirdFailureWithinAParolesTimePutsANodeOnTheList() {
    assertThat(fails("a")).isEmpty();
    assertThat(fails("a")).isEmpty();
    assertThat(fails("b")).isEmpty();
    assertThat(list.avoided()).isEmpty();
    assertThat(fails("a"))
        .hasValue(
            new Blacklist.Change(
                "a",
                FleetFact.NodeNoted.PAROLE,
                1,
                "3 processes failed there within 60 s; the last: exit status 137"));
    assertThat(list.avoided()).containsExactly("a");
  }

  @Test
  void oldFailuresAreForgotten() {
    fails("a");
    fails("a");
    seconds(61);
    assertThat(fails("a")).isEmpty();
    assertThat(fails("a")).isEmpty();
    assertThat(fails("a")).isPresent();
  }

  @Test
  void aContainerFailsOnce() {
    list.onFailed("a", "c", "x", now);
    list.onFailed("a", "c", "x", now);
    assertThat(list.onFailed("a", "c", "x", now)).isEmpty();
  }

  @Test
  void aNodeIsFreeWhenItsParoleIsOverAndBarredTheThirdTime() {
    assertThat(struck("a").standing()).isEqualTo(FleetFact.NodeNoted.PAROLE);
    assertThat(list.nextDeadline()).isEqualTo(now + 60 * SECOND);
    seconds(59);
    assertThat(list.reconcile(now)).isEmpty();
    seconds(1);
    assertThat(list.reconcile(now))
        .containsExactly(
            new Blacklist.Change("a", FleetFact.NodeNoted.FREE, 1, "its parole is over"));
    assertThat(list.avoided()).isEmpty();
    assertThat(struck("a").strikes()).isEqualTo(2);
    seconds(60);
    list.reconcile(now);
    assertThat(struck("a").standing()).isEqualTo(FleetFact.NodeNoted.BARRED);
    seconds(100_000);
    assertThat(list.reconcile(now)).isEmpty();
    assertThat(list.avoided()).containsExactly("a");
  }

  @Test
  void whatFailsWhileItIsOnTheListIsNoFurtherStrike() {
    struck("a");
    assertThat(fails("a")).isEmpty();
    assertThat(fails("a")).isEmpty();
    assertThat(fails("a")).isEmpty();
  }

  @Test
  void theListIsOffAsLongAsAThirdOfAllNodesIsOnIt() {
    list.size(4);
    struck("a");
    assertThat(list.avoided()).containsExactly("a");
    struck("b");
    assertThat(list.listed()).containsExactly("a", "b");
    assertThat(list.avoided()).as("two of four").isEmpty();
    list.size(7);
    assertThat(list.avoided()).containsExactly("a", "b");
    list.size(3);
    assertThat(list.avoided()).isEmpty();
  }

  @Test
  void whatABlockKilledIsNotTheNodesFault() {
    fails("a");
    fails("a");
    list.absolve("c1");
    list.absolve("c3");
    assertThat(fails("a")).as("it was known before").isEmpty();
    assertThat(fails("a")).isEmpty();
    assertThat(fails("a")).isPresent();
  }

  @Test
  void aNodeOnWhichHalfOfOurProcessesAreSlowIsPutOnTheListToo() {
    assertThat(list.onSlow("a", 1, 3, now)).isEmpty();
    assertThat(list.onSlow("a", 2, 3, now))
        .hasValueSatisfying(
            change -> assertThat(change.why()).isEqualTo("2 of 3 processes there are slow"));
    assertThat(list.onSlow("a", 3, 3, now)).isEmpty();
  }

  @Test
  void aProcessThatIsSlowCountsOnce() {
    Fleet fleet = new Fleet();
    RecordingOutbox out = new RecordingOutbox();
    fleet.terms(new BlacklistTerms(3, 0.5f, Duration.ofSeconds(60), 2));
    fleet.handle(new FleetEvent.ClusterSized(10, 1 << 20), new Moment(now, 1), out);
    fleet.add(JOB, Map.of(Role.WORKER, new ContainerSize(1024, 1)), 1);
    fleet.want(JOB, Role.WORKER, List.of(0), List.of(), new Moment(now, 1), out);
    fleet.handle(new FleetEvent.Granted(1, "c1", "a"), new Moment(now, 1), out);
    fleet.handle(new FleetEvent.Launched("c1"), new Moment(now, 1), out);
    fleet.slow("c1", true, new Moment(now, 1), out);
    seconds(61);
    fleet.tick(new Moment(now, 1), out);
    fleet.tick(new Moment(now, 1), out);
    assertThat(out.facts.stream().filter(FleetFact.NodeNoted.class::isInstance))
        .extracting(fact -> ((FleetFact.NodeNoted) fact).standing())
        .as("it is slow still, and that is known")
        .containsExactly(FleetFact.NodeNoted.PAROLE, FleetFact.NodeNoted.FREE);
  }

  @Test
  void theNextMasterGoesOnWithTheStrikesAndAParoleOfItsOwn() {
    Fleet fleet = new Fleet();
    RecordingOutbox out = new RecordingOutbox();
    fleet.remember(
        List.of(
            new FleetFact.NodeNoted("a", FleetFact.NodeNoted.PAROLE, 2, "x", 5),
            new FleetFact.NodeNoted("b", FleetFact.NodeNoted.FREE, 1, "x", 6),
            new FleetFact.NodeNoted("c", FleetFact.NodeNoted.BARRED, 3, "x", 7)),
        "");
    fleet.terms(new BlacklistTerms(1, 0.5f, Duration.ofSeconds(60), 3));
    fleet.add(JOB, Map.of(Role.WORKER, new ContainerSize(1024, 1)), 1);
    fleet.tick(new Moment(now, 1), out);
    assertThat(out.actions).as("two may be too many of how many there are").isEmpty();
    fleet.handle(new FleetEvent.ClusterSized(10, 1 << 20), new Moment(now, 1), out);
    assertThat(out.actions)
        .as("that b is free, the last one may not have said any more")
        .containsExactly(new FleetAction.Avoid(Set.of("a", "c"), Set.of("b")));
    assertThat(fleet.nextDeadline()).isEqualTo(now + 60 * SECOND);
    fleet.handle(new FleetEvent.ClusterSized(5, 1 << 20), new Moment(now, 1), out);
    assertThat(out.actions.get(1))
        .as("two of five are too many, and the cluster knows of them")
        .isEqualTo(new FleetAction.Avoid(Set.of(), Set.of("a", "c")));
    fleet.handle(new FleetEvent.ClusterSized(7, 1 << 20), new Moment(now, 1), out);
    seconds(60);
    fleet.tick(new Moment(now, 1), out);
    assertThat(out.actions.get(3)).isEqualTo(new FleetAction.Avoid(Set.of(), Set.of("a")));
    fleet.blame("a", "c9", "exit status 1", new Moment(now, 1), out);
    assertThat(out.facts)
        .last()
        .isEqualTo(
            new FleetFact.NodeNoted(
                "a",
                FleetFact.NodeNoted.BARRED,
                3,
                "1 process failed there within 60 s; the last: exit status 1",
                1));
  }

  @Test
  void whatIsGrantedThereAllTheSameIsReleasedAndAskedForAnew() {
    Fleet fleet = new Fleet();
    RecordingOutbox out = new RecordingOutbox();
    fleet.terms(new BlacklistTerms(1, 0.5f, Duration.ofSeconds(60), 3));
    fleet.add(JOB, Map.of(Role.WORKER, new ContainerSize(1024, 1)), 1);
    fleet.blame("a", "c0", "x", new Moment(now, 1), out);
    fleet.want(JOB, Role.WORKER, List.of(0), List.of(), new Moment(now, 1), out);
    out.actions.clear();
    fleet.handle(new FleetEvent.Granted(1, "c1", "a"), new Moment(now, 1), out);
    assertThat(out.actions)
        .containsExactly(
            new FleetAction.Release("c1"),
            new FleetAction.Ask(2, Role.WORKER, 1024, 1, 2, List.of()));
    fleet.handle(new FleetEvent.Granted(2, "c2", "b"), new Moment(now, 1), out);
    assertThat(out.launches()).hasSize(1);
  }
}
