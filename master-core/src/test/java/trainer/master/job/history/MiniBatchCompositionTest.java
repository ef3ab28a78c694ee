package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.core.config.Keys.OptimizerName;

class MiniBatchCompositionTest {
  @Test
  void everyEpochHoldsEveryBlockOnce() {
    for (int blocks = 1; blocks < 40; blocks++) {
      for (int perGroup = 1; perGroup < 9; perGroup++) {
        MiniBatchComposition composition = new MiniBatchComposition(7, blocks, perGroup);
        for (int epoch = 0; epoch < 3; epoch++) {
          assertThat(epoch(composition, epoch))
              .containsExactlyElementsOf(IntStream.range(0, blocks).boxed().toList());
        }
      }
    }
  }

  @Test
  void aVersionIsTheSameWhoeverAsksAndInWhateverOrder() {
    MiniBatchComposition one = new MiniBatchComposition(7, 100, 8);
    MiniBatchComposition other = new MiniBatchComposition(7, 100, 8);
    for (long version = 39; version >= 1; version--) {
      other.blocks(version);
    }
    for (long version = 1; version < 40; version++) {
      assertThat(one.blocks(version)).isSorted().containsExactly(other.blocks(version));
    }
  }

  @Test
  void aBlockMeetsTheSameOthersInEveryEpochButInAnotherOrder() {
    MiniBatchComposition composition = new MiniBatchComposition(7, 100, 8);
    int perEpoch = composition.perEpoch();
    List<String> first = groups(composition, 1, perEpoch);
    List<String> second = groups(composition, perEpoch + 1L, perEpoch);
    assertThat(second).containsExactlyInAnyOrderElementsOf(first).isNotEqualTo(first);
    assertThat(composition.epochOf(perEpoch)).isZero();
    assertThat(composition.epochOf(perEpoch + 1L)).isEqualTo(1);
  }

  @Test
  void anotherSeedDealsOtherGroups() {
    assertThat(groups(new MiniBatchComposition(7, 100, 8), 1, 13))
        .isNotEqualTo(groups(new MiniBatchComposition(8, 100, 8), 1, 13));
  }

  private static List<Integer> epoch(MiniBatchComposition composition, int epoch) {
    List<Integer> blocks = new ArrayList<>();
    for (int i = 1; i <= composition.perEpoch(); i++) {
      Arrays.stream(composition.blocks((long) epoch * composition.perEpoch() + i))
          .forEach(blocks::add);
    }
    return blocks.stream().sorted().toList();
  }

  @Test
  void aMinibatchGrowsWithTheData() {
    assertThat(MiniBatchComposition.blocksOfAMinibatch(64, 1)).isEqualTo(8);
    assertThat(MiniBatchComposition.blocksOfAMinibatch(64, 575)).isEqualTo(8);
    assertThat(MiniBatchComposition.blocksOfAMinibatch(64, 576)).isEqualTo(9);
    assertThat(MiniBatchComposition.blocksOfAMinibatch(64, 8_191)).isEqualTo(127);
    assertThat(MiniBatchComposition.blocksOfAMinibatch(64, 8_192)).isEqualTo(128);
    assertThat(MiniBatchComposition.blocksOfAMinibatch(128, 8_192)).isEqualTo(64);
    assertThat(MiniBatchComposition.blocksOfAMinibatch(128, 1_000_000)).isEqualTo(128);
  }

  @Test
  void whatGoesByAStepOfItsOwnSizeGoesMoreOften() {
    assertThat(MiniBatchComposition.updatesOfAnEpoch(OptimizerName.ADAGRAD)).isEqualTo(64);
    assertThat(MiniBatchComposition.updatesOfAnEpoch(OptimizerName.SGD)).isEqualTo(128);
  }

  private static List<String> groups(MiniBatchComposition composition, long first, int count) {
    List<String> groups = new ArrayList<>();
    for (long version = first; version < first + count; version++) {
      groups.add(Arrays.toString(composition.blocks(version)));
    }
    return groups;
  }
}
