package trainer.master.job.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.ResultFact;
import trainer.core.fact.TargetFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Version;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.PartFile;
import trainer.core.message.ScoreCounts;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;

/** The learning curve of a job of 8 blocks in mini-batches of 2, with one held-out block. */
class CommittedCurveTest {
  private static DrivenJob job(String... settings) {
    Map<String, String> all = new HashMap<>();
    all.put("trainer.minibatch.blocks", "2");
    all.put("trainer.epochs", "3");
    all.put("trainer.validation.input", "hdfs://x/held");
    all.put("trainer.checkpoint.interval", "1h");
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return new DrivenJob(8, 1, all).run();
  }

  private static DrivenJob stopping(String patience) {
    return job(
        "trainer.early-stopping.metric", "logLoss", "trainer.early-stopping.patience", patience);
  }

  private static Evaluation loss(double of) {
    return new Evaluation(
        new Metrics(10, ExactSum.of(of), ExactSum.ZERO), ScoreCounts.NONE, ScoreCounts.NONE);
  }

  /** Trains an epoch of four versions, and scores the last one. */
  private static void epoch(DrivenJob job, int number, double loss) {
    for (int version = 4 * number - 3; version <= 4 * number; version++) {
      job.commit(version);
    }
    job.evaluated("w0", 0, loss(loss));
  }

  private static List<Long> scored(DrivenJob job) {
    return job.view().results().quality().series().stream()
        .map(point -> point.version().number())
        .toList();
  }

  private static long committed(DrivenJob job) {
    return job.said("p0", ToPserver.Commit.class).stream()
        .mapToLong(commit -> commit.version().number())
        .max()
        .orElse(0);
  }

  @Test
  void theVersionAfterAPointIsCommittedOnceThePointIsScored() {
    DrivenJob job = job();
    for (int version = 1; version <= 5; version++) {
      job.commit(version);
    }
    assertThat(committed(job)).as("5 is complete, and 4 is not scored").isEqualTo(4);
    assertThat(job.wanted().order(6, 0)).as("6 is trained meanwhile").isPresent();
    assertThat(job.said("w0", ToWorker.Evaluate.class))
        .extracting(order -> order.version().number())
        .containsOnly(4L);
    job.evaluated("w0", 0, loss(3));
    assertThat(committed(job)).isEqualTo(5);
    assertThat(scored(job)).containsExactly(4L);
    ResultFact.Scored point = job.facts(ResultFact.Scored.class).get(0);
    assertThat(point.epoch()).isEqualTo(1);
    assertThat(point.train().records()).isEqualTo(4L * DrivenJob.RECORDS);
  }

  @Test
  void pointsFollowEachOtherByMinibatchesToo() {
    DrivenJob job = job("trainer.validation.every", "3");
    for (int version = 1; version <= 12; version++) {
      job.commit(version);
      if (List.of(3, 4, 6, 8, 9, 12).contains(version)) {
        job.evaluated("w0", 0, loss(1));
      }
    }
    assertThat(scored(job)).containsExactly(3L, 4L, 6L, 8L, 9L, 12L);
    assertThat(job.view().results().quality().validation()).isEqualTo(loss(1).summary());
  }

  @Test
  void aMasterThatTakesOverScoresBeforeItCommits() {
    DrivenJob job = job();
    for (int version = 1; version <= 5; version++) {
      job.commit(version);
    }
    job.takeOver("p0", "w0").cutAgain().registerAgain("p0").registerAgain("w0");
    job.say(
        "p0",
        new FromPserver.Sealed(
            job.view().recovery().term(), job.view().line(), new Version(4), true));
    assertThat(job.view().version()).as("5 cannot have been committed").isEqualTo(4);
    job.each(Role.PSERVER, new FromPserver.LineAccepted(job.view().line(), new Version(4), true));
    assertThat(job.said("w0", ToWorker.Evaluate.class)).isNotEmpty();
    job.commit(5);
    assertThat(committed(job)).isLessThan(5);
    job.evaluated("w0", 0, loss(2));
    assertThat(committed(job)).isEqualTo(5);
  }

  @Test
  void aTrainingThatDoesNotImproveGoesBackToTheBestVersion() {
    DrivenJob job = stopping("1");
    epoch(job, 1, 2);
    assertThat(job.said("p0", ToPserver.WriteCheckpoint.class))
        .as("the best is kept")
        .extracting(order -> order.version().number())
        .containsExactly(4L);
    fail(job);
    epoch(job, 2, 3);
    assertThat(job.facts(TargetFact.StopScheduled.class))
        .singleElement()
        .satisfies(
            stop -> {
              assertThat(stop.fromVersion()).isEqualTo(new Version(8));
              assertThat(stop.stopAt()).isEqualTo(new Version(4));
              assertThat(stop.by()).isEqualTo("early stopping, best logLoss 0.2");
            });
    assertThat(job.view().recovery().rollbacks()).isEqualTo(1);
    assertThat(job.view().version()).as("no checkpoint was stored").isZero();
    assertThat(scored(job)).as("4 is trained again").containsExactly(8L);

    job.each(Role.PSERVER, new FromPserver.LineAccepted(job.view().line(), Version.INITIAL, true));
    epoch(job, 1, 2);
    assertThat(job.facts(ResultFact.FinalVersion.class))
        .containsExactly(new ResultFact.FinalVersion(new Version(4)));
    assertThat(scored(job)).containsExactly(4L, 8L);
    assertThat(job.view().results().quality().validation()).isEqualTo(loss(2).summary());
    assertThat(job.said("p0", ToPserver.WriteParts.class)).hasSize(1);
  }

  /** The newest version is the best, by less than counts. */
  @Test
  void aTrainingThatGainsTooLittleEndsWithItsNewestVersion() {
    DrivenJob job =
        job(
            "trainer.early-stopping.metric", "logLoss",
            "trainer.early-stopping.min-delta", "0.1",
            "trainer.early-stopping.patience", "1");
    epoch(job, 1, 3);
    store(job);
    epoch(job, 2, 2.9);
    assertThat(job.facts(TargetFact.StopScheduled.class))
        .extracting(TargetFact.StopScheduled::stopAt)
        .containsExactly(new Version(8));
    assertThat(job.view().recovery().rollbacks()).as("it is there already").isZero();
    assertThat(job.facts(ResultFact.FinalVersion.class))
        .containsExactly(new ResultFact.FinalVersion(new Version(8)));
    store(job);
    assertThat(job.said("p0", ToPserver.WriteParts.class)).hasSize(1);
  }

  @Test
  void aMetricThatIsNoNumberStopsNothing() {
    DrivenJob job =
        job("trainer.early-stopping.metric", "auc", "trainer.early-stopping.patience", "1");
    for (int number = 1; number <= 3; number++) {
      epoch(job, number, number);
    }
    assertThat(job.facts(TargetFact.StopScheduled.class)).isEmpty();
    assertThat(job.said("p0", ToPserver.WriteParts.class)).hasSize(1);
  }

  @Test
  void theRollbackWaitsForTheCheckpointOfTheBestVersion() {
    DrivenJob job = stopping("1");
    epoch(job, 1, 2);
    write(job);
    epoch(job, 2, 3);
    assertThat(job.view().recovery().rollbacks()).as("it is being stored").isZero();
    stored(job);
    assertThat(job.view().recovery().rollbacks()).isEqualTo(1);
    assertThat(job.view().version()).isEqualTo(4);
  }

  @Test
  void aTrainingThatEndsWithAnotherVersionGoesBackToTheBest() {
    DrivenJob job = stopping("3");
    epoch(job, 1, 3);
    fail(job);
    epoch(job, 2, 2);
    store(job);
    epoch(job, 3, 4);
    assertThat(job.facts(TargetFact.StopScheduled.class))
        .extracting(TargetFact.StopScheduled::stopAt)
        .containsExactly(new Version(8));
    assertThat(job.said("p0", ToPserver.WriteParts.class)).isEmpty();
    assertThat(job.view().recovery().rollbacks()).isEqualTo(1);
  }

  /** The newest checkpoint that was asked for is written. */
  private static void write(DrivenJob job) {
    List<ToPserver.WriteCheckpoint> orders = job.said("p0", ToPserver.WriteCheckpoint.class);
    ToPserver.WriteCheckpoint order = orders.get(orders.size() - 1);
    List<PartFile> parts =
        order.partitions().stream().map(p -> new PartFile(p, "part-" + p, 1, 1, "00")).toList();
    job.say("p0", new FromPserver.CheckpointWritten(order.folder(), 0, List.of(), parts));
  }

  private static void fail(DrivenJob job) {
    List<ToPserver.WriteCheckpoint> orders = job.said("p0", ToPserver.WriteCheckpoint.class);
    String folder = orders.get(orders.size() - 1).folder();
    Failure full = new Failure(FailureKind.STORAGE_FAILED, "no space", folder, "make some");
    job.say("p0", new FromPserver.CheckpointFailed(folder, full));
  }

  private static void stored(DrivenJob job) {
    List<ToPserver.WriteCheckpoint> orders = job.said("p0", ToPserver.WriteCheckpoint.class);
    String folder = orders.get(orders.size() - 1).folder();
    job.tell(new JobEvent.CheckpointStored(folder, "digest", 5));
  }

  private static void store(DrivenJob job) {
    write(job);
    stored(job);
  }

  private static List<Long> kept(DrivenJob job) {
    return job.view().recovery().checkpoints().stream().map(JobView.Checkpoint::version).toList();
  }

  @Test
  void theBestCheckpointStaysAndThoseAfterItGo() {
    DrivenJob job =
        job(
            "trainer.early-stopping.metric", "logLoss",
            "trainer.early-stopping.patience", "2",
            "trainer.checkpoint.interval", "1s",
            "trainer.checkpoint.keep", "1");
    epoch(job, 1, 2);
    store(job);
    job.commit(5).pass(Duration.ofMillis(1100)).commit(6);
    store(job);
    assertThat(kept(job)).as("one to go back to, and the best").containsExactly(4L, 6L);
    job.commit(7).commit(8).evaluated("w0", 0, loss(3));
    epoch(job, 3, 4);
    assertThat(kept(job)).containsExactly(4L);
    assertThat(job.view().version()).isEqualTo(4);
    assertThat(scored(job)).containsExactly(4L, 8L, 12L);
    job.each(Role.PSERVER, new FromPserver.LineAccepted(job.view().line(), new Version(4), true));
    assertThat(job.facts(ResultFact.FinalVersion.class))
        .extracting(ResultFact.FinalVersion::version)
        .contains(new Version(4));
    assertThat(job.said("p0", ToPserver.WriteParts.class)).hasSize(1);
    assertThat(job.view().results().quality().validation()).isEqualTo(loss(2).summary());
  }

  @Test
  void aTrainingWhoseLastVersionIsTheBestEndsThere() {
    DrivenJob job = stopping("2");
    epoch(job, 1, 3);
    store(job);
    epoch(job, 2, 2);
    store(job);
    epoch(job, 3, 1);
    store(job);
    assertThat(job.facts(TargetFact.StopScheduled.class)).isEmpty();
    assertThat(job.said("p0", ToPserver.WriteParts.class)).hasSize(1);
  }
}
