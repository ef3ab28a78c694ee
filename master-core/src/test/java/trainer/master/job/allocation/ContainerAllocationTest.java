package trainer.master.job.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.input.BadRecords;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.DrivenInput;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.report.JobViews;

/** From the submission to the first order, and what the journal keeps of it. */
class ContainerAllocationTest {
  private static final Map<String, String> TWO =
      Map.of("trainer.workers", "2", "trainer.pservers", "2", "trainer.epochs", "2");

  private final DrivenJob two = new DrivenJob(8, 0, TWO);

  @Test
  void goesThroughTheStatesInOrder() {
    two.run();
    assertThat(two.view().lifecycle().states().stream().map(JobView.Entered::state))
        .containsExactly(
            JobState.INITING,
            JobState.INIT,
            JobState.SUBMITTED,
            JobState.SCHEDULED,
            JobState.RUNNING);
    assertThat(two.view().versions()).isEqualTo(4);
  }

  @Test
  void asksForWorkersOnlyOnceEveryPserverHasRegistered() {
    two.cut().grant();
    two.register("p0");
    assertThat(asked()).containsExactly(Role.PSERVER, Role.PSERVER);
    two.register("p1");
    assertThat(asked()).containsExactly(Role.PSERVER, Role.PSERVER, Role.WORKER, Role.WORKER);
  }

  @Test
  void asksForWorkersAloneWhereTheInputLies() {
    DrivenJob job = new DrivenJob(new DrivenInput(8, 0, 1, List.of("h1", "h2")), TWO);
    job.runPservers();
    assertThat(job.wanted().ofCluster(FleetAction.Ask.class))
        .extracting(FleetAction.Ask::role, FleetAction.Ask::hosts)
        .containsExactly(
            tuple(Role.PSERVER, List.of()),
            tuple(Role.PSERVER, List.of()),
            tuple(Role.WORKER, List.of("h1", "h2")),
            tuple(Role.WORKER, List.of("h1", "h2")));
  }

  @Test
  void runsOnlyOnceEveryPserverFollows() {
    two.cut().startAsked().startAsked();
    two.say("p0", new FromPserver.LineAccepted(new Line(1), Version.INITIAL, true));
    assertThat(two.view().state()).isEqualTo(JobState.SCHEDULED);
    two.say("p1", new FromPserver.LineAccepted(new Line(1), Version.INITIAL, true));
    assertThat(two.view().state()).isEqualTo(JobState.RUNNING);
  }

  @Test
  void recordsTheLineBeforeItTellsIt() {
    two.run();
    assertThat(two.wanted().positionOf(TrainingFact.LineOpened.class))
        .isLessThan(two.wanted().positionOf(ToMember.NewLine.class::isInstance));
    assertThat(two.facts(TrainingFact.MapDefined.class)).hasSize(1);
  }

  @Test
  void beginsWithFewerWorkersWhenPatienceEnds() {
    two.runPservers().grant(1).forEach(two::register);
    assertThat(two.view().state()).isEqualTo(JobState.SCHEDULED);
    two.pass(Duration.ofSeconds(31));
    assertThat(two.view().state()).isEqualTo(JobState.RUNNING);
    assertThat(two.blocksOf("w0", 1)).hasSize(4);
  }

  @Test
  void saysWhatWasAskedAndGrantedWhenItGivesUp() {
    DrivenJob job =
        new DrivenJob(8, 0, Map.of("trainer.pservers", "3", "trainer.allocation.timeout", "5s"));
    job.cut().fleet(new FleetEvent.ClusterSeen("queue default: 0 MB free"));
    job.grant(1);
    job.pass(Duration.ofSeconds(4));
    assertThat(job.view().lifecycle().waitingFor())
        .singleElement()
        .satisfies(waiting -> assertThat(waiting.asked()).isEqualTo(3))
        .satisfies(waiting -> assertThat(waiting.granted()).isEqualTo(1));
    job.pass(Duration.ofMillis(1500));
    assertThat(job.view().failure().message())
        .startsWith("ALLOCATION_TIMEOUT: asked for 3 pservers of 1024 MB and 1 vcore")
        .contains("granted 1", "queue default: 0 MB free");
  }

  @Test
  void givesUpOnAPserverThatRegistersAndNeverFollows() {
    DrivenJob job =
        new DrivenJob(8, 0, Map.of("trainer.pservers", "2", "trainer.allocation.timeout", "5s"));
    job.cut().startAsked().startAsked();
    job.say("p0", new FromPserver.LineAccepted(new Line(1), Version.INITIAL, true));
    assertThat(job.view().lifecycle().waitingFor())
        .singleElement()
        .satisfies(waiting -> assertThat(waiting.what()).isEqualTo("pservers"));
    job.pass(Duration.ofSeconds(6));
    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.ALLOCATION_TIMEOUT);
  }

  @Test
  void anEmptyInputFails() {
    DrivenJob empty = new DrivenJob(0, 0, TWO).cut();
    assertThat(empty.view().state()).isEqualTo(JobState.FAILED);
    assertThat(empty.view().failure().kind()).isEqualTo(FailureKind.INPUT_EMPTY);
  }

  @Test
  void aKillBeforeTheInputIsCutEndsAtOnce() {
    two.submit().tell(new JobEvent.KillAsked("alice"));
    assertThat(two.view().state()).isEqualTo(JobState.KILLED);
    two.tell(new JobEvent.Started(DrivenJob.TERM, ""));
    two.tell(new JobEvent.Indexed(DrivenInput.index(8), "digest", null, BadRecords.NONE));
    assertThat(asked()).isEmpty();
    assertThat(two.actions(JobEffect.Over.class)).hasSize(1);
  }

  @Test
  void illegalEventsChangeNothing() {
    two.run();
    JobView before = two.view();
    two.tell(new JobEvent.Started(new Term(9), ""));
    two.tell(new JobEvent.Indexed(DrivenInput.index(3), "other", null, BadRecords.NONE));
    two.tell(new JobEvent.Published("id", "where"));
    two.tell(new JobEvent.Disconnected(77, new Incarnation(12345)));
    two.tell(new JobEvent.ContainerEnded(Role.WORKER, 7, "nobody", 1, null, false));
    two.say("w0", new FromPserver.LineAccepted(new Line(1), Version.INITIAL, false));
    two.say("w0", new FromPserver.PartsWritten(Version.INITIAL, "", List.of()));
    two.say("p0", new FromWorker.ShareDone(new Line(1), new Version(1), 0, 5, 5));
    two.say("p0", new FromPserver.Complete(new Line(1), new Version(99), Metrics.NONE));
    two.say("w0", new FromWorker.Evaluated(new Line(1), new Version(1), 55, null));
    assertThat(two.view().toString()).isEqualTo(before.toString());
  }

  @Test
  void theJournalGivesWhatWasShown() {
    two.run().commit(1).commit(2).pass(Duration.ofMillis(1200));
    JobView replayed = JobViews.replay(two.spec(), two.wanted().facts());
    JobView shown = two.view();
    assertThat(replayed.lifecycle().states()).isEqualTo(shown.lifecycle().states());
    assertThat(replayed.version()).isEqualTo(shown.version()).isEqualTo(2);
    assertThat(replayed.progress().epoch()).isEqualTo(shown.progress().epoch()).isEqualTo(1);
    assertThat(replayed.progress().records()).isEqualTo(shown.progress().records()).isEqualTo(80);
    assertThat(replayed.results().quality().train()).isEqualTo(shown.results().quality().train());
  }

  private List<Role> asked() {
    return two.wanted().ofCluster(FleetAction.Ask.class).stream()
        .map(FleetAction.Ask::role)
        .toList();
  }

  @Test
  void saysWhenItBeginsWithTheWorkersThatAreThere() {
    two.cut().grant();
    two.register("p0");
    two.register("p1");
    two.each(Role.PSERVER, new FromPserver.LineAccepted(new Line(1), Version.INITIAL, true));
    assertThat(two.view().lifecycle().waitingFor())
        .extracting(JobView.Waiting::beginsAt)
        .containsExactly(0L);
    String first = two.grant(1).get(0);
    two.register(first);
    long beginsAt = two.view().lifecycle().waitingFor().get(0).beginsAt();
    assertThat(beginsAt).isPositive();
    two.pass(Duration.ofSeconds(5));
    assertThat(two.view().lifecycle().waitingFor().get(0).beginsAt()).isEqualTo(beginsAt);
    two.pass(Duration.ofSeconds(30));
    assertThat(two.view().state()).isEqualTo(JobState.RUNNING);
    assertThat(two.view().lifecycle().waitingFor())
        .extracting(JobView.Waiting::beginsAt)
        .containsExactly(0L);
  }
}
