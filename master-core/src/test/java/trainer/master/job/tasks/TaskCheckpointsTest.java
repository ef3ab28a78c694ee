package trainer.master.job.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;

/** A job of eight tasks in which nobody waits, of which two are held at most, kept each second. */
class TaskCheckpointsTest {
  private static final Failure DAMAGED =
      new Failure(FailureKind.MODEL_CORRUPT, "a bit is flipped", "part-3 near byte 99", "");

  private final DrivenJob job =
      new DrivenJob(
              16,
              0,
              Map.of(
                  "trainer.sync", "async",
                  "trainer.workers", "1",
                  "trainer.pservers", "2",
                  "trainer.task.blocks", "2",
                  "trainer.tasks.per-assignment", "2",
                  "trainer.checkpoint.interval", "1s"))
          .run();

  private TrainingFact.LineOpened newestLine() {
    return job.facts(TrainingFact.LineOpened.class).stream()
        .reduce((first, last) -> last)
        .orElseThrow();
  }

  private void done(long... slots) {
    for (long slot : slots) {
      job.say(
          "w0",
          new FromWorker.TaskDone(
              job.view().line(),
              new Version(1),
              new Slot(slot),
              new Metrics(20, ExactSum.of(7), ExactSum.ZERO)));
    }
  }

  private List<Long> given() {
    return job.said("w0", ToWorker.AssignTasks.class).stream()
        .flatMap(message -> message.tasks().stream())
        .map(one -> one.slot().number())
        .toList();
  }

  private ToPserver.WriteCheckpoint order(String pserver) {
    List<ToPserver.WriteCheckpoint> cuts = job.said(pserver, ToPserver.WriteCheckpoint.class);
    return cuts.get(cuts.size() - 1);
  }

  private void begin(String... pservers) {
    for (String pserver : pservers) {
      job.say(pserver, new FromPserver.CheckpointBegun(order(pserver).folder()));
    }
  }

  private void write(String... pservers) {
    for (String pserver : pservers) {
      ToPserver.WriteCheckpoint order = order(pserver);
      List<PartFile> parts =
          order.partitions().stream().map(p -> new PartFile(p, "part-" + p, 1, 1, "00")).toList();
      job.say(pserver, new FromPserver.CheckpointWritten(order.folder(), 40, List.of(1), parts));
    }
  }

  private void stored(String folder) {
    job.tell(new JobEvent.CheckpointStored(folder, "digest", 5));
  }

  /** Whatever is due is kept. */
  private String keep() {
    job.pass(Duration.ofMillis(1300));
    begin("p0", "p1");
    write("p0", "p1");
    String folder = order("p0").folder();
    stored(folder);
    return folder;
  }

  private void follow() {
    job.each(
        Role.PSERVER, new FromPserver.LineAccepted(job.view().line(), newestLine().base(), true));
  }

  private List<String> kept() {
    return job.view().recovery().checkpoints().stream()
        .filter(one -> one.damage().isEmpty())
        .map(one -> one.folder().substring(one.folder().lastIndexOf('/') + 1))
        .toList();
  }

  @Test
  void whatIsOpenIsKeptAsFarAsItIsMadeWithTheTasksAsTheyStand() {
    done(0, 1);
    job.pass(Duration.ofMillis(1300));
    ToPserver.WriteCheckpoint order = order("p0");
    assertThat(order.version().number()).isZero();
    assertThat(order.folder()).endsWith("/checkpoints/0.1-1-7");
    CheckpointFact.CheckpointAsked asked = job.facts(CheckpointFact.CheckpointAsked.class).get(0);
    assertThat(asked.mark()).isEqualTo(1);
    assertThat(asked.at().recordsCommitted()).isEqualTo(40);
    assertThat(asked.queue().slots().next()).isEqualTo(4);
    assertThat(asked.queue().slots().held())
        .containsExactly(
            new QueueChange.Held(new Incarnation(job.incarnationOf("w0")), List.of(2L, 3L)));

    begin("p0", "p1");
    write("p0");
    assertThat(job.actions(JobEffect.StoreCheckpoint.class)).isEmpty();
    write("p1");
    assertThat(job.actions(JobEffect.StoreCheckpoint.class))
        .singleElement()
        .matches(
            store ->
                store.name().mark() == 1
                    && store.updates() == 40
                    && store.name().version().number() == 0);
    stored(order.folder());
    assertThat(kept()).containsExactly("0.1-1-7");
    assertThat(keep()).endsWith("/0.2-1-7");
    keep();
    assertThat(kept()).containsExactly("0.2-1-7", "0.3-1-7");
    assertThat(job.facts(CheckpointFact.CheckpointRetired.class))
        .containsExactly(new CheckpointFact.CheckpointRetired(Version.INITIAL, 1, ""));
  }

  @Test
  void noTaskIsGivenUntilEveryPserverHasBegun() {
    job.pass(Duration.ofMillis(1100));
    assertThat(job.said("p0", ToPserver.WriteCheckpoint.class)).hasSize(1);
    done(0);
    assertThat(given()).containsExactly(0L, 1L);
    begin("p0");
    assertThat(given()).containsExactly(0L, 1L);
    begin("p1");
    assertThat(given()).containsExactly(0L, 1L, 2L);
  }

  @Test
  void oneThatIsNotBegunInASecondComesToNothingAndTasksAreGivenAgain() {
    job.pass(Duration.ofMillis(1100));
    begin("p0");
    done(0);
    job.pass(Duration.ofMillis(1300));
    assertThat(given()).containsExactly(0L, 1L, 2L);
    assertThat(job.actions(JobEffect.SweepCheckpoints.class))
        .last()
        .isEqualTo(new JobEffect.SweepCheckpoints(0, 1, new Line(1), List.of(), false));
    begin("p1");
    write("p0", "p1");
    assertThat(job.actions(JobEffect.StoreCheckpoint.class)).isEmpty();
    assertThat(keep()).endsWith("/0.2-1-7");
  }

  @Test
  void anOrderThatMayBeLostWithItsStreamIsGivenAgain() {
    job.pass(Duration.ofMillis(1100));
    begin("p0");
    job.breaks("p1").registerAgain("p1");
    assertThat(job.said("p1", ToPserver.WriteCheckpoint.class)).hasSize(2);
    done(0);
    begin("p1");
    assertThat(given()).containsExactly(0L, 1L, 2L);
  }

  @Test
  void theJobGoesBackToItAndDoesAgainWhatWasNotDoneThen() {
    done(0, 1);
    String folder = keep();
    done(2, 3, 4);
    job.ends("p1", 137).startReplacements();

    assertThat(newestLine()).matches(line -> line.back() && line.base().number() == 0);
    assertThat(job.said("p0", ToMember.NewLine.class))
        .last()
        .satisfies(line -> assertThat(line.checkpoint()).isEqualTo(folder));
    assertThat(job.view().tasks())
        .matches(tasks -> tasks.done() == 2 && tasks.todo() == 6 && tasks.pending() == 0);
    assertThat(job.view().results().quality().train().records()).isEqualTo(40);
    assertThat(job.view().recovery().repeated()).isEqualTo(new JobView.Repeated(60, 2));

    job.say("w0", new FromWorker.TaskDone(new Line(1), new Version(1), new Slot(5), Metrics.NONE));
    job.wanted().clear();
    follow();
    assertThat(job.said("w0", ToWorker.AssignTasks.class).get(0))
        .matches(message -> message.whole() && message.tasks().isEmpty());
    assertThat(given()).as("what was held first").containsExactly(2L, 3L);
    done(2, 3, 4, 5, 6, 7);
    job.commit(1);
    assertThat(job.view().version()).isEqualTo(1);
    assertThat(job.view().results().quality().train().records()).isEqualTo(160);
    assertThat(job.view().progress().recordsComputed()).isGreaterThanOrEqualTo(160 + 60);
  }

  @Test
  void whatIsBeingKeptWhenTheJobGoesBackIsVoid() {
    done(0);
    keep();
    done(1);
    job.pass(Duration.ofMillis(1300));
    begin("p0", "p1");
    write("p0", "p1");
    String second = order("p0").folder();
    job.ends("p1", 137).startReplacements();
    stored(second);
    assertThat(kept()).containsExactly("0.1-1-7");
    assertThat(job.view().tasks().done()).isEqualTo(1);
    follow();
    job.pass(Duration.ofMillis(1300));
    assertThat(order("p0").folder()).as("a mark of its own").endsWith("/0.3-2-7");
  }

  @Test
  void oneThatIsDamagedIsNamedAndTheNextOlderIsGoneBackTo() {
    done(0);
    keep();
    done(1, 2);
    keep();
    job.ends("p1", 137).startReplacements();
    assertThat(job.view().tasks().done()).isEqualTo(3);
    job.say("p0", new FromPserver.NotLoaded(new Line(2), DAMAGED));
    job.say("p2", new FromPserver.NotLoaded(new Line(2), DAMAGED));
    assertThat(newestLine().line().number()).isEqualTo(3);
    assertThat(kept()).containsExactly("0.1-1-7");
    assertThat(job.view().tasks().done()).isEqualTo(1);
    job.say("p0", new FromPserver.NotLoaded(new Line(3), DAMAGED));
    assertThat(newestLine().line().number()).isEqualTo(4);
    assertThat(kept()).isEmpty();
    follow();
    assertThat(job.view().tasks().done()).isZero();
    assertThat(job.view().failure()).isNull();
  }

  @Test
  void theNextMasterAdoptsWhatIsWholeAndGoesBackToItWithItsTasks() {
    done(0, 1);
    job.pass(Duration.ofMillis(1300));
    String folder = order("p0").folder();
    begin("p0", "p1");
    write("p0", "p1");
    done(2);
    job.takeOver("p0", "w0").cutAgain();
    assertThat(job.actions(JobEffect.FindCheckpoint.class))
        .containsExactly(new JobEffect.FindCheckpoint(0, new Line(1), folder));
    job.registerAgain("p0").registerAgain("w0");
    job.pass(Duration.ofSeconds(31)).startAsked();
    assertThat(newestLine().back()).as("it is not known yet what there is").isFalse();
    stored(folder);
    assertThat(newestLine()).matches(line -> line.back() && line.base().number() == 0);
    assertThat(kept()).containsExactly("0.1-1-7");
    assertThat(job.view().tasks().done()).isEqualTo(2);
    assertThat(job.view().recovery().repeated()).isEqualTo(new JobView.Repeated(20, 2));
  }

  @Test
  void theLastVersionIsKeptBeforeItIsExported() {
    done(0, 1);
    keep();
    done(2, 3, 4, 5, 6, 7);
    job.commit(1);
    assertThat(job.said("p0", ToPserver.WriteParts.class)).isEmpty();
    assertThat(order("p0").folder()).endsWith("/1-1-7");
    write("p0", "p1");
    stored(order("p0").folder());
    assertThat(job.said("p0", ToPserver.WriteParts.class)).hasSize(1);

    job.ends("p1", 137).startReplacements();
    assertThat(newestLine()).matches(line -> line.back() && line.base().number() == 1);
    follow();
    assertThat(job.view().tasks().done()).isEqualTo(8);
    assertThat(job.said("p0", ToPserver.WriteParts.class)).hasSize(2);
  }

  @Test
  void aTaskThatWasGivenUpSinceStaysSo() {
    Failure broken = new Failure(FailureKind.INPUT_CORRUPT, "cannot decode", "", "mend it");
    DrivenJob lenient =
        new DrivenJob(
                16,
                0,
                Map.of(
                    "trainer.sync", "async",
                    "trainer.workers", "1",
                    "trainer.task.blocks", "2",
                    "trainer.task.max-failures", "1",
                    "trainer.task.max-discarded", "1",
                    "trainer.checkpoint.interval", "1s"))
            .run();
    lenient.pass(Duration.ofMillis(1300));
    String folder = lenient.said("p0", ToPserver.WriteCheckpoint.class).get(0).folder();
    lenient.say("p0", new FromPserver.CheckpointBegun(folder));
    List<PartFile> parts =
        lenient.said("p0", ToPserver.WriteCheckpoint.class).get(0).partitions().stream()
            .map(p -> new PartFile(p, "part-" + p, 1, 1, "00"))
            .toList();
    lenient.say("p0", new FromPserver.CheckpointWritten(folder, 1, List.of(1), parts));
    lenient.tell(new JobEvent.CheckpointStored(folder, "digest", 5));
    lenient.say(
        "w0", new FromWorker.TaskFailed(new Line(1), new Version(1), new Slot(0), -1, broken));
    assertThat(lenient.view().tasks().discards()).hasSize(1);
    lenient.ends("p0", 137).startReplacements();
    lenient.each(Role.PSERVER, new FromPserver.LineAccepted(new Line(2), Version.INITIAL, true));
    assertThat(lenient.view().tasks().discards()).hasSize(1);
    assertThat(lenient.view().tasks().discarded()).as("in this queue, too").isEqualTo(1);
    assertThat(lenient.view().failure()).isNull();
  }
}
