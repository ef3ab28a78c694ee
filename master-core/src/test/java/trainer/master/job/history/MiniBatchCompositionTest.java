package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.core.input.Units;

class MiniBatchCompositionTest {
  @Test
  void everyEpochHoldsEveryBlockOnce() {
    for (int blocks = 1; blocks < 40; blocks++) {
      for (int perGroup = 1; perGroup < 9; perGroup++) {
        MiniBatchComposition composition =
            MiniBatchComposition.of(7, Units.ofBlocks(blocks), perGroup);
        for (int epoch = 0; epoch < 3; epoch++) {
          assertThat(epoch(composition, epoch))
              .containsExactlyElementsOf(IntStream.range(0, blocks).boxed().toList());
        }
      }
    }
  }

  @Test
  void aVersionIsTheSameWhoeverAsksAndInWhateverOrder() {
    MiniBatchComposition one = MiniBatchComposition.of(7, Units.ofBlocks(100), 8);
    MiniBatchComposition other = MiniBatchComposition.of(7, Units.ofBlocks(100), 8);
    for (long version = 39; version >= 1; version--) {
      other.blocks(version);
    }
    for (long version = 1; version < 40; version++) {
      assertThat(one.blocks(version)).isSorted().containsExactly(other.blocks(version));
    }
  }

  @Test
  void aBlockMeetsTheSameOthersInEveryEpochButInAnotherOrder() {
    MiniBatchComposition composition = MiniBatchComposition.of(7, Units.ofBlocks(100), 8);
    int perEpoch = composition.perEpoch();
    List<String> first = groups(composition, 1, perEpoch);
    List<String> second = groups(composition, perEpoch + 1L, perEpoch);
    assertThat(second).containsExactlyInAnyOrderElementsOf(first).isNotEqualTo(first);
    assertThat(composition.epochOf(perEpoch)).isZero();
    assertThat(composition.epochOf(perEpoch + 1L)).isEqualTo(1);
  }

  @Test
  void anotherSeedDealsOtherGroups() {
    assertThat(groups(MiniBatchComposition.of(7, Units.ofBlocks(100), 8), 1, 13))
        .isNotEqualTo(groups(MiniBatchComposition.of(8, Units.ofBlocks(100), 8), 1, 13));
  }

  private static List<Integer> epoch(MiniBatchComposition composition, int epoch) {
    List<Integer> blocks = new ArrayList<>();
    for (int i = 1; i <= composition.perEpoch(); i++) {
      Arrays.stream(composition.blocks((long) epoch * composition.perEpoch() + i))
          .forEach(blocks::add);
    }
    return blocks.stream().sorted().toList();
  }

  private static List<String> groups(MiniBatchComposition composition, long first, int count) {
    List<String> groups = new ArrayList<>();
    for (long version = first; version < first + count; version++) {
      groups.add(Arrays.toString(composition.blocks(version)));
    }
    return groups;
  }

  /** Units of 1 to 9 blocks. */
  private static Units units(int count) {
    return units(count, unit -> 1 + unit * 5 % 9);
  }

  private static Units units(int count, IntUnaryOperator blocks) {
    BlockIndex.Builder index = new BlockIndex.Builder().file(new InputFile("file:/a", 1, 1));
    for (int unit = 0; unit < count; unit++) {
      index.unit();
      for (int block = 0; block < blocks.applyAsInt(unit); block++) {
        index.block(unit, 1, 1, block);
      }
    }
    return index.build().units();
  }

  @Test
  void everyEpochHoldsEveryBlockOfUnitsOnce() {
    for (int count = 2; count < 30; count++) {
      for (int perGroup = 1; perGroup < 14; perGroup++) {
        MiniBatchComposition composition = MiniBatchComposition.of(7, units(count), perGroup);
        for (int epoch = 0; epoch < 3; epoch++) {
          assertThat(epoch(composition, epoch))
              .containsExactlyElementsOf(
                  IntStream.range(0, units(count).blocks()).boxed().toList());
        }
      }
    }
  }

  @Test
  void aUnitIsOpenForOneStretchOfAnEpochAndFewAreAtATime() {
    Units units = units(80);
    int open = 10; // of 40 blocks, four of each
    MiniBatchComposition composition = MiniBatchComposition.of(7, units, 4 * open);
    for (int epoch = 0; epoch < 4; epoch++) {
      Map<Integer, Integer> first = new HashMap<>();
      Map<Integer, Integer> last = new HashMap<>();
      for (int place = 0; place < composition.perEpoch(); place++) {
        long minibatch = (long) epoch * composition.perEpoch() + place + 1;
        for (int block : composition.blocks(minibatch)) {
          first.putIfAbsent(units.first(block), place);
          last.put(units.first(block), place);
        }
      }
      int longest = 0;
      for (int unit : first.keySet()) {
        longest = Math.max(longest, last.get(unit) - first.get(unit));
      }
      if (epoch == 0) {
        assertThat(longest).as("mini-batches from a unit's first block to its last").isLessThan(4);
      } else {
        long cut =
            first.keySet().stream().filter(unit -> last.get(unit) - first.get(unit) > 3).count();
        assertThat(cut).as("units in use where the epoch begins").isLessThanOrEqualTo(2L * open);
      }
    }
  }

  @Test
  void aSmallMiniBatchHasABlockOfEachUnitSoThatWorkersShareNone() {
    Units four = units(4, unit -> 5);
    MiniBatchComposition composition = MiniBatchComposition.of(7, four, 4);
    for (int minibatch = 1; minibatch <= composition.perEpoch(); minibatch++) {
      assertThat(Arrays.stream(composition.blocks(minibatch)).map(four::first).boxed())
          .containsExactly(0, 5, 10, 15);
    }
  }

  @Test
  void epochsOfUnitsBeginAtDifferentPlaces() {
    MiniBatchComposition composition = MiniBatchComposition.of(7, units(40), 12);
    int perEpoch = composition.perEpoch();
    List<String> first = groups(composition, 1, perEpoch);
    List<String> second = groups(composition, perEpoch + 1L, perEpoch);
    assertThat(second).containsExactlyInAnyOrderElementsOf(first).isNotEqualTo(first);
  }

  @Test
  void unitsAreOpenedInTheOrderOfTheSeed() {
    List<Integer> firstOf = new ArrayList<>();
    for (int seed = 0; seed < 20; seed++) {
      firstOf.add(MiniBatchComposition.of(seed, units(40), 4).blocks(1)[0]);
    }
    assertThat(Set.copyOf(firstOf)).hasSizeGreaterThan(10);
  }

  @Test
  void onlyAnInputWithLargeUnitsIsComposedOfUnits() {
    assertThat(MiniBatchComposition.idOf(Units.ofBlocks(5))).isEqualTo("groups-1");
    assertThat(MiniBatchComposition.idOf(units(5))).isEqualTo("units-2");
  }
}
