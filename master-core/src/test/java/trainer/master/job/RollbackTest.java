package trainer.master.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.Role;
import trainer.core.message.FromPserver;
import trainer.core.message.PartFile;
import trainer.core.message.ToPserver;
import trainer.master.job.api.JobEvent;

/** A job whose rollback meets a checkpoint that no pserver can load. */
class RollbackTest {
  private static final Failure DAMAGED =
      new Failure(FailureKind.MODEL_CORRUPT, "damaged near byte 99", "part-1", "");

  private final DrivenJob job =
      new DrivenJob(
              16,
              0,
              Map.of(
                  "trainer.minibatch.blocks", "2",
                  "trainer.pservers", "2",
                  "trainer.checkpoint.interval", "1s"))
          .run();

  private void keep(long version) {
    job.pass(Duration.ofMillis(1100)).commit(version);
    String folder = write("p0");
    write("p1");
    job.tell(new JobEvent.CheckpointStored(folder, "digest", 5));
  }

  private String write(String pserver) {
    List<ToPserver.WriteCheckpoint> cuts = job.said(pserver, ToPserver.WriteCheckpoint.class);
    ToPserver.WriteCheckpoint order = cuts.get(cuts.size() - 1);
    List<PartFile> parts =
        order.partitions().stream().map(p -> new PartFile(p, "part-" + p, 1, 1, "00")).toList();
    job.say(pserver, new FromPserver.CheckpointWritten(order.folder(), 0, List.of(), parts));
    return order.folder();
  }

  private TrainingFact.LineOpened newestLine() {
    return job.facts(TrainingFact.LineOpened.class).stream()
        .reduce((first, last) -> last)
        .orElseThrow();
  }

  @Test
  void rollsBackFurtherIfTheLastMasterRetiredTheCheckpointAndDiedBeforeItsRollback() {
    keep(1);
    keep(2);
    job.commit(3).ends("p1", 137).startReplacements();
    job.say("p0", new FromPserver.NotLoaded(new Line(2), DAMAGED));
    assertThat(newestLine())
        .matches(line -> line.line().number() == 3 && line.base().number() == 1);

    job.wanted().tear(newestLine());
    job.takeOver("p0", "p2", "w0").cutAgain();
    job.registerAgain("p0").registerAgain("p2").registerAgain("w0");
    job.say(
        "p0", new FromPserver.Sealed(new Term(8), Line.NONE, Version.INITIAL, false, 0, List.of()));
    job.say(
        "p2", new FromPserver.Sealed(new Term(8), Line.NONE, Version.INITIAL, false, 0, List.of()));
    assertThat(newestLine())
        .matches(line -> line.line().number() == 3 && line.base().number() == 2);
    job.say("p0", new FromPserver.NotLoaded(new Line(3), DAMAGED));
    job.say("p2", new FromPserver.NotLoaded(new Line(3), DAMAGED));

    assertThat(newestLine())
        .matches(line -> line.line().number() == 4 && line.base().number() == 1);
    assertThat(job.view().recovery().checkpoints()).hasSize(2);
    assertThat(job.view().failure()).isNull();
  }

  @Test
  void ignoresALateReportOnceALaterCheckpointIsKept() {
    keep(1);
    keep(2);
    job.commit(3).ends("p1", 137).startReplacements();
    job.each(Role.PSERVER, new FromPserver.LineAccepted(new Line(2), new Version(2), true));
    job.commit(3);
    job.pass(Duration.ofMillis(1100)).commit(4);
    String folder = write("p0");
    write("p2");
    job.tell(new JobEvent.CheckpointStored(folder, "digest", 5));
    job.say("p0", new FromPserver.NotLoaded(new Line(2), DAMAGED));

    assertThat(newestLine().line().number()).isEqualTo(2);
    assertThat(job.view().version()).isEqualTo(4);
    assertThat(job.facts(CheckpointFact.CheckpointRetired.class))
        .noneMatch(retired -> retired.damage().contains("near byte 99"));
  }
}
