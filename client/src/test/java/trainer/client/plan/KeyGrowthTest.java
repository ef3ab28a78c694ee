package trainer.client.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class KeyGrowthTest {
  private static final int DRAWS = 1000;

  /** The estimate by some of the blocks, as a part of the keys of all. */
  private static double estimate(int sampled, int all, ToLongFunction<SplittableRandom> source) {
    SplittableRandom random = new SplittableRandom(7);
    KeyGrowth sample = new KeyGrowth();
    KeyGrowth whole = new KeyGrowth();
    for (int block = 0; block < all; block++) {
      long[] keys =
          LongStream.generate(() -> source.applyAsLong(random)).limit(DRAWS).distinct().toArray();
      whole.add(keys, keys.length);
      if (block < sampled) {
        sample.add(keys, keys.length);
      }
    }
    return sample.keys(all) / whole.keys(all);
  }

  @Test
  void keysOfEqualChanceAreFoundOut() {
    for (int size : new int[] {1000, 50_000, 500_000}) {
      assertThat(estimate(100, 1600, random -> random.nextInt(size)))
          .as("%d keys", size)
          .isCloseTo(1, within(0.15));
    }
  }

  @Test
  void keysOfALongTailAreFoundOut() {
    for (double exponent : new double[] {1.05, 1.2, 1.5, 2}) {
      // Pareto's law: the density of a key falls as its power −exponent
      ToLongFunction<SplittableRandom> tail =
          random -> (long) Math.min(1e15, Math.pow(random.nextDouble(), -1 / (exponent - 1) / 2));
      assertThat(estimate(100, 1600, tail)).as("exponent %s", exponent).isCloseTo(1, within(0.15));
    }
  }

  @Test
  void aKeyOfEachRecordAndNoOtherGrowsWithTheInput() {
    long[] next = {0};
    assertThat(estimate(100, 1600, random -> next[0]++)).isCloseTo(1, within(0.01));
  }

  @Test
  void countsMoreKeysThanItHolds() {
    SplittableRandom random = new SplittableRandom(3);
    KeyGrowth growth = new KeyGrowth();
    for (int block = 0; block < 300; block++) {
      long[] keys = LongStream.generate(random::nextLong).limit(20_000).toArray();
      growth.add(keys, keys.length);
    }
    assertThat(growth.keys(300)).isCloseTo(6_000_000, within(60_000.0));
    assertThat(growth.keys(600)).isCloseTo(12_000_000, within(120_000.0));
  }
}
