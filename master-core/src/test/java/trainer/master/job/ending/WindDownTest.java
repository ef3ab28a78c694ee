package trainer.master.job.ending;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.EndingFact;
import trainer.core.fact.ResultFact;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.ScoreCounts;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.ProcessesView;

/** Who has a say in how a job ends, and until when. */
class WindDownTest {
  private final DrivenJob job = new DrivenJob(4, 0, Map.of("trainer.minibatch.blocks", "2")).run();

  @Test
  void aJobThatIsKilledWhileItsModelIsWrittenPublishesNothing() {
    job.train();
    assertThat(job.said(ToPserver.WriteParts.class)).isNotEmpty();
    job.tell(new JobEvent.KillAsked("alice"));

    job.write(job.view().versions());

    assertThat(job.actions(JobEffect.Publish.class)).isEmpty();
    job.endProcesses();
    assertThat(job.view().state()).isEqualTo(JobState.KILLED);
  }

  @Test
  void aJobThatHasFailedCommitsNothingMore() {
    job.say(pserver(), new FromMember.MemberFailure(failure(FailureKind.STORAGE_FAILED)));

    job.commit(1);
    job.commit(2);

    assertThat(job.said(ToPserver.Commit.class)).isEmpty();
    assertThat(job.facts(ResultFact.FinalVersion.class)).isEmpty();
  }

  @Test
  void onceTheModelIsBeingPublishedOnlyThatDecides() {
    job.train();
    job.write(job.view().versions());
    assertThat(job.actions(JobEffect.Publish.class)).hasSize(1);

    job.tell(new JobEvent.KillAsked("alice"));
    job.say(pserver(), new FromMember.MemberFailure(failure(FailureKind.UNEXPECTED)));
    job.dies(job.containersOf(Role.PSERVER).get(0), 137);
    job.tell(new JobEvent.Published("id", "hdfs://x/out"));

    job.endProcesses();
    assertThat(job.view().state()).isEqualTo(JobState.EXITED);
    assertThat(job.facts(EndingFact.Exported.class)).hasSize(1);
  }

  @Test
  void aProcessInTroubleWhileItLeavesIsNotStoppedByForce() {
    job.train();
    job.write(job.view().versions());
    job.tell(new JobEvent.Published("id", "hdfs://x/out"));
    Incarnation worker = new Incarnation(job.incarnationOf(job.containersOf(Role.WORKER).get(0)));

    job.say(worker, new FromMember.MemberFailure(failure(FailureKind.STORAGE_FAILED)));

    assertThat(job.actions(JobEffect.Close.class)).isEmpty();
  }

  @Test
  void aJobIsNotOverBeforeWhatAnEarlierMasterStoppedHasEnded() {
    DrivenJob begun = new DrivenJob(4, 0, Map.of()).cut();
    begun.grant();
    begun.tell(new JobEvent.KillAsked("alice"));
    assertThat(begun.wanted().released()).containsExactly("p0");

    begun.takeOver("p0");

    assertThat(begun.view().state()).as("its process may live yet").isNotEqualTo(JobState.KILLED);
    assertThat(begun.register("p0")).as("it may not come back").isZero();
    begun.ends("p0", 137);
    assertThat(begun.view().state()).isEqualTo(JobState.KILLED);
  }

  @Test
  void theTimeToLeaveIsNotOverWhileTheMasterItselfIsAway() {
    job.tell(new JobEvent.KillAsked("alice"));

    job.jump(Duration.ofSeconds(61)).pass(Duration.ofSeconds(1));
    assertThat(job.wanted().released()).as("what they said may wait in its mailbox").isEmpty();
    job.pass(Duration.ofSeconds(60));
    assertThat(job.wanted().released()).isNotEmpty();
    job.jump(Duration.ofSeconds(21)).pass(Duration.ofSeconds(1));
    assertThat(job.view().state()).isEqualTo(JobState.RUNNING);
    job.pass(Duration.ofSeconds(20));
    assertThat(job.view().state()).isEqualTo(JobState.KILLED);
  }

  @Test
  void aJobWhoseClusterIsGoneWaitsForNobodyToSayThatItsContainersEnded() {
    job.fleet(new FleetEvent.ShutdownOrdered("it does not know this attempt"));
    assertThat(job.said(ToMember.Leave.class)).isNotEmpty();
    job.pass(Duration.ofSeconds(3));
    assertThat(job.view().state()).as("members complete their logs").isEqualTo(JobState.RUNNING);
    job.pass(Duration.ofSeconds(3));

    assertThat(job.view().state()).isEqualTo(JobState.FAILED);
    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.CLUSTER_LOST);
  }

  @Test
  void whatIsCommittedWasComputedThoughNobodyLivedToReportIt() {
    job.each(
        Role.PSERVER,
        new FromPserver.Complete(
            new Line(1), new Version(1), new Metrics(20, ExactSum.of(7), ExactSum.ZERO)));
    job.dies(job.containersOf(Role.WORKER).get(0), 137);
    job.pass(Duration.ofSeconds(2));

    assertThat(job.view().progress().recordsComputed()).isEqualTo(20);
  }

  @Test
  void aPserverThatTakesItsTimeOverANewStreamIsNotLost() {
    String container = job.containersOf(Role.PSERVER).get(0);
    job.breaks(container);
    job.pass(Duration.ofSeconds(9));
    assertThat(job.wanted().released()).isEmpty();
    job.pass(Duration.ofSeconds(2));

    assertThat(job.wanted().released()).containsExactly(container);
  }

  @Test
  void endsWellOnlyAfterEverythingHasEnded() {
    job.train();
    assertThat(job.facts(ResultFact.FinalVersion.class))
        .containsExactly(new ResultFact.FinalVersion(new Version(2)));
    job.write(2);
    assertThat(job.actions(JobEffect.Publish.class))
        .singleElement()
        .satisfies(publish -> assertThat(publish.folder()).startsWith("hdfs://x/out._"))
        .satisfies(publish -> assertThat(publish.parts()).hasSize(32));
    job.tell(new JobEvent.Published("id", "hdfs://x/out"));
    assertThat(job.facts(EndingFact.Exported.class))
        .containsExactly(new EndingFact.Exported("id", "hdfs://x/out"));
    for (String member : List.of("p0", "w0")) {
      assertThat(job.said(member, ToMember.Leave.class)).hasSize(1);
      job.say(member, new FromMember.Exiting(true));
    }
    job.ends("p0", 0);
    assertThat(job.view().state()).isEqualTo(JobState.RUNNING);
    job.ends("w0", 0);
    assertThat(job.view().state()).isEqualTo(JobState.EXITED);
    assertThat(job.actions(JobEffect.Over.class))
        .containsExactly(new JobEffect.Over(JobState.EXITED));
    assertThat(job.view().processes().containers())
        .allSatisfy(container -> assertThat(container.logs().state()).isEqualTo("complete"));
  }

  @Test
  void recordsTheFinalCountersOfAKilledJob() {
    DrivenJob longer = new DrivenJob(8, 0, Map.of("trainer.epochs", "4")).run();
    longer.commit(1).commit(2).commit(3);
    longer.tell(new JobEvent.KillAsked("alice"));
    assertThat(longer.facts(TrainingFact.Progressed.class))
        .extracting(one -> one.version().number())
        .endsWith(2L, 3L);
  }

  @Test
  void showsAMemberThatTakesItsLeaveAsLeft() {
    job.tell(new JobEvent.KillAsked("alice"));
    job.say("w0", new FromMember.Exiting(true));
    job.breaks("w0");
    job.ends("w0", 0);
    assertThat(job.view().processes().members())
        .filteredOn(member -> member.instance().containerId().equals("w0"))
        .extracting(ProcessesView.Member::state)
        .containsExactly("left");
  }

  @Test
  void scoresTheHeldOutBlocksOnceThoughAWorkerIsLost() {
    DrivenJob two = new DrivenJob(8, 3, Map.of("trainer.workers", "2")).run();
    two.train();
    two.ends("w1", 137);
    Evaluation one =
        new Evaluation(
            new Metrics(10, ExactSum.of(3), ExactSum.ZERO), ScoreCounts.NONE, ScoreCounts.NONE);
    for (int round = 0; round < 3; round++) {
      for (int task = 0; task < 3; task++) {
        two.evaluated("w0", task, one);
      }
    }
    assertThat(two.view().results().quality().validation().metrics().records()).isEqualTo(30);
    assertThat(two.said("w0", ToWorker.Evaluate.class))
        .extracting(ToWorker.Evaluate::task)
        .contains(0, 1, 2);
    assertThat(two.said("p0", ToPserver.WriteParts.class)).hasSize(1);
  }

  @Test
  void stopsByForceWhatDoesNotLeave() {
    job.tell(new JobEvent.KillAsked("alice"));
    job.pass(Duration.ofSeconds(61));
    assertThat(job.wanted().released()).contains("p0", "w0");
    assertThat(job.view().state()).isEqualTo(JobState.RUNNING);
    job.pass(Duration.ofSeconds(21));
    assertThat(job.view().state()).isEqualTo(JobState.KILLED);
    assertThat(job.view().failure().message()).contains("KILLED_BY_USER", "alice");
  }

  private Incarnation pserver() {
    return new Incarnation(job.incarnationOf(job.containersOf(Role.PSERVER).get(0)));
  }

  private static Failure failure(FailureKind kind) {
    return new Failure(kind, "it broke", "there", "mend it");
  }
}
