package trainer.master.job.bsp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobView;

/** Blocks in which the user's code never comes back, under bsp. */
class ShareDeadlinesTest {
  private static final Duration UNMEASURED = Duration.ofSeconds(11);
  private static final Duration MEASURED = Duration.ofSeconds(2);
  private static final int NO_BLOCK = -1;

  private final DrivenJob job = job(2).run();

  private static DrivenJob job(int workers) {
    return new DrivenJob(
        12,
        0,
        Map.of(
            "trainer.minibatch.blocks", "4",
            "trainer.speculation", "false",
            "trainer.workers", "" + workers,
            "trainer.task.timeout-least", "1s",
            "trainer.task.max-timeouts", "2"));
  }

  private void done(String worker, long version) {
    ToWorker.Order own = orders(worker, version).get(0);
    job.say(
        worker,
        new FromWorker.ShareDone(own.line(), new Version(version), own.share().number(), 20, 1000));
  }

  private List<ToWorker.Order> orders(String worker, long version) {
    return job.said(worker, ToWorker.Order.class).stream()
        .filter(order -> order.version().number() == version)
        .toList();
  }

  private boolean isAsked(String worker) {
    return !job.said(worker, ToMember.Probe.class).isEmpty();
  }

  private static void answers(DrivenJob job, String worker, int block) {
    List<ToMember.Probe> asked = job.said(worker, ToMember.Probe.class);
    job.say(worker, new FromMember.Heartbeat(asked.get(asked.size() - 1).number(), 0, block));
  }

  /** The worker of a job of one is found late, answers, is late again and replaced. */
  private static void hangs(DrivenJob alone, String worker, int block) {
    alone.pass(UNMEASURED);
    answers(alone, worker, block);
    alone.pass(UNMEASURED);
  }

  /** Seed 61883 of the simulation: a share of a later version keeps the scoring from its turn. */
  @Test
  void aWorkerThatHangsWhileAPointIsScoredIsReplaced() {
    DrivenJob alone =
        new DrivenJob(
                12,
                1,
                Map.of(
                    "trainer.minibatch.blocks", "4",
                    "trainer.speculation", "false",
                    "trainer.validation.input", "hdfs://x/held",
                    "trainer.validation.every", "1",
                    "trainer.task.timeout-least", "1s"))
            .run();
    for (int version = 1; version <= 2; version++) {
      Line line = alone.view().line();
      alone.say("w0", new FromWorker.ShareDone(line, new Version(version), 0, 40, 1000));
      alone.commit(version);
    }
    assertThat(alone.view().version()).as("1 is scored, and 2 is complete").isLessThan(2);
    hangs(alone, "w0", alone.blocksOf("w0", 3).get(0));
    assertThat(alone.facts(TrainingFact.BlockTimedOut.class))
        .first()
        .isEqualTo(new TrainingFact.BlockTimedOut(new Version(3), alone.blocksOf("w0", 3).get(0)));
    assertThat(alone.wanted().released()).containsExactly("w0");
  }

  @Test
  void aWorkerThatHangsIsReplacedAndAnotherIsGivenItsShareAsItWas() {
    List<Integer> blocks = job.blocksOf("w0", 1);
    ToWorker.Order hung = orders("w0", 1).get(0);
    done("w1", 1);
    job.pass(MEASURED);
    assertThat(job.facts(TrainingFact.BlockTimedOut.class))
        .as("it may not have heard of it")
        .isEmpty();

    answers(job, "w0", blocks.get(1));
    job.pass(MEASURED);

    assertThat(job.facts(TrainingFact.BlockTimedOut.class))
        .containsExactly(new TrainingFact.BlockTimedOut(new Version(1), blocks.get(1)));
    assertThat(job.wanted().released()).containsExactly("w0");
    assertThat(job.said("w0", ToMember.Refused.class)).isNotEmpty();
    ToWorker.Order again = orders("w1", 1).get(1);
    assertThat(again.line().number()).as("nothing is cut anew").isEqualTo(hung.line().number());
    assertThat(again.share()).isEqualTo(hung.share());
    assertThat(again.share().blocks()).isEqualTo(hung.share().blocks());
  }

  @Test
  void whoWaitsForAnotherIsNotLate() {
    done("w1", 1);
    assertThat(orders("w1", 2)).as("ordered ahead").hasSize(1);

    job.pass(UNMEASURED);

    assertThat(isAsked("w0")).isTrue();
    assertThat(isAsked("w1")).isFalse();
  }

  @Test
  void theClockOfAVersionBeginsWithTheCommitOfTheOneBefore() {
    job.pass(Duration.ofSeconds(9));
    job.commit(1);
    job.pass(Duration.ofSeconds(9));

    assertThat(isAsked("w0")).isFalse();
    assertThat(isAsked("w1")).isFalse();
  }

  @Test
  void whatAShareTookIsMeasuredThoughItsVersionIsCommittedBeforeItsWordComes() {
    job.commit(1);

    job.pass(MEASURED);

    assertThat(isAsked("w0")).isTrue();
  }

  @Test
  void aBlockThatHangsEverywhereFailsTheJobAndIsNamed() {
    DrivenJob alone = job(1).run();
    int block = alone.blocksOf("w0", 1).get(2);
    for (int worker = 0; worker < 3; worker++) {
      assertThat(alone.view().failure()).isNull();
      hangs(alone, "w" + worker, block);
      alone.startReplacements();
    }

    assertThat(alone.view().failure().kind()).isEqualTo(FailureKind.TASK_TIMED_OUT);
    assertThat(alone.view().failure().what()).contains("this block").contains("3 times");
    assertThat(alone.view().failure().where())
        .isEqualTo("block " + block + " of hdfs://x/in/a at offset " + 10 * block);
    assertThat(alone.view().failure().advice()).contains("trainer.task.timeout-least");
  }

  @Test
  void theBlockThatIsCountedIsTheOneItIsAtWhenItsTimeIsOver() {
    List<Integer> blocks = job.blocksOf("w0", 1);
    done("w1", 1);
    job.pass(UNMEASURED);
    answers(job, "w0", blocks.get(0));
    job.say("w0", new FromMember.Heartbeat(0, 0, blocks.get(1)));
    job.pass(UNMEASURED);

    assertThat(job.facts(TrainingFact.BlockTimedOut.class))
        .containsExactly(new TrainingFact.BlockTimedOut(new Version(1), blocks.get(1)));
  }

  @Test
  void aWorkerThatIsAtNoBlockIsAskedFourTimesAndTheFirstIsCounted() {
    int first = job.blocksOf("w0", 1).get(0);
    done("w1", 1);

    for (int asked = 0; asked < 4; asked++) {
      job.pass(UNMEASURED);
      assertThat(job.facts(TrainingFact.BlockTimedOut.class)).as("asked %s times", asked).isEmpty();
      answers(job, "w0", NO_BLOCK);
    }
    job.pass(UNMEASURED);

    assertThat(job.facts(TrainingFact.BlockTimedOut.class))
        .containsExactly(new TrainingFact.BlockTimedOut(new Version(1), first));
  }

  @Test
  void streamsThatBreakAgainAndAgainDoNotHideAWorkerThatHangs() {
    int block = job.blocksOf("w0", 1).get(0);
    for (int second = 0; second < 30 && job.containersOf(Role.WORKER).contains("w0"); second++) {
      job.breaks("w0").registerAgain("w0").pass(Duration.ofSeconds(1));
      if (isAsked("w0")) {
        answers(job, "w0", block);
      }
    }

    assertThat(job.facts(TrainingFact.BlockTimedOut.class))
        .contains(new TrainingFact.BlockTimedOut(new Version(1), block));
  }

  @Test
  void theDeathOfAWorkerThatHungMakesNoBlockSuspect() {
    DrivenJob alone = job(1).run();
    for (int worker = 0; worker < 3; worker++) {
      hangs(alone, "w" + worker, alone.blocksOf("w" + worker, 1).get(worker));
      alone.startReplacements();
    }

    assertThat(alone.facts(TrainingFact.BlockTimedOut.class)).hasSize(3);
    assertThat(alone.view().failure()).as("another block each time").isNull();
    assertThat(alone.view().line().number()).isEqualTo(1);
  }

  @Test
  void aWorkerThatDoesNotAnswerIsLostAsAnyOtherAndNothingIsCounted() {
    done("w1", 1);

    job.pass(UNMEASURED.multipliedBy(3), "w0");

    assertThat(job.containersOf(Role.WORKER)).doesNotContain("w0");
    assertThat(job.facts(TrainingFact.BlockTimedOut.class)).isEmpty();
  }

  @Test
  void aWorkerThatFinishedMeanwhileIsAskedOnceMore() {
    job.pass(UNMEASURED);
    answers(job, "w0", job.blocksOf("w0", 1).get(0));
    done("w0", 1);
    done("w1", 1);
    job.commit(1);
    job.wanted().clear();

    job.pass(UNMEASURED.multipliedBy(20));

    assertThat(job.facts(TrainingFact.BlockTimedOut.class)).isEmpty();
    assertThat(isAsked("w0")).isTrue();
  }

  @Test
  void anotherMasterGoesOnCounting() {
    DrivenJob alone = job(1).run();
    int block = alone.blocksOf("w0", 1).get(0);
    for (int worker = 0; worker < 2; worker++) {
      hangs(alone, "w" + worker, block);
      alone.startReplacements();
    }
    alone.takeOver("p0", "w2").cutAgain();
    alone.registerAgain("p0").registerAgain("w2");
    Line line = alone.view().line();
    alone.say("p0", new FromPserver.Sealed(DrivenJob.TERM.next(), line, Version.INITIAL, false));
    alone.say("p0", new FromPserver.LineAccepted(line.next(), Version.INITIAL, true));
    alone.pass(UNMEASURED);
    assertThat(alone.view().failure()).isNull();
    answers(alone, "w2", block);

    alone.pass(UNMEASURED);

    assertThat(alone.view().failure().kind()).isEqualTo(FailureKind.TASK_TIMED_OUT);
    assertThat(alone.view().failure().what()).contains("3 times");
  }

  @Test
  void whatIsInHandsIsShownWithItsDeadline() {
    done("w1", 1);
    job.pass(Duration.ofSeconds(1));

    List<JobView.Task> hands = job.view().tasks().hands().tasks();

    assertThat(hands.stream().filter(task -> task.deadline() > 0).map(JobView.Task::task))
        .containsExactlyElementsOf(job.blocksOf("w0", 1));
    assertThat(hands).filteredOn(task -> task.deadline() > 0).allMatch(task -> task.worker() == 0);
    assertThat(hands.stream().filter(task -> task.deadline() == 0))
        .as("two mini-batches ahead, the last of the epoch")
        .hasSize(8);
  }
}
