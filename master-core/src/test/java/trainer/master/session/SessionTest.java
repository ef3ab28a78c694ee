package trainer.master.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.fact.JobFact;
import trainer.core.fact.SessionFact;
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
import trainer.master.session.api.SessionEffect;
import trainer.master.session.api.SessionView;

class SessionTest {
  private static final JobId FIRST = new JobId("application_1_0001", 1);
  private static final JobId SECOND = new JobId("application_1_0001", 2);

  private static final JobId SESSION = JobId.ofSession("application_1_0001");
  private static final String ADDRESS = "host:1";

  private final List<Action> said = new ArrayList<>();
  private Session session = new Session();
  private long nanos = 5;
  private long questions;

  private void tell(Event event) {
    said.addAll(session.handle(event, new Moment(nanos, 1)));
  }

  /** A master leads a session whose earlier masters have recorded these facts. */
  private void begin(List<Fact> fleet, Map<String, String> settings, JobId... jobs) {
    session = new Session();
    said.clear();
    tell(new Event.Remembered(fleet, ""));
    tell(new Event.Begun(JobSpec.ofSession(SESSION.application(), "alice", "f", settings, "1")));
    for (JobId job : jobs) {
      tell(new Event.Submitted(spec(job, Map.of()), "{}", List.of()));
    }
    tell(new Event.Leads(new Term(1), ADDRESS, ""));
  }

  @BeforeEach
  void begins() {
    begin(List.of(), Map.of());
  }

  private static JobSpec sessionSpec(Map<String, String> settings) {
    return JobSpec.ofSession(SESSION.application(), "alice", "f", settings, "1");
  }

  private static JobSpec spec(JobId job, Map<String, String> more) {
    Map<String, String> settings = new TreeMap<>(more);
    settings.put("trainer.input", "x");
    settings.put("trainer.output", "y");
    settings.put("trainer.name", "clicks");
    return new JobSpec(
        job,
        "alice",
        "f",
        settings,
        new ModelSpec(List.of(), List.of(Phase.training(1))),
        List.of(),
        "1");
  }

  private void ask(JobId job, Map<String, String> more, String digest) {
    tell(new Event.JobAsked(++questions, spec(job, more), "{}", digest));
  }

  private void start(JobId job) {
    start(job, Map.of());
  }

  private void start(JobId job, Map<String, String> more) {
    ask(job, more, "d");
    BlockIndex.Builder index = new BlockIndex.Builder();
    index.file(new InputFile("x", 10, 1)).block(0, 10, 5);
    tell(new Event.OfJob(job, new JobEvent.Indexed(index.build(), "d", null, BadRecords.NONE)));
  }

  private <E> List<E> effects(Class<E> kind) {
    return said.stream()
        .filter(Action.OfSession.class::isInstance)
        .map(action -> ((Action.OfSession) action).effect())
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  private SessionEffect.Answer answer() {
    List<SessionEffect.Answer> answers = effects(SessionEffect.Answer.class);
    return answers.get(answers.size() - 1);
  }

  private List<Fact> fleetFacts() {
    return said.stream()
        .filter(action -> action instanceof Action.Append append && append.job() == null)
        .map(action -> ((Action.Append) action).fact())
        .toList();
  }

  /** Kills a job; without a container it is over at once. */
  private void kill(JobId job) {
    tell(new Event.OfJob(job, new JobEvent.KillAsked("bob")));
    nanos += 1_000_000;
    tell(new Event.Tick());
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
  void theSessionsBlacklistTermsHoldForAllJobs() {
    begin(List.of(), Map.of("trainer.blacklist.failures", "2"));
    tell(new Event.OfFleet(new FleetEvent.ClusterSized(10, 1 << 20)));
    start(FIRST, Map.of("trainer.blacklist.failures", "1"));
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
  void aJobIsRecordedBeforeItsClientIsTold() {
    ask(FIRST, Map.of(), "d");
    int recorded = position(action -> isFact(action, SessionFact.JobAccepted.class));
    int termOfJob = position(action -> isFact(action, JobFact.TermTaken.class));
    int told =
        position(
            action ->
                action instanceof Action.OfSession of
                    && of.effect() instanceof SessionEffect.Answer);
    assertThat(recorded).isLessThan(termOfJob);
    assertThat(termOfJob).isLessThan(told);
    assertThat(((Action.Append) said.get(recorded)).durability())
        .isEqualTo(Action.Durability.BEFORE_WHAT_FOLLOWS);
    assertThat(fleetFacts())
        .containsExactly(new SessionFact.JobAccepted(1, "train", "clicks", "", "d", 1));
    assertThat(answer())
        .isEqualTo(new SessionEffect.Answer(1, true, "application_1_0001.1 is accepted"));
  }

  @Test
  void theSameJobIsAcceptedOnceHoweverOftenItIsAskedFor() {
    ask(FIRST, Map.of(), "d");
    ask(FIRST, Map.of(), "d");
    assertThat(effects(SessionEffect.Answer.class))
        .extracting(SessionEffect.Answer::accepted)
        .containsExactly(true, true);
    assertThat(fleetFacts()).hasSize(1);
    ask(FIRST, Map.of(), "another");
    assertThat(answer().message()).isEqualTo("another job has the id application_1_0001.1");
    assertThat(answer().accepted()).isFalse();
  }

  @Test
  void theNextMasterKnowsAJobThatWasAccepted() {
    ask(FIRST, Map.of(), "d");
    List<Fact> facts = fleetFacts();
    assertThat(new SessionJobs(sessionSpec(Map.of()), facts).runningIds()).containsExactly(FIRST);
    begin(facts, Map.of(), FIRST);
    ask(FIRST, Map.of(), "d");
    assertThat(answer().accepted()).isTrue();
    assertThat(fleetFacts()).isEmpty();
  }

  @Test
  void aMasterThatDoesNotLeadAcceptsNothing() {
    session = new Session();
    tell(new Event.Remembered(List.of(), ""));
    tell(new Event.Begun(sessionSpec(Map.of())));
    said.clear();
    ask(FIRST, Map.of(), "d");
    assertThat(answer().accepted()).isFalse();
    assertThat(fleetFacts()).isEmpty();
  }

  @Test
  void jobsOfOtherApplicationsAreRefused() {
    ask(new JobId("application_9_0009", 1), Map.of(), "d");
    assertThat(answer().accepted()).isFalse();
    ask(SESSION, Map.of(), "d");
    assertThat(answer().accepted()).isFalse();
    assertThat(fleetFacts()).isEmpty();
  }

  @Test
  void aJobIsForgottenOnceItsReportIsWritten() {
    ask(FIRST, Map.of(), "d");
    start(SECOND);
    kill(FIRST);
    said.clear();
    tell(new Event.Reported(FIRST));
    assertThat(fleetFacts()).hasSize(1);
    SessionFact.JobOver over = (SessionFact.JobOver) fleetFacts().get(0);
    assertThat(over.state()).isEqualTo("KILLED");
    assertThat(over.why()).contains("killed by bob");
    assertThat(effects(SessionEffect.Drop.class)).containsExactly(new SessionEffect.Drop(FIRST));
    assertThat(session.view(FIRST)).isEmpty();
    assertThat(session.view(SECOND)).isPresent();
    List<SessionView.Job> shown = effects(SessionEffect.Show.class).get(0).view().jobs();
    assertThat(shown).extracting(SessionView.Job::end).containsExactly(JobState.KILLED, null);
    ask(FIRST, Map.of(), "d");
    assertThat(answer().accepted()).as("its client asks again after a lost answer").isTrue();
    assertThat(session.view(FIRST)).as("it does not run a second time").isEmpty();
  }

  @Test
  void aSessionThatWasAskedToEndEndsAfterItsJobs() {
    ask(FIRST, Map.of(), "d");
    tell(new Event.EndAsked(7, JobState.EXITED, "alice"));
    assertThat(answer())
        .isEqualTo(new SessionEffect.Answer(7, true, "the session ends after 1 job of it"));
    ask(SECOND, Map.of(), "d");
    assertThat(answer().message())
        .isEqualTo(
            "the session application_1_0001 accepts no more jobs: alice has asked for its end");
    assertThat(effects(SessionEffect.Over.class)).isEmpty();
    kill(FIRST);
    tell(new Event.Reported(FIRST));
    assertThat(effects(SessionEffect.Over.class))
        .containsExactly(new SessionEffect.Over(JobState.EXITED));
  }

  @Test
  void aKilledSessionKillsItsJobsAndTheNextMasterDoesTheSame() {
    ask(FIRST, Map.of(), "d");
    tell(new Event.EndAsked(7, JobState.EXITED, "alice"));
    tell(new Event.EndAsked(8, JobState.KILLED, "bob"));
    tell(new Event.EndAsked(9, JobState.EXITED, "alice"));
    assertThat(session.view(FIRST).orElseThrow().failure().message()).contains("killed by bob");
    List<Fact> facts = fleetFacts();
    begin(facts, Map.of(), FIRST);
    assertThat(session.view(FIRST).orElseThrow().failure().message()).contains("killed by bob");
    tell(new Event.Tick());
    tell(new Event.Reported(FIRST));
    assertThat(effects(SessionEffect.Over.class))
        .containsExactly(new SessionEffect.Over(JobState.KILLED));
  }

  @Test
  void anEmptySessionEndsAtOnceAndSoDoesItsNextMaster() {
    tell(new Event.EndAsked(1, JobState.EXITED, "alice"));
    assertThat(effects(SessionEffect.Over.class)).hasSize(1);
    List<Fact> facts = fleetFacts();
    begin(facts, Map.of());
    assertThat(effects(SessionEffect.Over.class))
        .containsExactly(new SessionEffect.Over(JobState.EXITED));
  }

  @Test
  void theClustersEndIsTheSessionsEnd() {
    ask(FIRST, Map.of(), "d");
    tell(new Event.OfFleet(new FleetEvent.ShutdownOrdered("it does not know this attempt")));
    tell(new Event.Tick());
    tell(new Event.Reported(FIRST));
    assertThat(effects(SessionEffect.Over.class))
        .containsExactly(new SessionEffect.Over(JobState.FAILED));
  }

  @Test
  void eventsOfAnUnknownJobAreDropped() {
    said.clear();
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
