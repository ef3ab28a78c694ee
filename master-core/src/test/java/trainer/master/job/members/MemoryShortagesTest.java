package trainer.master.job.members;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.FromPserver;
import trainer.core.message.FromPserver.Building.Step;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.ProcessesView;

/** A pserver without room for more rows is named, given time, and relieved if others come. */
class MemoryShortagesTest {
  private static final Failure FULL =
      new Failure(
          FailureKind.OUT_OF_MEMORY,
          "there is no room for more rows: table w has 3 here",
          "",
          "raise trainer.pserver.memory-mb");

  private final DrivenJob job = job(Map.of()).run();

  private static DrivenJob job(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(Map.of("trainer.pservers", "2"));
    all.put("trainer.epochs", "40");
    all.put("trainer.pserver.full-timeout", "60s");
    all.putAll(more);
    return new DrivenJob(8, 0, all);
  }

  private void full(Duration time) {
    for (long passed = 0; passed < time.toSeconds(); passed += 3) {
      job.say("p1", new FromPserver.OutOfRoom(FULL)).pass(FromPserver.OutOfRoom.AGAIN);
    }
  }

  private ProcessesView.Member pserver(int index) {
    return job.view().processes().members().stream()
        .filter(member -> member.role() == Role.PSERVER && member.index() == index)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void itIsNamedAsLongAsItSaysSo() {
    full(Duration.ofSeconds(30));
    assertThat(pserver(1).state()).isEqualTo("full");
    assertThat(pserver(1).delays().full())
        .contains("table w has 3", "raise trainer.pserver.memory-mb");
    assertThat(pserver(0).state()).isEqualTo("live");
    job.pass(Duration.ofSeconds(12));
    assertThat(pserver(1).state()).isEqualTo("live");
    assertThat(pserver(1).delays().full()).isEmpty();
    assertThat(pserver(1).delays().fullMillis()).isBetween(24_000L, 33_000L);
    job.commit(1);
    assertThat(job.view().failure()).isNull();
  }

  @Test
  void theJobFailsWhenNoRoomComesInTime() {
    full(Duration.ofSeconds(57));
    assertThat(job.view().failure()).isNull();
    full(Duration.ofSeconds(6));
    assertThat(job.view().failure().message())
        .startsWith("OUT_OF_MEMORY: there is no room for more rows: table w has 3 here; no room")
        .contains("p1 on host-p1", "raise trainer.pserver.memory-mb", "full-timeout");
  }

  @Test
  void theTimeBeginsAnewWhenRoomHasCome() {
    full(Duration.ofSeconds(45));
    job.pass(Duration.ofSeconds(15));
    full(Duration.ofSeconds(45));
    assertThat(job.view().failure()).isNull();
    assertThat(job.view().state()).isEqualTo(JobState.RUNNING);
  }

  @Test
  void noWorkerIsLateThatWaitsForRoom() {
    DrivenJob patient =
        job(Map.of("trainer.pserver.full-timeout", "2h", "trainer.task.timeout-least", "30s"))
            .run();
    for (int i = 0; i < 600; i++) {
      patient.say("p1", new FromPserver.OutOfRoom(FULL)).pass(FromPserver.OutOfRoom.AGAIN);
    }
    assertThat(patient.view().failure()).isNull();
    assertThat(patient.said(ToMember.Leave.class)).isEmpty();
  }

  @Test
  void partitionsMoveThoughNothingIsCommittedMeanwhile() {
    job.tell(new JobEvent.ScaleAsked(7, Role.PSERVER, 4, "alice"));
    job.startAsked();
    for (int done = 0; done < 2; done++) {
      full(Duration.ofSeconds(3));
      assertThat(job.said(ToPserver.Build.class)).hasSizeGreaterThan(done);
      ToPserver.Build build = job.said(ToPserver.Build.class).get(done);
      String learner =
          job.containersOf(Role.PSERVER).stream()
              .filter(name -> job.said(name, ToPserver.Build.class).contains(build))
              .findFirst()
              .orElseThrow();
      job.say(
          learner,
          new FromPserver.Building(build.number(), Step.NEAR, Line.NONE, Version.INITIAL, ""));
      Line line = job.view().line();
      job.say(
          learner,
          new FromPserver.Building(build.number(), Step.DONE, line, Version.INITIAL, "", 64));
      job.each(
          Role.PSERVER, new FromPserver.LineAccepted(job.view().line(), Version.INITIAL, true));
    }
  }
}
