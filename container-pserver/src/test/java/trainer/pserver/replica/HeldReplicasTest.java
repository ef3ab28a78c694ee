package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import trainer.pserver.protocol.Refusal;
import trainer.pserver.protocol.Verdict;
import trainer.pserver.store.OptimizerStep;
import trainer.pserver.store.Table;

class HeldReplicasTest {
  private final HeldReplicas held =
      new HeldReplicas(
          Table.of(Fixture.SPECS, spec -> new Fixture.Halving()), new OptimizerStep(), false, true);

  @Test
  void aLaneWithoutPartitionsHasAStandIn() {
    assertThat(held.all()).hasSize(1);
    assertThat(held.first().partition()).isEqualTo(HeldReplicas.NO_PARTITION);
    assertThat(held.partitions()).isEmpty();
    assertThat(held.holds(HeldReplicas.NO_PARTITION)).isFalse();
  }

  @Test
  void replicasThatStayAndLearnersKeepTheirRows() {
    held.hold(new int[] {1, 2});
    held.learn(3);
    PartitionReplica kept = held.of(1);
    PartitionReplica learner = held.learner(3);

    held.hold(new int[] {1, 3, 4});

    assertThat(held.partitions()).containsExactly(1, 3, 4);
    assertThat(held.of(1)).isSameAs(kept);
    assertThat(held.of(3)).isSameAs(learner);
    assertThat(held.holds(2)).isFalse();
    assertThat(held.isLearning()).isFalse();
  }

  @Test
  void aLearnerHasShardsAndIsNotHeld() {
    held.learn(3);
    assertThat(held.isLearning()).isTrue();
    assertThat(held.holds(3)).isFalse();
    assertThat(held.shard(3, 0)).isSameAs(held.learner(3).rows().shard(0));
    held.dropLearners();
    assertThat(held.shard(3, 0)).isNull();
  }

  @Test
  void rejectsALearnerOfAPartitionThatIsHeld() {
    held.hold(new int[] {3});
    assertThatThrownBy(() -> held.learn(3)).hasMessage("partition 3 is held already");
  }

  @Test
  void rejectsPartitionsThatDoNotAscend() {
    assertThatThrownBy(() -> held.hold(new int[] {2, 1})).hasMessage("partitions must ascend");
  }

  @Test
  void theLowestVersionCountsForTheLane() {
    held.hold(new int[] {1, 2});
    held.of(1).learned(4, 8);
    held.of(2).learned(4, 9);
    assertThat(held.committed()).isEqualTo(8);
    assertThat(held.isFollowing()).isTrue();
    assertThat(held.isAt(4, 8)).isFalse();
    assertThat(held.refusal(Refusal.Reason.NO_ROOM))
        .isEqualTo(new Refusal(Refusal.Reason.NO_ROOM, 0, 4, 8));
    held.of(2).learned(4, 8);
    assertThat(held.isAt(4, 8)).isTrue();
  }

  @Test
  void refusingIsStricterThanWaitingAndWaitingThanTaking() {
    assertThat(HeldReplicas.stricter(Verdict.TAKE, Verdict.WAIT)).isEqualTo(Verdict.WAIT);
    assertThat(HeldReplicas.stricter(Verdict.OLD_LINE, Verdict.WAIT)).isEqualTo(Verdict.OLD_LINE);
  }
}
