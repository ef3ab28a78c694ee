package trainer.master.job.checkpoints;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.fact.CheckpointFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.Role;
import trainer.core.message.FromPserver;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;

/** A job that is kept every second, under one master. */
class CheckpointCoordinatorTest extends KeptJob {
  private static final Failure DAMAGED =
      new Failure(FailureKind.MODEL_CORRUPT, "a bit is flipped", "part-3 near byte 99", "");

  @Test
  void aVersionIsCutRightBehindItsCommitAndKeptWhenAllPartsAreThere() {
    job.commit(1);
    cut(2);
    ToPserver.WriteCheckpoint order = job.said("p0", ToPserver.WriteCheckpoint.class).get(0);
    assertThat(job.facts(CheckpointFact.CheckpointAsked.class))
        .singleElement()
        .satisfies(asked -> assertThat(asked.folder()).isEqualTo(order.folder()));
    assertThat(order.version().number()).isEqualTo(2);
    assertThat(order.folder()).endsWith("/checkpoints/2-1-7");
    assertThat(job.said("p1", ToPserver.WriteCheckpoint.class).get(0).partitions())
        .doesNotContainAnyElementsOf(order.partitions());

    write("p0");
    assertThat(job.actions(JobEffect.StoreCheckpoint.class)).isEmpty();
    job.commit(3);
    write("p1");
    assertThat(job.actions(JobEffect.StoreCheckpoint.class))
        .singleElement()
        .satisfies(store -> assertThat(store.parts()).hasSize(32));
    assertThat(kept()).isEmpty();
    job.tell(new JobEvent.CheckpointStored(order.folder(), "digest", 5));
    assertThat(kept()).containsExactly(2L);
  }

  @Test
  void trainingWaitsForNoRecordOfWhatIsKeptButWhatIsDeletedDoes() {
    keep(1);
    keep(2);
    keep(3);
    assertThat(job.wanted().awaited(CheckpointFact.CheckpointAsked.class)).isEmpty();
    assertThat(job.wanted().awaited(CheckpointFact.CheckpointAdded.class)).isEmpty();
    assertThat(job.wanted().awaited(CheckpointFact.CheckpointRetired.class)).isEmpty();
    assertThat(job.actions(JobEffect.SweepCheckpoints.class))
        .last()
        .matches(JobEffect.SweepCheckpoints::isTrailing);
  }

  @Test
  void theOldestIsCondemnedBeforeItIsDeleted() {
    keep(1);
    keep(2);
    assertThat(job.facts(CheckpointFact.CheckpointRetired.class)).isEmpty();
    keep(3);
    assertThat(job.facts(CheckpointFact.CheckpointRetired.class))
        .containsExactly(new CheckpointFact.CheckpointRetired(new Version(1), 0, ""));
    assertThat(kept()).containsExactly(2L, 3L);
    assertThat(job.actions(JobEffect.SweepCheckpoints.class))
        .last()
        .satisfies(sweep -> assertThat(sweep.kept()).hasSize(2));
  }

  @Test
  void theJobGoesBackToTheNewestAndCountsFromThere() {
    job.commit(1);
    keep(2);
    job.commit(3).ends("p1", 137).startReplacements();

    assertThat(newestLine()).matches(line -> line.back() && line.base().number() == 2);
    assertThat(job.view().version()).isEqualTo(2);
    assertThat(job.view().results().quality().train().records()).isEqualTo(80);
    assertThat(job.said("p0", ToMember.NewLine.class))
        .last()
        .satisfies(line -> assertThat(line.checkpoint()).endsWith("/checkpoints/2-1-7"));
    job.wanted().clear();
    job.each(Role.PSERVER, new FromPserver.LineAccepted(new Line(2), new Version(2), true));
    assertThat(job.said("w0", ToWorker.Order.class))
        .extracting(one -> one.version().number())
        .containsExactly(3L, 4L, 5L);
  }

  @Test
  void oneThatIsDamagedIsNamedAndTheNextOlderIsGoneBackTo() {
    keep(1);
    keep(2);
    job.commit(3).ends("p1", 137).startReplacements();
    job.say("p0", new FromPserver.NotLoaded(new Line(2), DAMAGED));
    job.say("p2", new FromPserver.NotLoaded(new Line(2), DAMAGED));

    assertThat(newestLine())
        .matches(line -> line.base().number() == 1 && line.line().number() == 3);
    assertThat(job.view().recovery().checkpoints())
        .anyMatch(one -> one.version() == 2 && one.damage().contains("near byte 99"));
    assertThat(kept()).containsExactly(1L);
    job.say("p0", new FromPserver.NotLoaded(new Line(3), DAMAGED));
    assertThat(newestLine())
        .matches(line -> line.base().number() == 0 && line.line().number() == 4);
    assertThat(job.said("p0", ToMember.NewLine.class))
        .last()
        .satisfies(line -> assertThat(line.checkpoint()).isEmpty());
    assertThat(job.view().failure()).isNull();
  }

  @Test
  void theNextIsMadeWhereOneCameToNothing() {
    cut(1);
    String first = folder("p0");
    job.say("p0", new FromPserver.CheckpointFailed(first, DAMAGED));
    write("p1");
    assertThat(job.actions(JobEffect.StoreCheckpoint.class)).isEmpty();
    keep(2);
    assertThat(kept()).containsExactly(2L);
    job.tell(new JobEvent.CheckpointStored(first, "digest", 5));
    assertThat(kept()).containsExactly(2L);
  }

  @Test
  void whatPserversWroteOfOneThatFailedIsDeletedWhenTheNextStopsThem() {
    keep(1);
    String kept = folder("p0");
    cut(2);
    job.say("p0", new FromPserver.CheckpointFailed(folder("p0"), FULL));
    assertThat(job.actions(JobEffect.SweepCheckpoints.class))
        .last()
        .isEqualTo(new JobEffect.SweepCheckpoints(2, 0, new Line(1), List.of(kept), false));
    cut(3);
    assertThat(job.actions(JobEffect.SweepCheckpoints.class))
        .last()
        .isEqualTo(
            new JobEffect.SweepCheckpoints(3, 0, new Line(1), List.of(kept, folder("p0")), false));
  }

  @Test
  void anOrderThatMayBeLostWithItsStreamIsGivenAgain() {
    cut(1);
    write("p1");
    job.breaks("p0").registerAgain("p0");
    assertThat(job.said("p0", ToPserver.WriteCheckpoint.class))
        .hasSize(2)
        .containsOnly(job.said("p0", ToPserver.WriteCheckpoint.class).get(0));
    write("p0");
    job.tell(new JobEvent.CheckpointStored(folder("p0"), "digest", 5));
    assertThat(kept()).containsExactly(1L);
  }

  @Test
  void whatIsBeingKeptWhenTheJobGoesBackIsVoid() {
    keep(1);
    cut(2);
    String folder = folder("p0");
    write("p0");
    write("p1");
    job.ends("p1", 137).startReplacements();
    job.tell(new JobEvent.CheckpointStored(folder, "digest", 5));
    assertThat(kept()).containsExactly(1L);
    assertThat(newestLine().base().number()).isEqualTo(1);
  }

  @Test
  void ofAJobThatWasNeverKeptTheLastVersionIsExportedAndNotKept() {
    train(1, 8);
    assertThat(job.facts(CheckpointFact.CheckpointAsked.class)).isEmpty();
    assertThat(job.said("p0", ToPserver.WriteParts.class)).hasSize(1);
  }

  @Test
  void theLastVersionIsKeptBeforeItIsExported() {
    keep(1);
    train(2, 8);
    assertThat(job.said("p0", ToPserver.WriteParts.class)).isEmpty();
    String folder = folder("p0");
    assertThat(folder).contains("/8-");
    write("p0");
    write("p1");
    job.tell(new JobEvent.CheckpointStored(folder, "digest", 5));
    assertThat(kept()).containsExactly(1L, 8L);
    assertThat(job.said("p0", ToPserver.WriteParts.class)).hasSize(1);

    job.ends("p1", 137).startReplacements();
    assertThat(newestLine()).matches(line -> line.back() && line.base().number() == 8);
  }

  @Test
  void theModelIsExportedThoughItsLastVersionCannotBeKept() {
    keep(1);
    train(2, 8);
    job.say("p0", new FromPserver.CheckpointFailed(folder("p0"), FULL));
    assertThat(job.said("p0", ToPserver.WriteParts.class)).hasSize(1);
    assertThat(kept()).containsExactly(1L);
  }

  @Test
  void theLastVersionIsKeptThoughAnEarlierOneCouldNotBe() {
    keep(1);
    train(2, 6);
    cut(7);
    String earlier = folder("p0");
    train(8, 8);
    job.say("p0", new FromPserver.CheckpointFailed(earlier, FULL));
    assertThat(folder("p0")).contains("/8-");
    assertThat(job.said("p0", ToPserver.WriteParts.class)).isEmpty();
  }

  private void train(long from, long to) {
    for (long version = from; version <= to; version++) {
      job.commit(version);
    }
  }

  @Test
  void aStorageThatFailsIsTriedAgainAndTheJobWarns() {
    DrivenJob slow = job("trainer.checkpoint.interval", "10m");
    slow.pass(Duration.ofMinutes(11)).commit(1);
    fail(slow);
    assertThat(slow.view().recovery().checkpointTrouble())
        .satisfies(trouble -> assertThat(trouble.message()).contains("quota", "/checkpoints/1-1-7"))
        .matches(trouble -> trouble.times() == 1 && !trouble.over());
    assertThat(slow.actions(JobEffect.SweepCheckpoints.class))
        .as("what it left takes no space")
        .last()
        .isEqualTo(new JobEffect.SweepCheckpoints(1, 0, new Line(1), List.of(), false));
    slow.pass(Duration.ofMillis(900)).commit(2);
    assertThat(slow.said("p0", ToPserver.WriteCheckpoint.class)).hasSize(1);
    slow.pass(Duration.ofMillis(200)).commit(3);
    fail(slow);
    slow.pass(Duration.ofMillis(1900)).commit(4);
    assertThat(slow.said("p0", ToPserver.WriteCheckpoint.class)).hasSize(2);
    slow.pass(Duration.ofMillis(200)).commit(5);
    List<ToPserver.WriteCheckpoint> cuts = slow.said("p0", ToPserver.WriteCheckpoint.class);
    assertThat(cuts).hasSize(3);
    write(slow, "p0");
    write(slow, "p1");
    assertThat(slow.view().recovery().checkpointTrouble()).matches(trouble -> trouble.times() == 2);
    slow.tell(new JobEvent.CheckpointStored(cuts.get(2).folder(), "digest", 5));
    assertThat(slow.view().recovery().checkpointTrouble()).matches(JobView.CheckpointTrouble::over);
    slow.pass(Duration.ofMinutes(9)).commit(6);
    assertThat(slow.said("p0", ToPserver.WriteCheckpoint.class)).hasSize(3);
  }

  private static void fail(DrivenJob of) {
    List<ToPserver.WriteCheckpoint> cuts = of.said("p0", ToPserver.WriteCheckpoint.class);
    String folder = cuts.get(cuts.size() - 1).folder();
    of.say(
        "p0",
        new FromPserver.CheckpointFailed(
            folder, new Failure(FULL.kind(), FULL.what(), folder, FULL.advice())));
  }

  @Test
  void aJobMayRatherFailThanTrainOnUnkept() {
    DrivenJob strict = job("trainer.checkpoint.on-failure", "fail");
    strict.pass(Duration.ofMillis(1100)).commit(1);
    fail(strict);
    assertThat(strict.view().failure().message()).contains("quota");
  }
}
