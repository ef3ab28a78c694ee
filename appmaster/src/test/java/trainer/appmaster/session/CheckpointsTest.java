package trainer.appmaster.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.appmaster.tracker.JobView;
import trainer.appmaster.tracker.TrackerAction;
import trainer.appmaster.tracker.TrackerEvent;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;

/** A job of eight mini-batches that is kept every second. */
class CheckpointsTest {
  private static final Failure DAMAGED =
      new Failure(FailureKind.MODEL_CORRUPT, "a bit is flipped", "part-3 near byte 99", "");

  private final DrivenJob job =
      new DrivenJob(
              16,
              0,
              Map.of(
                  "trainer.minibatch.blocks", "2",
                  "trainer.pservers", "2",
                  "trainer.checkpoint.interval", "1s"))
          .run();

  private Fact.LineOpened newestLine() {
    return job.facts(Fact.LineOpened.class).stream().reduce((first, last) -> last).orElseThrow();
  }

  private List<Long> kept() {
    return job.view().checkpoints().stream()
        .filter(one -> one.damage().isEmpty())
        .map(JobView.Checkpoint::version)
        .toList();
  }

  /** Time passes until the next version is cut, and that is committed. */
  private void cut(long version) {
    job.pass(Duration.ofMillis(1100)).commit(version);
  }

  private String folder(String pserver) {
    List<ToMember.Cut> cuts = job.said(pserver, ToMember.Cut.class);
    return cuts.get(cuts.size() - 1).folder();
  }

  private void write(String pserver) {
    List<ToMember.Cut> cuts = job.said(pserver, ToMember.Cut.class);
    ToMember.Cut order = cuts.get(cuts.size() - 1);
    List<PartFile> parts =
        order.partitions().stream().map(p -> new PartFile(p, "part-" + p, 1, 1, "00")).toList();
    job.say(pserver, new FromMember.CutWritten(order.folder(), List.of(), parts));
  }

  private void keep(long version) {
    cut(version);
    String folder = folder("p0");
    write("p0");
    write("p1");
    job.tell(new TrackerEvent.CheckpointStored(folder, "digest", 5));
  }

  @Test
  void aVersionIsCutRightBehindItsCommitAndKeptWhenAllPartsAreThere() {
    job.commit(1);
    cut(2);
    assertThat(job.facts(Fact.CutAsked.class)).containsExactly(new Fact.CutAsked(2));
    ToMember.Cut order = job.said("p0", ToMember.Cut.class).get(0);
    assertThat(order.version()).isEqualTo(2);
    assertThat(order.folder()).endsWith("/checkpoints/2-1-7");
    assertThat(job.said("p1", ToMember.Cut.class).get(0).partitions())
        .doesNotContainAnyElementsOf(order.partitions());

    write("p0");
    assertThat(job.actions(TrackerAction.StoreCheckpoint.class)).isEmpty();
    job.commit(3);
    write("p1");
    assertThat(job.actions(TrackerAction.StoreCheckpoint.class))
        .singleElement()
        .satisfies(store -> assertThat(store.parts()).hasSize(32));
    assertThat(kept()).isEmpty();
    job.tell(new TrackerEvent.CheckpointStored(order.folder(), "digest", 5));
    assertThat(kept()).containsExactly(2L);
  }

  @Test
  void theOldestIsCondemnedBeforeItIsDeleted() {
    keep(1);
    keep(2);
    assertThat(job.facts(Fact.CheckpointCondemned.class)).isEmpty();
    keep(3);
    assertThat(job.facts(Fact.CheckpointCondemned.class))
        .containsExactly(new Fact.CheckpointCondemned(1, ""));
    assertThat(kept()).containsExactly(2L, 3L);
    assertThat(job.actions(TrackerAction.SweepCheckpoints.class))
        .last()
        .satisfies(sweep -> assertThat(sweep.kept()).hasSize(2));
  }

  @Test
  void theJobGoesBackToTheNewestAndCountsFromThere() {
    job.commit(1);
    keep(2);
    job.commit(3).ends("p1", 137).startReplacements();

    assertThat(newestLine()).matches(line -> line.back() && line.base() == 2);
    assertThat(job.view().version()).isEqualTo(2);
    assertThat(job.view().train().records()).isEqualTo(80);
    assertThat(job.said("p0", ToMember.NewLine.class))
        .last()
        .satisfies(line -> assertThat(line.checkpoint()).endsWith("/checkpoints/2-1-7"));
    job.wanted().clear();
    job.each(Role.PSERVER, new FromMember.Lined(2, 2, true));
    assertThat(job.said("w0", ToMember.Order.class))
        .extracting(ToMember.Order::version)
        .containsExactly(3L, 4L, 5L);
  }

  @Test
  void oneThatIsDamagedIsNamedAndTheNextOlderIsGoneBackTo() {
    keep(1);
    keep(2);
    job.commit(3).ends("p1", 137).startReplacements();
    job.say("p0", new FromMember.NotLoaded(2, DAMAGED));
    job.say("p2", new FromMember.NotLoaded(2, DAMAGED));

    assertThat(newestLine()).matches(line -> line.base() == 1 && line.line() == 3);
    assertThat(job.view().checkpoints())
        .anyMatch(one -> one.version() == 2 && one.damage().contains("near byte 99"));
    assertThat(kept()).containsExactly(1L);
    job.say("p0", new FromMember.NotLoaded(3, DAMAGED));
    assertThat(newestLine()).matches(line -> line.base() == 0 && line.line() == 4);
    assertThat(job.said("p0", ToMember.NewLine.class))
        .last()
        .satisfies(line -> assertThat(line.checkpoint()).isEmpty());
    assertThat(job.view().failure()).isNull();
  }

  @Test
  void theNextIsMadeWhereOneCameToNothing() {
    cut(1);
    String first = folder("p0");
    job.say("p0", new FromMember.CutFailed(first, DAMAGED));
    write("p1");
    assertThat(job.actions(TrackerAction.StoreCheckpoint.class)).isEmpty();
    keep(2);
    assertThat(kept()).containsExactly(2L);
    job.tell(new TrackerEvent.CheckpointStored(first, "digest", 5));
    assertThat(kept()).containsExactly(2L);
  }

  @Test
  void anOrderThatMayBeLostWithItsStreamIsGivenAgain() {
    cut(1);
    write("p1");
    job.breaks("p0").registerAgain("p0");
    assertThat(job.said("p0", ToMember.Cut.class))
        .hasSize(2)
        .containsOnly(job.said("p0", ToMember.Cut.class).get(0));
    write("p0");
    job.tell(new TrackerEvent.CheckpointStored(folder("p0"), "digest", 5));
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
    job.tell(new TrackerEvent.CheckpointStored(folder, "digest", 5));
    assertThat(kept()).containsExactly(1L);
    assertThat(newestLine().base()).isEqualTo(1);
  }

  @Test
  void theNextMasterGoesBackToWhatIsRecorded() {
    job.commit(1);
    keep(2);
    job.commit(3).pass(Duration.ofSeconds(2));
    job.takeOver("p0", "w0").cutAgain();
    job.registerAgain("p0").registerAgain("w0");
    job.pass(Duration.ofSeconds(31)).startAsked();
    assertThat(newestLine()).matches(line -> line.back() && line.base() == 2);
    assertThat(job.said("p0", ToMember.NewLine.class))
        .last()
        .satisfies(line -> assertThat(line.checkpoint()).endsWith("/checkpoints/2-1-7"));
  }

  @Test
  void theLastVersionIsExportedAndNotKept() {
    for (long version = 1; version < 8; version++) {
      job.commit(version);
    }
    cut(8);
    assertThat(job.facts(Fact.CutAsked.class)).isEmpty();
    assertThat(job.said(ToMember.Cut.class)).isEmpty();
  }
}
