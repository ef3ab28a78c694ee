package trainer.master.job.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.ResultFact;
import trainer.core.fact.TargetFact;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.message.FromPserver;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEvent;

/** Versions 1 and 2 count, 3 updates rows, 4 to 7 train. */
class PhasesTest {
  private static final ModelSpec MODEL =
      new ModelSpec(
          List.of(new TableSpec("counts", 1, Initializer.ZERO, false, 0)),
          List.of(
              new Phase.Passes("count", 1),
              new Phase.RowUpdate("scale", "counts"),
              new Phase.Passes("train", 2)));
  private static final ToPserver.UpdateRows UPDATE =
      new ToPserver.UpdateRows(DrivenJob.TERM, new Line(1), new Version(3), 1, List.of());

  private final DrivenJob job =
      new DrivenJob(8, 0, Map.of("trainer.workers", "2", "trainer.pservers", "2"), MODEL).run();

  private List<ToPserver.UpdateRows> updates(String pserver) {
    return job.said(pserver, ToPserver.UpdateRows.class);
  }

  @Test
  void pserversAreToldOnceTheVersionBeforeIsCommitted() {
    assertThat(job.view().versions()).isEqualTo(7);
    job.commit(1);
    assertThat(updates("p0")).isEmpty();
    job.commit(2);
    assertThat(updates("p0")).containsExactly(UPDATE);
    assertThat(updates("p1")).containsExactly(UPDATE);
    ToMember before = new ToPserver.Commit(DrivenJob.TERM, new Line(1), new Version(2));
    assertThat(job.wanted().positionOf(before::equals))
        .isLessThan(job.wanted().positionOf(UPDATE::equals));
  }

  @Test
  void workersPrepareTheNextPhaseMeanwhile() {
    job.commit(1).commit(2);
    assertThat(job.said("w0", ToWorker.Order.class))
        .extracting(one -> one.version().number())
        .containsExactly(1L, 2L, 4L, 5L);
    assertThat(job.said("w0", ToWorker.Order.class))
        .extracting(ToWorker.Order::phase)
        .containsExactly(0, 0, 2, 2);
    job.commit(3);
    assertThat(job.said("w0", ToWorker.Order.class).get(4).version().number()).isEqualTo(6);
    assertThat(job.said("p0", ToPserver.Commit.class))
        .contains(new ToPserver.Commit(DrivenJob.TERM, new Line(1), new Version(3)));
  }

  @Test
  void aJobToldToStopWhileItCountsGoesOnToTheFirstMinibatchOfItsModel() {
    job.tell(new JobEvent.StopAsked("alice"));

    assertThat(job.facts(TargetFact.StopScheduled.class))
        .extracting(one -> one.stopAt().number())
        .containsExactly(4L);
    job.commit(1).commit(2).commit(3);
    assertThat(job.facts(ResultFact.FinalVersion.class)).isEmpty();
    job.commit(4);
    assertThat(job.facts(ResultFact.FinalVersion.class))
        .containsExactly(new ResultFact.FinalVersion(new Version(4)));
  }

  @Test
  void eachPassGoesOverTheWholeInput() {
    for (long version = 1; version <= 7; version++) {
      job.commit(version);
    }
    assertThat(job.wanted().facts()).contains(new ResultFact.FinalVersion(new Version(7)));
    assertThat(blocksOf(1, 2)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(blocksOf(3)).isEmpty();
    assertThat(blocksOf(4, 5)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(blocksOf(6, 7)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(job.view().progress().epoch()).isEqualTo(3);
    assertThat(job.view().progress().epochs()).isEqualTo(3);
    assertThat(updates("p0")).hasSize(1);
  }

  private List<Integer> blocksOf(long... versions) {
    return java.util.Arrays.stream(versions)
        .boxed()
        .flatMap(
            version ->
                java.util.stream.Stream.concat(
                    job.blocksOf("w0", version).stream(), job.blocksOf("w1", version).stream()))
        .toList();
  }

  @Test
  void aPserverThatReturnsIsToldAgain() {
    job.commit(1).commit(2);
    job.wanted().clear();
    job.registerAgain("p1");
    assertThat(updates("p1")).containsExactly(UPDATE);
    job.commit(3).wanted().clear();
    job.registerAgain("p1");
    assertThat(updates("p1")).isEmpty();
  }

  @Test
  void itIsOrderedAnewUnderANewLine() {
    DrivenJob one = new DrivenJob(8, 0, Map.of(), MODEL).run();
    one.commit(1).commit(2).wanted().clear();
    for (String worker : List.of("w0", "w1", "w2")) {
      one.ends(worker, 137).startReplacements();
    }
    assertThat(one.said("p0", ToMember.NewLine.class).get(0).base().number()).isEqualTo(2);
    assertThat(one.said("p0", ToPserver.UpdateRows.class)).isEmpty();
    one.say("p0", new FromPserver.LineAccepted(new Line(2), new Version(2), true));
    assertThat(one.said("p0", ToPserver.UpdateRows.class))
        .containsExactly(
            new ToPserver.UpdateRows(DrivenJob.TERM, new Line(2), new Version(3), 1, List.of()));
    one.commit(3);
    assertThat(one.said("p0", ToPserver.Commit.class))
        .contains(new ToPserver.Commit(DrivenJob.TERM, new Line(2), new Version(3)));
  }

  @Test
  void anUpdateAtTheEndIsTheFinalVersion() {
    ModelSpec model =
        new ModelSpec(
            MODEL.tables(), List.of(Phase.training(1), new Phase.RowUpdate("trim", "counts")));
    DrivenJob last = new DrivenJob(4, 0, Map.of(), model).run().commit(1);
    assertThat(last.wanted().facts()).doesNotContain(new ResultFact.FinalVersion(new Version(2)));
    last.commit(2);
    assertThat(last.wanted().facts()).contains(new ResultFact.FinalVersion(new Version(2)));
    assertThat(last.said("p0", ToPserver.WriteParts.class).get(0).version().number()).isEqualTo(2);
  }
}
