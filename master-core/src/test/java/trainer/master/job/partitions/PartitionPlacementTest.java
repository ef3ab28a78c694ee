package trainer.master.job.partitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.table.PartitionMap;
import trainer.master.job.members.Member;

class PartitionPlacementTest {
  private final List<Member> three =
      List.of(
          pserver(new Incarnation(10), 0),
          pserver(new Incarnation(11), 1),
          pserver(new Incarnation(12), 2));
  private final PartitionMap whole = PartitionPlacement.over(three, 2, 1);
  private final PartitionMap left =
      PartitionPlacement.without(whole, new Incarnation(11)).orElseThrow();
  private final Member next = pserver(new Incarnation(13), 1);

  private static Member pserver(Incarnation incarnation, int index) {
    String host = "host-" + index;
    FromMember.Register registered =
        new FromMember.Register(
            new FromMember.Identity(Role.PSERVER, index, "p" + incarnation, 1),
            new FromMember.Address(host, 4000, 1),
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

  @Test
  void withWhatWasLearntTheMapIsWholeAgain() {
    PartitionMap again = PartitionPlacement.with(left, next.asPserver(), heldBy(whole, 1));

    assertThat(again.number()).isEqualTo(left.number() + 1);
    assertThat(again.pservers())
        .extracting(one -> one.incarnation().number())
        .containsExactly(10L, 13L, 12L);
    for (int index = 0; index < 3; index++) {
      assertThat(heldBy(again, index)).isEqualTo(heldBy(whole, index));
    }
  }

  @Test
  void pullsAreSpreadOverAllWhoHoldCopies() {
    PartitionMap again = PartitionPlacement.with(left, next.asPserver(), heldBy(whole, 1));
    List<Integer> pulls = new ArrayList<>();
    for (int at = 0; at < 3; at++) {
      int pserver = at;
      pulls.add((int) again.copies().stream().filter(of -> of.get(0) == pserver).count());
    }
    assertThat(pulls).allMatch(count -> count >= 8);
  }
}
