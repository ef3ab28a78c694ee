package trainer.master.job.partitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.table.PartitionMap;
import trainer.master.job.members.Member;

class PartitionMovesTest {
  private final List<Member> four =
      List.of(
          pserver(new Incarnation(10), 0),
          pserver(new Incarnation(11), 1),
          pserver(new Incarnation(12), 2),
          pserver(new Incarnation(13), 3));
  private final List<Member> three = four.subList(0, 3);
  private final PartitionMap whole = PartitionPlacement.over(three, 2, 1);

  private static Member pserver(Incarnation incarnation, int index) {
    FromMember.Register registered =
        new FromMember.Register(
            new FromMember.Identity(Role.PSERVER, index, "p" + index, 1),
            new FromMember.Address("host-" + index, 4000, 1),
            "",
            incarnation);
    return new Member(incarnation, registered, false, 0, 0);
  }

  private static List<Integer> heldBy(PartitionMap map, int index) {
    return IntStream.range(0, map.partitions())
        .filter(partition -> map.holds(index, partition))
        .boxed()
        .toList();
  }

  private static PartitionMap learn(PartitionMap map, Member learner, List<Integer> partitions) {
    return PartitionPlacement.with(map, learner.asPserver(), partitions);
  }

  @Test
  void whoComesIntoTheLostOnesPlaceIsToLearnAllItHeldAndNobodyElseAnything() {
    PartitionMap left = PartitionPlacement.without(whole, new Incarnation(11)).orElseThrow();
    List<Member> there = List.of(four.get(0), pserver(new Incarnation(14), 1), four.get(2));
    PartitionMoves moves = PartitionMoves.of(left, there, 2);
    assertThat(moves.lost(1)).containsExactlyInAnyOrderElementsOf(heldBy(whole, 1)).isNotEmpty();
    assertThat(moves.lost(0)).isEmpty();
    assertThat(moves.moving(1, index -> true)).isEmpty();
    assertThat(PartitionMoves.of(whole, three, 2).remaining()).isZero();
  }

  @Test
  void oneMoreIsToHaveItsPartAndNothingElseMoves() {
    PartitionMoves moves = PartitionMoves.of(whole, four, 2);
    assertThat(moves.moving(3, index -> true)).hasSize(16);
    assertThat(moves.remaining()).isEqualTo(16);
    assertThat(moves.lost(3)).isEmpty();
    assertThat(moves.isAnySurplus()).isFalse();
  }

  @Test
  void aCopyIsLeftOutOnlyWhereItsPartitionIsWhereItBelongs() {
    List<Integer> some = PartitionMoves.of(whole, four, 2).moving(3, index -> true).subList(0, 4);
    PartitionMap with = learn(whole, four.get(3), some);
    PartitionMoves moves = PartitionMoves.of(with, four, 2);
    PartitionMap without = moves.withoutSurplus();
    assertThat(moves.isAnySurplus()).isTrue();
    assertThat(without.copies()).hasSize(32).allMatch(of -> of.size() == 2);
    assertThat(heldBy(without, 3)).isEqualTo(some);
    for (int partition = 0; partition < 32; partition++) {
      if (!some.contains(partition)) {
        assertThat(without.copies().get(partition)).isEqualTo(with.copies().get(partition));
      }
    }
  }

  @Test
  void whoIsNotWantedKeepsWhatNobodyElseHasLearntAndIsNamedNoMoreWhenHeHasNothing() {
    PartitionMap map = PartitionPlacement.over(three, 1, 1);
    List<Member> two = three.subList(0, 2);
    assertThat(PartitionMoves.of(map, two, 1).withoutSurplus()).isEqualTo(map);
    for (Member learner : two) {
      map =
          learn(
              map,
              learner,
              PartitionMoves.of(map, two, 1).moving(learner.index(), index -> index < 2));
    }
    PartitionMoves moves = PartitionMoves.of(map, two, 1);
    assertThat(moves.remaining()).isZero();
    assertThat(moves.withoutSurplus().pservers())
        .extracting(PartitionMap.Pserver::index)
        .containsExactly(0, 1);
  }

  @Test
  void whatSomebodyLeavesMovesFirst() {
    PartitionMap map = PartitionPlacement.over(three, 1, 1);
    List<Member> others = List.of(four.get(0), four.get(1), four.get(3));
    List<Integer> moving = PartitionMoves.of(map, others, 1).moving(3, index -> index != 2);
    int left = (int) moving.stream().filter(partition -> map.holds(2, partition)).count();
    assertThat(left).isPositive();
    assertThat(moving.subList(0, left)).allMatch(partition -> map.holds(2, partition));
  }
}
