package trainer.core.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import trainer.core.random.SplitMix64;

class ScoreCountsTest {
  private final SplitMix64 random = new SplitMix64(23);

  @Test
  void sumsAreThoseOfEveryBin() {
    for (int trial = 0; trial < 50; trial++) {
      long[] one = some();
      long[] two = some();
      long[] both = one.clone();
      for (int bin = 0; bin < both.length; bin++) {
        both[bin] += two[bin];
      }
      ScoreCounts sum = ScoreCounts.ofAll(one).plus(ScoreCounts.ofAll(two));
      assertThat(sum).isEqualTo(ScoreCounts.ofAll(both)).hasSameHashCodeAs(ScoreCounts.ofAll(both));
      assertThat(sum).isEqualTo(ScoreCounts.ofAll(two).plus(ScoreCounts.ofAll(one)));
    }
  }

  @Test
  void holdsOnlyBinsThatHoldSome() {
    long[] all = new long[ScoreBins.COUNT];
    all[0] = 4;
    all[65_535] = 2;
    ScoreCounts counts = ScoreCounts.ofAll(all);
    assertThat(counts.size()).isEqualTo(2);
    assertThat(counts.bin(1)).isEqualTo(65_535);
    assertThat(counts.count(1)).isEqualTo(2);
    assertThat(counts.total()).isEqualTo(6);
    assertThat(counts.plus(ScoreCounts.NONE)).isEqualTo(counts);
  }

  @Test
  void whatIsNoHistogramIsRefused() {
    refuses(new int[] {1}, new long[0]);
    refuses(new int[] {1, 1}, new long[] {1, 1});
    refuses(new int[] {-1}, new long[] {1});
    refuses(new int[] {ScoreBins.COUNT}, new long[] {1});
    refuses(new int[] {1}, new long[] {0});
  }

  private static void refuses(int[] bins, long[] counts) {
    assertThatThrownBy(() -> ScoreCounts.of(bins, counts))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private long[] some() {
    long[] counts = new long[ScoreBins.COUNT];
    for (int i = random.below(40); i > 0; i--) {
      counts[random.below(50) * 1300] += 1 + random.below(9);
    }
    return counts;
  }
}
