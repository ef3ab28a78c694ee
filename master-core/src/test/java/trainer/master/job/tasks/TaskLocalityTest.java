package trainer.master.job.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.input.BlockIndex;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.master.job.DrivenInput;
import trainer.master.job.members.Member;
import trainer.master.queue.TaskCut;

class TaskLocalityTest {
  private static final BlockIndex INDEX = DrivenInput.index(4);

  private final TaskLocality nearness = new TaskLocality(INDEX, TaskCut.ofBlocks(INDEX.size(), 1));

  private static Member worker(Incarnation incarnation, int index) {
    return new Member(
        incarnation,
        new FromMember.Register(
            new FromMember.Identity(Role.WORKER, index, "c" + incarnation, 7),
            new FromMember.Address("h"),
            "d",
            Incarnation.NONE),
        false,
        0,
        0);
  }

  @Test
  void whoComesInTheDeadOnesPlaceInheritsNoCache() {
    Member dead = worker(new Incarnation(1), 0);
    Member other = worker(new Incarnation(2), 1);
    nearness.onAssigned(3, dead);
    nearness.onAssigned(2, other);

    Member replacement = worker(new Incarnation(3), 0);

    assertThat(nearness.lastWorker(3)).isEqualTo(nearness.number(dead));
    assertThat(nearness.lastWorker(2)).isEqualTo(nearness.number(other));
    assertThat(nearness.number(replacement)).isNotIn(nearness.number(dead), nearness.number(other));
  }
}
