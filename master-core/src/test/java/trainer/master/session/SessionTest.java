package trainer.master.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.fact.JobFact;
import trainer.core.id.Term;
import trainer.core.input.BadRecords;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.core.time.Moment;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.ProcessesView;

class SessionTest {
  private static final JobId FIRST = new JobId("application_1_0001", 1);
  private static final JobId SECOND = new JobId("application_1_0001", 2);

  private final Session session = new Session();
  private final List<Action> said = new ArrayList<>();
  private long nanos = 5;

  private void tell(Event event) {
    said.addAll(session.handle(event, new Moment(nanos, 1)));
  }

  private void start(JobId job) {
    start(job, Map.of());
  }

  private void start(JobId job, Map<String, String> more) {
    Map<String, String> settings = new TreeMap<>(more);
    settings.put("trainer.input", "x");
    settings.put("trainer.output", "y");
    tell(
        new Event.Submitted(
            new JobSpec(
                job,
                "alice",
                "f",
                settings,
                new ModelSpec(List.of(), List.of(Phase.training(1))),
                List.of(),
                "1"),
            "{}"));
    tell(new Event.OfJob(job, new JobEvent.Started(new Term(1))));
    BlockIndex.Builder index = new BlockIndex.Builder();
    index.file(new InputFile("x", 10, 1)).block(0, 10, 5);
    tell(new Event.OfJob(job, new JobEvent.Indexed(index.build(), "d", null, BadRecords.NONE)));
  }

  private <F> List<F> fleetActions(Class<F> kind) {
    return said.stream()
        .filter(Action.OfFleet.class::isInstance)
        .map(action -> ((Action.OfFleet) action).action())
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  private List<FleetAction.Ask> asks() {
    return fleetActions(FleetAction.Ask.class);
  }

  @Test
  void whatOneJobWantsBecomesTheFleetsAsk() {
    start(FIRST);
    assertThat(fleetActions(FleetAction.Ask.class))
        .extracting(FleetAction.Ask::role)
        .containsExactly(Role.PSERVER);
  }

  @Test
  void theJobIsRecordedBeforeAnythingIsAskedFor() {
    start(FIRST);
    int defined = position(action -> isFact(action, JobFact.JobDefined.class));
    int asked = position(Action.OfFleet.class::isInstance);
    assertThat(defined).isLessThan(asked);
    assertThat(((Action.Append) said.get(defined)).durability())
        .isEqualTo(Action.Durability.BEFORE_WHAT_FOLLOWS);
  }

  @Test
  void eachGrantGoesToTheJobThatAsked() {
    start(FIRST);
    start(SECOND);
    tell(new Event.OfFleet(new FleetEvent.Granted(asks().get(1).ask(), "c", "h")));
    assertThat(fleetActions(FleetAction.Launch.class))
        .containsExactly(new FleetAction.Launch("c", SECOND, Role.PSERVER, 0));
    assertThat(session.view(SECOND).orElseThrow().state()).isEqualTo(JobState.SCHEDULED);
    assertThat(session.view(FIRST).orElseThrow().state()).isEqualTo(JobState.SUBMITTED);
  }

  @Test
  void blacklistTermsOfTheFirstJobHoldForAll() {
    tell(new Event.OfFleet(new FleetEvent.ClusterSized(10, 1 << 20)));
    start(FIRST, Map.of("trainer.blacklist.failures", "2"));
    start(SECOND, Map.of("trainer.blacklist.failures", "1"));
    assertThat(nodesNotedAfterAFailureOn("h")).isEmpty();
    assertThat(nodesNotedAfterAFailureOn("h")).isNotEmpty();
  }

  private List<Fact> nodesNotedAfterAFailureOn(String host) {
    long ask = asks().get(asks().size() - 1).ask();
    String container = "c" + ask;
    said.clear();
    tell(new Event.OfFleet(new FleetEvent.Granted(ask, container, host)));
    tell(new Event.OfFleet(new FleetEvent.Launched(container)));
    nanos += 60_000_000_000L;
    tell(new Event.OfFleet(new FleetEvent.Completed(container, 1, "")));
    nanos += 60_000_000_000L;
    tell(new Event.Tick());
    return said.stream()
        .filter(action -> isFact(action, FleetFact.NodeNoted.class))
        .map(action -> ((Action.Append) action).fact())
        .toList();
  }

  @Test
  void theEndOfAContainerReachesItsJobInTheSameStep() {
    start(FIRST);
    tell(new Event.OfFleet(new FleetEvent.Granted(asks().get(0).ask(), "c", "h")));
    tell(new Event.OfFleet(new FleetEvent.Completed("c", 1, "boom")));
    assertThat(session.view(FIRST).orElseThrow().processes().containers())
        .extracting(ProcessesView.Container::exit)
        .containsExactly(1);
    assertThat(asks()).hasSize(2);
  }

  @Test
  void theResourceManagersOrderToStopEndsEveryJob() {
    start(FIRST);
    start(SECOND);
    tell(new Event.OfFleet(new FleetEvent.ShutdownOrdered("it does not know this attempt")));
    nanos += 1_000_000;
    tell(new Event.Tick());
    assertThat(session.view(FIRST).orElseThrow().state()).isEqualTo(JobState.FAILED);
    assertThat(session.view(SECOND).orElseThrow().state()).isEqualTo(JobState.FAILED);
    assertThat(session.view(SECOND).orElseThrow().failure().message())
        .startsWith("CLUSTER_LOST: it does not know this attempt");
    assertThat(fleetActions(FleetAction.CancelAsk.class)).hasSize(2);
  }

  @Test
  void eventsOfAnUnknownJobAreDropped() {
    tell(new Event.OfJob(FIRST, new JobEvent.Tick()));
    assertThat(said).isEmpty();
    assertThat(session.view(FIRST)).isEmpty();
    assertThat(session.nextDeadline()).isEqualTo(Long.MAX_VALUE);
  }

  private static boolean isFact(Action action, Class<? extends Fact> kind) {
    return action instanceof Action.Append append && kind.isInstance(append.fact());
  }

  private int position(java.util.function.Predicate<Action> what) {
    for (int i = 0; i < said.size(); i++) {
      if (what.test(said.get(i))) {
        return i;
      }
    }
    throw new AssertionError("nothing like that in " + said);
  }
}
