package trainer.appmaster.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

/** Versions 1 and 2 count, 3 updates rows, 4 to 7 train. */
class PhasesTest {
  private static final ModelSpec MODEL =
      new ModelSpec(
          List.of(new TableSpec("counts", 1, Initializer.ZERO, false, 0)),
          List.of(
              new Phase.Passes("count", 1),
              new Phase.RowUpdate("scale", "counts"),
              new Phase.Passes("train", 2)));
  private static final ToMember.UpdateRows UPDATE = new ToMember.UpdateRows(Driver.TERM, 1, 3, 1);

  private final Driver job =
      new Driver(Map.of("trainer.workers", "2", "trainer.pservers", "2"), MODEL)
          .startWithPservers(8, 2, 0)
          .startWorker(0)
          .startWorker(1);

  private List<ToMember.UpdateRows> updates(String pserver) {
    return job.said(pserver, ToMember.UpdateRows.class);
  }

  @Test
  void pserversAreToldOnceTheVersionBeforeIsCommitted() {
    assertThat(job.view().versions()).isEqualTo(7);
    job.complete(2, 1, 1);
    assertThat(updates("p0")).isEmpty();
    job.complete(2, 1, 2);
    assertThat(updates("p0")).containsExactly(UPDATE);
    assertThat(updates("p1")).containsExactly(UPDATE);
    int committed =
        job.position(
            said ->
                said instanceof TrackerAction.Send send
                    && send.message().equals(new ToMember.Commit(Driver.TERM, 1, 2)));
    int told =
        job.position(
            said -> said instanceof TrackerAction.Send send && send.message().equals(UPDATE));
    assertThat(committed).isLessThan(told);
  }

  @Test
  void workersPrepareTheNextPhaseMeanwhile() {
    job.complete(2, 1, 1).complete(2, 1, 2);
    assertThat(job.said("w0", ToMember.Order.class))
        .extracting(ToMember.Order::version)
        .containsExactly(1L, 2L, 4L, 5L);
    assertThat(job.said("w0", ToMember.Order.class))
        .extracting(ToMember.Order::phase)
        .containsExactly(0, 0, 2, 2);
    job.complete(2, 1, 3);
    assertThat(job.said("w0", ToMember.Order.class).get(4).version()).isEqualTo(6);
    assertThat(job.said("p0", ToMember.Commit.class))
        .contains(new ToMember.Commit(Driver.TERM, 1, 3));
  }

  @Test
  void eachPassGoesOverTheWholeInput() {
    for (long version = 1; version <= 7; version++) {
      job.complete(2, 1, version);
    }
    assertThat(job.facts()).contains(new Fact.FinalVersion(7));
    assertThat(blocksOf(1, 2)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(blocksOf(3)).isEmpty();
    assertThat(blocksOf(4, 5)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(blocksOf(6, 7)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(job.view().epoch()).isEqualTo(3);
    assertThat(job.view().epochs()).isEqualTo(3);
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
    job.complete(2, 1, 1).complete(2, 1, 2);
    job.clear().registerAgain("p1", Role.PSERVER, 1, "p1");
    assertThat(updates("p1")).containsExactly(UPDATE);
    job.complete(2, 1, 3).clear();
    job.registerAgain("p1", Role.PSERVER, 1, "p1");
    assertThat(updates("p1")).isEmpty();
  }

  @Test
  void itIsOrderedAnewUnderANewLine() {
    Driver one = new Driver(Map.of(), MODEL).startWithPservers(8, 1, 0).startWorker(0);
    one.complete(1, 1, 1).complete(1, 1, 2).clear();
    for (int death = 1; death <= Suspects.DEATHS_TOGETHER; death++) {
      String died = death == 1 ? "w0" : "again" + (death - 1);
      one.tell(new TrackerEvent.ContainerEnded(Role.WORKER, 0, died, 137, null, false));
      one.jumpMillis(200).container(Role.WORKER, 0, "again" + death);
      one.register("again" + death, Role.WORKER, 0, "again" + death);
    }
    assertThat(one.said("p0", ToMember.NewLine.class).get(0).base()).isEqualTo(2);
    assertThat(one.said("p0", ToMember.UpdateRows.class)).isEmpty();
    one.say("p0", new FromMember.Lined(2, 2, true));
    assertThat(one.said("p0", ToMember.UpdateRows.class))
        .containsExactly(new ToMember.UpdateRows(Driver.TERM, 2, 3, 1));
    one.complete(1, 2, 3);
    assertThat(one.said("p0", ToMember.Commit.class))
        .contains(new ToMember.Commit(Driver.TERM, 2, 3));
  }

  @Test
  void anUpdateAtTheEndIsTheFinalVersion() {
    ModelSpec model =
        new ModelSpec(
            MODEL.tables(), List.of(Phase.training(1), new Phase.RowUpdate("trim", "counts")));
    Driver last =
        new Driver(Map.of(), model).startWithPservers(4, 1, 0).startWorker(0).complete(1, 1, 1);
    assertThat(last.facts()).doesNotContain(new Fact.FinalVersion(2));
    last.complete(1, 1, 2);
    assertThat(last.facts()).contains(new Fact.FinalVersion(2));
    assertThat(last.said("p0", ToMember.WriteParts.class).get(0).version()).isEqualTo(2);
  }
}
