package trainer.appmaster.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.appmaster.tracker.JobView;
import trainer.appmaster.tracker.TrackerAction;
import trainer.appmaster.tracker.TrackerEvent;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;

/** Who belongs to a job, who is suspected, and who is dead. */
class MembershipTest {
  private final DrivenJob two =
      new DrivenJob(8, 0, Map.of("trainer.workers", "2", "trainer.pservers", "2")).run();

  @Test
  void aProcessInAContainerThatIsNotItsOwnIsRefused() {
    String digest = two.spec().datasetDigest();
    assertThat(two.register("w1", Role.WORKER, 0, digest, 0)).isZero();
    assertThat(two.register("unknown", Role.WORKER, 0, digest, 0)).isZero();
    assertThat(two.actions(TrackerAction.Refuse.class)).hasSize(2);
  }

  @Test
  void aProcessThatSeesAnotherDatasetIsRefusedByName() {
    assertThat(two.register("w0", Role.WORKER, 0, "other", 0)).isZero();
    assertThat(two.actions(TrackerAction.Refuse.class).get(0).reason())
        .contains("worker 0", "host-w0", "another dataset");
  }

  @Test
  void theLateEndOfAnOldStreamHarmsNobody() {
    two.registerAgain("w1");
    two.tell(new TrackerEvent.Disconnected(4, two.incarnationOf("w1")));
    two.pass(Duration.ofSeconds(5));
    assertThat(two.view().survived()).isEmpty();
  }

  @Test
  void aBrokenStreamIsDeathAfterAShortGrace() {
    two.breaks("w1").pass(Duration.ofMillis(400));
    assertThat(two.view().survived()).isEmpty();
    two.pass(Duration.ofMillis(200));
    assertThat(two.view().survived()).hasSize(1);
    assertThat(two.wanted().released()).containsExactly("w1");
  }

  @Test
  void aSilentWorkerIsProbedOnceThenDeadAndItsNumberStaysDead() {
    two.pass(Duration.ofSeconds(6), "w1");
    assertThat(two.said("w1", ToMember.Probe.class)).hasSize(1);
    assertThat(two.view().survived()).isEmpty();
    two.pass(Duration.ofSeconds(5), "w1");
    assertThat(two.view().survived()).hasSize(1);
    two.wanted().clear();
    two.say("w1", new FromMember.Heartbeat(1, 5, -1));
    assertThat(two.said("w1", ToMember.Refused.class)).hasSize(1);
    two.registerAgain("w1");
    assertThat(two.actions(TrackerAction.Refuse.class)).hasSize(1);
    assertThat(two.actions(TrackerAction.Accept.class)).isEmpty();
  }

  @Test
  void aMasterThatWasAwayDeclaresNobodyDead() {
    two.jump(Duration.ofSeconds(60)).tell(new TrackerEvent.Tick());
    two.pass(Duration.ofSeconds(4), "p0", "p1", "w0", "w1");
    assertThat(two.view().survived()).isEmpty();
    assertThat(two.view().failure()).isNull();
  }

  @Test
  void aWallClockThatIsSetDeclaresNobodyDeadAndHidesNoDeath() {
    two.setClock(Duration.ofHours(1)).pass(Duration.ofSeconds(2));
    two.setClock(Duration.ofHours(-2)).pass(Duration.ofSeconds(2));
    assertThat(two.view().survived()).isEmpty();
    assertThat(two.view().members()).extracting(JobView.Member::state).containsOnly("live");

    two.pass(Duration.ofSeconds(5), "w1").setClock(Duration.ofHours(1));
    two.pass(Duration.ofSeconds(6), "w1");

    assertThat(two.view().survived()).hasSize(1);
    assertThat(two.view().survived().get(0).seconds()).isBetween(10.0, 11.0);
  }

  @Test
  void aLostPserverFailsTheJobAtOnceCauseFirst() {
    two.ends("p1", 137);
    assertThat(two.view().failure().message())
        .startsWith("PSERVER_LOST: pserver 1 ended with exit status 137")
        .contains("CONTAINER_LOST", "p1 on host-p1");
    assertThat(two.said("w0", ToMember.Leave.class)).hasSize(1);
  }
}
