package trainer.data.generate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ZipfTest {
  private static final double S = 1.1;

  @Test
  void ranksThatAreNotKeptAreDrawnAsIfTheyWere() {
    Zipf kept = new Zipf(400_000, S);
    Zipf tailed = new Zipf(400_000, S, 20_000);
    int behind = 0;
    for (int i = 0; i < 100_000; i++) {
      double u = (i + 0.5) / 100_000;
      int rank = tailed.rank(u);
      assertThat((double) rank).isBetween(kept.rank(u) - 1.0, kept.rank(u) + 1.0);
      behind += rank >= 20_000 ? 1 : 0;
    }
    assertThat(behind).isGreaterThan(5_000);
  }

  @Test
  void theLastOfManyRanksIsReached() {
    int n = 1 << 28;
    Zipf zipf = new Zipf(n, S);
    assertThat(zipf.rank(0)).isZero();
    assertThat(zipf.rank(Math.nextDown(1.0))).isBetween(n - 2, n - 1);
    int last = 0;
    for (int i = 0; i < 10_000; i++) {
      int rank = zipf.rank(i / 10_000.0);
      assertThat(rank).isGreaterThanOrEqualTo(last);
      last = rank;
    }
  }
}
