package trainer.core.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HashRingTest {
  @Test
  void keepsTheLoadEvenForAnyNumberOfPservers() {
    for (int pservers = 1; pservers <= 40; pservers++) {
      List<List<Integer>> assigned = HashRing.assign(32, indices(pservers), 1);
      int most = (32 + pservers - 1) / pservers;
      for (int p = 0; p < pservers; p++) {
        int pserver = p;
        long load = assigned.stream().filter(copies -> copies.get(0) == pserver).count();
        assertThat(load).as(pserver + " of " + pservers).isLessThanOrEqualTo(most);
      }
    }
  }

  @Test
  void placesCopiesOnDifferentPservers() {
    for (List<Integer> copies : HashRing.assign(32, indices(3), 3)) {
      assertThat(new HashSet<>(copies)).hasSize(3);
    }
  }

  @Test
  void spreadsFirstCopiesEvenlyAndAllCopiesToo() {
    for (int pservers = 2; pservers <= 12; pservers++) {
      List<List<Integer>> assigned = HashRing.assign(32, indices(pservers), 2);
      for (int p = 0; p < pservers; p++) {
        int pserver = p;
        assertThat(assigned.stream().filter(copies -> copies.get(0) == pserver).count())
            .isLessThanOrEqualTo((32 + pservers - 1) / pservers);
        assertThat(assigned.stream().filter(copies -> copies.contains(pserver)).count())
            .isLessThanOrEqualTo((64 + pservers - 1) / pservers + 1);
      }
    }
  }

  @Test
  void placesCopiesOnDifferentHostsWhereThereAreSome() {
    for (int pservers = 2; pservers <= 9; pservers++) {
      for (int hosts = 1; hosts <= 4; hosts++) {
        int several = hosts;
        for (List<Integer> copies :
            HashRing.assign(32, indices(pservers), 2, pserver -> "host" + pserver % several)) {
          assertThat(copies.get(0)).isNotEqualTo(copies.get(1));
          if (hosts > 1) {
            assertThat(copies.get(0) % hosts).isNotEqualTo(copies.get(1) % hosts);
          }
        }
      }
    }
  }

  @Test
  void movesFewPartitionsWhenOneIsAdded() {
    List<List<Integer>> before = HashRing.assign(256, indices(4), 1);
    List<List<Integer>> after = HashRing.assign(256, indices(5), 1);
    long moved = IntStream.range(0, 256).filter(p -> !before.get(p).equals(after.get(p))).count();
    assertThat(moved).isBetween(256L / 5 / 2, 256L / 5 * 2);
  }

  @Test
  void refusesMoreCopiesThanPservers() {
    assertThatThrownBy(() -> HashRing.assign(32, indices(1), 2))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<Integer> indices(int count) {
    return IntStream.range(0, count).boxed().toList();
  }
}
