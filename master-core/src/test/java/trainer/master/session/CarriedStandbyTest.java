package trainer.master.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.failure.FailureKind;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.core.time.Moment;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.DrivenJob;

/** The standby of one job, and of a session. */
class CarriedStandbyTest {
  private static final JobId JOB = new JobId("local_1_0001", 1);
  private static final Map<String, String> WITH_STANDBY =
      Map.of("trainer.standby", "true", "trainer.master.memory-mb", "700");

  private final Session session = new Session();
  private final List<Action> actions = new ArrayList<>();
  private final List<FleetEvent.Previous> alsoRunning = new ArrayList<>();
  private long nanos = 5;

  private void handle(Event event) {
    actions.addAll(session.handle(event, new Moment(nanos, 1)));
  }

  private void handle(FleetEvent event) {
    handle(new Event.OfFleet(event));
  }

  /** A master that runs in this container leads one job. */
  private void lead(Map<String, String> settings, List<Fact> fleet, String own) {
    lead(settings, fleet, own, false);
  }

  private void lead(
      Map<String, String> settings, List<Fact> fleet, String own, boolean isFollowed) {
    handle(new Event.Remembered(fleet, own));
    Map<String, String> all = new TreeMap<>(settings);
    all.put("trainer.input", "x");
    all.put("trainer.output", "y");
    ModelSpec model = new ModelSpec(List.of(), List.of(Phase.training(1)));
    handle(
        new Event.Submitted(
            new JobSpec(JOB, "alice", "f", all, model, List.of(), "1"), "{}", List.of()));
    List<FleetEvent.Previous> running = new ArrayList<>(alsoRunning);
    if (!own.isEmpty()) {
      running.add(new FleetEvent.Previous(own, "localhost"));
    }
    for (Fact fact : fleet) {
      if (fact instanceof FleetFact.ContainerNoted noted
          && noted.role().equals("pserver")
          && noted.step().equals(FleetFact.ContainerNoted.LAUNCHED)) {
        running.add(new FleetEvent.Previous(noted.containerId(), noted.host()));
      }
    }
    handle(new FleetEvent.Joined(running, true));
    handle(new Event.Leads(new Term(2), "localhost:1", own, isFollowed, ""));
  }

  private void pass(Duration duration) {
    long end = nanos + duration.toNanos();
    while (nanos < end) {
      nanos += Math.min(end - nanos, Duration.ofMillis(500).toNanos());
      handle(new Event.Tick());
    }
  }

  private <A extends FleetAction> List<A> fleetActions(Class<A> kind) {
    return actions.stream()
        .filter(Action.OfFleet.class::isInstance)
        .map(action -> ((Action.OfFleet) action).action())
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  private List<FleetAction.Ask> asks() {
    return fleetActions(FleetAction.Ask.class).stream()
        .filter(ask -> ask.role() == Role.STANDBY)
        .toList();
  }

  private void grant(String container) {
    handle(new FleetEvent.Granted(asks().get(asks().size() - 1).ask(), container, "localhost"));
    handle(new FleetEvent.Launched(container));
  }

  /** The steps of a container that this master has recorded. */
  private List<String> steps(String container) {
    return actions.stream()
        .filter(Action.Append.class::isInstance)
        .map(action -> ((Action.Append) action).fact())
        .filter(FleetFact.ContainerNoted.class::isInstance)
        .map(FleetFact.ContainerNoted.class::cast)
        .filter(noted -> noted.containerId().equals(container))
        .map(FleetFact.ContainerNoted::step)
        .toList();
  }

  private static Fact noted(String container, int index, String step) {
    return new FleetFact.ContainerNoted(
        container, JOB.toString(), "standby", index, "localhost", step, null, 1);
  }

  private static List<Fact> registered(String container, int index) {
    return List.of(
        noted(container, index, FleetFact.ContainerNoted.GRANTED),
        noted(container, index, FleetFact.ContainerNoted.LAUNCHED),
        noted(container, index, FleetFact.ContainerNoted.REGISTERED));
  }

  @Test
  void aStandbyThatLeadsThoughItWasGivenUpKeepsItsContainer() {
    List<Fact> fleet = new ArrayList<>(registered("s0", 0));
    fleet.add(noted("s0", 0, FleetFact.ContainerNoted.RELEASED));
    lead(WITH_STANDBY, fleet, "s0");
    pass(Duration.ofMinutes(2));
    assertThat(fleetActions(FleetAction.Release.class)).isEmpty();
    assertThat(asks()).hasSize(1);
  }

  @Test
  void asksForAStandbyFiveSecondsAfterTheMasterLeads() {
    lead(WITH_STANDBY, List.of(), "");
    pass(Duration.ofMillis(4900));
    assertThat(asks()).isEmpty();
    pass(Duration.ofMillis(100));
    assertThat(asks()).extracting(FleetAction.Ask::memoryMb).containsExactly(700);

    grant("s0");
    assertThat(fleetActions(FleetAction.Launch.class))
        .containsExactly(new FleetAction.Launch("s0", JOB, Role.STANDBY, 0));
    handle(new Event.Followed("s0"));
    assertThat(steps("s0")).containsExactly("granted", "launched", "registered");
    pass(Duration.ofMinutes(10));
    assertThat(asks()).hasSize(1);
    assertThat(fleetActions(FleetAction.Release.class)).isEmpty();
  }

  @Test
  void asksOnOtherHostsThanTheLeadersFirst() {
    List<Fact> facts = new ArrayList<>();
    List<String> hosts = List.of("localhost", "h1", "h2");
    for (String step :
        List.of(FleetFact.ContainerNoted.GRANTED, FleetFact.ContainerNoted.LAUNCHED)) {
      for (String host : hosts) {
        int index = hosts.indexOf(host);
        facts.add(
            new FleetFact.ContainerNoted(
                "p" + index, JOB.toString(), "pserver", index, host, step, null, 1));
      }
    }
    lead(WITH_STANDBY, facts, "");
    pass(Duration.ofSeconds(5));
    assertThat(asks()).hasSize(1);
    assertThat(asks().get(0).hosts()).containsExactly("h1", "h2");
    pass(Duration.ofSeconds(4));
    assertThat(asks().get(1).hosts()).as("none of them has room").isEmpty();

    grant("s0");
    handle(new FleetEvent.Completed("s0", 137, "killed"));
    pass(Duration.ofSeconds(2));
    assertThat(asks().get(2).hosts()).as("the next one").containsExactly("h1", "h2");
  }

  @Test
  void asksForNoneWithoutTheKey() {
    lead(Map.of(), List.of(), "");
    handle(new Event.Followed("s0"));
    pass(Duration.ofMinutes(1));
    assertThat(asks()).isEmpty();
  }

  @Test
  void asksForNoneIfTheClusterStartsTheMasterThatFollows() {
    lead(WITH_STANDBY, registered("s0", 0), "s0", true);
    handle(new Event.Followed("the cluster's"));
    pass(Duration.ofMinutes(10));
    assertThat(asks()).isEmpty();
    assertThat(fleetActions(FleetAction.Release.class)).isEmpty();
    assertThat(steps("s0")).as("its own container runs").containsExactly("registered");
  }

  @Test
  void keepsTheContainerOfAStandbyThatLeadsAndAsksForAnotherIndex() {
    lead(WITH_STANDBY, registered("s0", 0), "s0");
    assertThat(steps("s0")).as("confirmed as running").containsExactly("registered");
    assertThat(asks()).isEmpty();
    pass(Duration.ofSeconds(5));
    assertThat(asks()).hasSize(1);

    grant("s1");
    handle(new Event.Followed("s1"));
    assertThat(fleetActions(FleetAction.Launch.class))
        .containsExactly(new FleetAction.Launch("s1", JOB, Role.STANDBY, 1));
    pass(Duration.ofMinutes(10));
    assertThat(fleetActions(FleetAction.Release.class)).isEmpty();
    assertThat(asks()).hasSize(1);
  }

  @Test
  void replacesTheMasterBeforeItWhichWasAStandbyToo() {
    List<Fact> facts = new ArrayList<>(registered("s0", 0));
    facts.addAll(registered("s1", 1));
    lead(WITH_STANDBY, facts, "s1");
    pass(Duration.ofMinutes(1));
    assertThat(steps("s0")).containsExactly("ended");
    assertThat(asks()).hasSize(1);

    grant("s2");
    assertThat(fleetActions(FleetAction.Launch.class))
        .containsExactly(new FleetAction.Launch("s2", JOB, Role.STANDBY, 0));
    assertThat(fleetActions(FleetAction.Release.class)).isEmpty();
  }

  @Test
  void ignoresContainersOfStandbysThatHaveEnded() {
    List<Fact> facts = new ArrayList<>(registered("s0", 0));
    facts.add(noted("s0", 0, FleetFact.ContainerNoted.ENDED));
    lead(WITH_STANDBY, facts, "");
    assertThat(asks()).isEmpty();
    pass(Duration.ofSeconds(5));
    assertThat(asks()).hasSize(1);
  }

  @Test
  void asksForAnotherStandbyWhenItsContainerEnds() {
    lead(WITH_STANDBY, List.of(), "");
    pass(Duration.ofSeconds(5));
    for (int lost = 1; lost <= 4; lost++) {
      grant("s" + lost);
      handle(new Event.Followed("s" + lost));
      handle(new FleetEvent.Completed("s" + lost, 137, "killed"));
      pass(Duration.ofMinutes(2));
      assertThat(asks()).hasSize(1 + lost);
    }
    assertThat(session.view(JOB).orElseThrow().failure()).isNull();
    assertThat(session.view(JOB).orElseThrow().processes().containers()).isEmpty();
  }

  @Test
  void stopsAStandbyThatFollowsNoMoreAndAsksForAnother() {
    lead(WITH_STANDBY, List.of(), "");
    pass(Duration.ofSeconds(5));
    grant("s0");
    handle(new Event.Followed("s0"));
    handle(new Event.Unfollowed("s0"));
    pass(Duration.ofSeconds(9));
    handle(new Event.Followed("s0"));
    pass(Duration.ofMinutes(1));
    assertThat(fleetActions(FleetAction.Release.class)).as("it came back in time").isEmpty();

    handle(new Event.Unfollowed("s0"));
    pass(Duration.ofSeconds(9));
    assertThat(fleetActions(FleetAction.Release.class)).isEmpty();
    pass(Duration.ofSeconds(2));
    assertThat(fleetActions(FleetAction.Release.class))
        .containsExactly(new FleetAction.Release("s0"));
    assertThat(asks()).hasSize(2);
    handle(new FleetEvent.Completed("s0", -105, "released"));
    grant("s1");
    handle(new Event.Followed("s1"));
    pass(Duration.ofMinutes(1));
    assertThat(asks()).hasSize(2);
  }

  @Test
  void stopsTheMasterBeforeItIfThatHangsInAContainerOfAStandby() {
    List<Fact> facts = new ArrayList<>(registered("s0", 0));
    facts.addAll(registered("s1", 1));
    alsoRunning.add(new FleetEvent.Previous("s0", "localhost"));
    lead(WITH_STANDBY, facts, "s1");
    pass(Duration.ofSeconds(32)); // trainer.standby.silence and 30 s
    assertThat(fleetActions(FleetAction.Release.class)).isEmpty();
    pass(Duration.ofSeconds(2));
    assertThat(fleetActions(FleetAction.Release.class))
        .containsExactly(new FleetAction.Release("s0"));
    assertThat(asks()).hasSize(1);
  }

  @Test
  void stopsAStandbyThatNeverFollows() {
    lead(WITH_STANDBY, List.of(), "");
    pass(Duration.ofSeconds(5));
    grant("s0");
    pass(Duration.ofMinutes(9));
    assertThat(fleetActions(FleetAction.Release.class)).isEmpty();
    pass(Duration.ofMinutes(2));
    assertThat(fleetActions(FleetAction.Release.class))
        .containsExactly(new FleetAction.Release("s0"));
    assertThat(asks()).hasSize(2);
  }

  @Test
  void asksForTheStandbyOfASession() {
    handle(new Event.Remembered(List.of(), ""));
    handle(new Event.Begun(JobSpec.ofSession(JOB.application(), "alice", "f", WITH_STANDBY, "1")));
    handle(new Event.Leads(new Term(1), "localhost:1", ""));
    assertThat(session.nextDeadline()).isEqualTo(5 + Duration.ofSeconds(5).toNanos());
    pass(Duration.ofSeconds(5));
    assertThat(asks()).hasSize(1);

    grant("s0");
    handle(new FleetEvent.Completed("s0", 137, "killed"));
    pass(Duration.ofMinutes(2));
    assertThat(asks()).hasSize(2);
  }

  @Test
  void aJobWithAStandbySurvivesThirtyMastersThatGetItNoFurther() {
    DrivenJob job = new DrivenJob(4, 0, Map.of("trainer.standby", "true")).run();
    for (int masters = 1; masters <= 30; masters++) {
      job.takeOver("p0", "p1", "w0");
      assertThat(job.view().failure()).as("%d masters", masters).isNull();
    }
    job.takeOver("p0", "p1", "w0");
    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.MASTER_CRASH_LOOP);
  }
}
