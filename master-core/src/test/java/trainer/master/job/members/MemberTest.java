package trainer.master.job.members;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.StoredRows;
import trainer.core.message.TimeSpent;
import trainer.core.message.TimeSpent.Phase;

class MemberTest {
  private static Member worker(boolean isReturned) {
    return new Member(
        new Incarnation(1),
        new FromMember.Register(
            new FromMember.Identity(Role.WORKER, 0, "w0", 7),
            new FromMember.Address("h"),
            "d",
            Incarnation.NONE),
        isReturned,
        0,
        0);
  }

  private static void beat(Member member, long finished, Map<Phase, Long> nanos) {
    member.onHeartbeat(
        new FromMember.Heartbeat(0, 0, -1, new TimeSpent(finished, nanos), StoredRows.NOTHING));
  }

  private static TimeSpent spent(Member member) {
    return member.view(0).load().spent();
  }

  @Test
  void aNewMemberCountsItsTimeFromZero() {
    Member worker = worker(false);
    beat(worker, 3, Map.of(Phase.READ, 100L, Phase.COMPUTE, 700L));
    assertThat(spent(worker).finished()).isEqualTo(3);
    assertThat(spent(worker).in(Phase.READ)).isEqualTo(100);
    assertThat(spent(worker).in(Phase.COMPUTE)).isEqualTo(700);
  }

  @Test
  void aReturnedMemberCountsItsTimeFromItsFirstHeartbeat() {
    Member worker = worker(true);
    assertThat(spent(worker).finished()).isZero();
    beat(worker, 30, Map.of(Phase.COMPUTE, 7_000L));
    assertThat(spent(worker).finished()).isZero();
    assertThat(spent(worker).in(Phase.COMPUTE)).isZero();
    beat(worker, 31, Map.of(Phase.COMPUTE, 7_200L, Phase.PUSH, 50L));
    beat(worker, 33, Map.of(Phase.COMPUTE, 7_500L, Phase.PUSH, 90L));
    assertThat(spent(worker).finished()).isEqualTo(3);
    assertThat(spent(worker).in(Phase.COMPUTE)).isEqualTo(500);
    assertThat(spent(worker).in(Phase.PUSH)).isEqualTo(90);
  }
}
