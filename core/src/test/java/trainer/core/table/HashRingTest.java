package trainer.core.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HashRingTest {
  private static final List<List<Integer>> NOWHERE = Collections.nCopies(32, List.of());

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
            HashRing.assign(NOWHERE, indices(pservers), 2, pserver -> "host" + pserver % several)) {
          assertThat(copies.get(0)).isNotEqualTo(copies.get(1));
          if (hosts > 1) {
            assertThat(copies.get(0) % hosts).isNotEqualTo(copies.get(1) % hosts);
          }
        }
      }
    }
  }

  @Test
  void movesNoMoreThanWhoComesOrGoesHolds() {
    List<List<Integer>> two = HashRing.assign(32, indices(2), 1);
    List<List<Integer>> four = again(two, indices(4), 1);
    List<List<Integer>> three = again(four, indices(3), 1);
    assertThat(moved(two, four)).isEqualTo(16);
    assertThat(moved(four, three)).isEqualTo(8);
    for (int replicas = 1; replicas <= 3; replicas++) {
      for (int before = replicas; before <= 9; before++) {
        for (int after = replicas; after <= 9; after++) {
          List<List<Integer>> there = HashRing.assign(32, indices(before), replicas);
          int many = Math.max(before, after);
          double ideal = 32.0 * replicas * Math.abs(after - before) / many;
          assertThat(moved(there, again(there, indices(after), replicas)))
              .as("%d copies, from %d to %d pservers", replicas, before, after)
              .isBetween((int) Math.floor(0.9 * ideal), (int) Math.ceil(1.1 * ideal));
        }
      }
    }
  }

  @Test
  void whatIsWhereItBelongsStaysThere() {
    List<List<Integer>> there = HashRing.assign(32, indices(5), 2);
    assertThat(again(there, indices(5), 2)).isEqualTo(there);
    List<List<Integer>> others = again(there, List.of(0, 2, 3, 4, 9), 2);
    assertThat(again(others, List.of(0, 2, 3, 4, 9), 2)).isEqualTo(others);
  }

  @Test
  void copiesThatMoveOneByOneArriveWhoeverComesAndGoesMeanwhile() {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      int replicas = 1 + random.nextInt(3);
      int hosts = 1 + random.nextInt(12);
      IntFunction<String> host = pserver -> "host" + pserver % hosts;
      List<List<Integer>> now = HashRing.assign(32, indices(3), replicas);
      List<Integer> pservers = indices(3);
      for (int change = 0; change < 6; change++) {
        pservers = someOf(random, replicas);
        int steps = change < 5 ? random.nextInt(20) : 150;
        for (int step = 0; step < steps; step++) {
          now = step(now, HashRing.assign(now, pservers, replicas, host), random);
        }
      }
      assertThat(now).as("seed " + seed).isEqualTo(HashRing.assign(now, pservers, replicas, host));
      List<Integer> last = pservers;
      long ofHosts = last.stream().map(host::apply).distinct().count();
      for (List<Integer> of : now) {
        assertThat(of).as("seed " + seed).hasSize(replicas).doesNotHaveDuplicates();
        assertThat(last).as("seed " + seed).containsAll(of);
        assertThat(of.stream().map(host::apply).distinct().count())
            .as("seed " + seed)
            .isEqualTo(Math.min(replicas, ofHosts));
      }
      if (ofHosts == last.size()) {
        for (int pserver : last) {
          assertThat(now.stream().filter(of -> of.contains(pserver)).count())
              .as("seed " + seed)
              .isBetween(
                  (long) (32 * replicas / last.size()), 1L + (32 * replicas - 1) / last.size());
        }
      }
    }
  }

  /** A copy comes to where it belongs, or copies go whose partitions are all where they belong. */
  private static List<List<Integer>> step(
      List<List<Integer>> now, List<List<Integer>> target, Random random) {
    List<List<Integer>> next = new ArrayList<>();
    boolean copied = false;
    for (int partition = 0; partition < now.size(); partition++) {
      List<Integer> of = new ArrayList<>(now.get(partition));
      List<Integer> lacking = new ArrayList<>(target.get(partition));
      lacking.removeAll(of);
      if (lacking.isEmpty() && random.nextInt(3) == 0) {
        of.retainAll(target.get(partition));
      } else if (!lacking.isEmpty() && !copied) {
        of.add(lacking.get(0));
        copied = true;
      }
      next.add(of);
    }
    return next;
  }

  private static List<Integer> someOf(Random random, int least) {
    List<Integer> some = new ArrayList<>(indices(10));
    Collections.shuffle(some, random);
    return some.subList(0, least + random.nextInt(10 - least)).stream().sorted().toList();
  }

  private static List<List<Integer>> again(
      List<List<Integer>> now, List<Integer> pservers, int replicas) {
    return HashRing.assign(now, pservers, replicas, Integer::toString);
  }

  private static int moved(List<List<Integer>> before, List<List<Integer>> after) {
    return IntStream.range(0, 32)
        .map(p -> (int) after.get(p).stream().filter(of -> !before.get(p).contains(of)).count())
        .sum();
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
