package trainer.core.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import trainer.core.math.ExactSum;
import trainer.core.random.SplitMix64;

class EvaluationTest {
  private final SplitMix64 random = new SplitMix64(17);

  @Test
  void binsGrowWithTheMargin() {
    int last = 0;
    for (float margin = -33; margin < 33; margin += 1f / 4096) {
      int bin = ScoreBins.of(margin);
      assertThat(bin).isBetween(last, ScoreBins.COUNT - 1);
      last = bin;
    }
    assertThat(ScoreBins.of(0f)).isEqualTo(ScoreBins.COUNT / 2);
    assertThat(ScoreBins.of(Math.nextDown(0f))).isEqualTo(ScoreBins.COUNT / 2 - 1);
  }

  @Test
  void largeMarginsGrowByOnePerCentABin() {
    for (float margin = 8; margin < 1e38f; margin *= 1.01f) {
      assertThat(ScoreBins.of(margin * 1.01f)).isGreaterThan(ScoreBins.of(margin));
      assertThat(ScoreBins.of(-margin * 1.01f)).isLessThan(ScoreBins.of(-margin));
      assertThat(ScoreBins.of(margin)).isLessThan(ScoreBins.COUNT);
      assertThat(ScoreBins.of(-margin)).isNotNegative();
    }
  }

  @Test
  void infiniteMarginsHaveABin() {
    assertThat(ScoreBins.of(Float.POSITIVE_INFINITY))
        .isBetween(ScoreBins.of(Float.MAX_VALUE), ScoreBins.COUNT - 1);
    assertThat(ScoreBins.of(Float.NEGATIVE_INFINITY)).isBetween(0, ScoreBins.of(-Float.MAX_VALUE));
  }

  @Test
  void aucRanksMarginsOfThousands() {
    float[] margins = {287, 512, 700, 1400, 2900, 6493};
    boolean[] positive = {false, true, false, false, true, true};
    Evaluation evaluation = Evaluation.NONE;
    for (int i = 0; i < margins.length; i++) {
      evaluation = evaluation.plus(one(margins[i], positive[i]));
    }
    assertThat(evaluation.auc()).isEqualTo(pairsInOrder(margins, positive), within(1e-12));
  }

  @Test
  void aucIsTheShareOfPairsInOrder() {
    for (int trial = 0; trial < 20; trial++) {
      int count = 2 + random.below(60);
      float[] margins = new float[count];
      boolean[] positive = new boolean[count];
      Evaluation evaluation = Evaluation.NONE;
      for (int i = 0; i < count; i++) {
        margins[i] = (random.below(41) - 20) / 8f;
        positive[i] = i == 0 || (i > 1 && random.below(3) == 0);
        evaluation = evaluation.plus(one(margins[i], positive[i]));
      }
      assertThat(evaluation.auc()).isEqualTo(pairsInOrder(margins, positive), within(1e-12));
    }
  }

  @Test
  void aucOfOneClassIsNotANumber() {
    assertThat(Evaluation.NONE.auc()).isNaN();
    assertThat(one(1f, true).auc()).isNaN();
    assertThat(one(1f, false).auc()).isNaN();
  }

  @Test
  void metricsAddUpInAnyOrder() {
    Metrics[] metrics = new Metrics[50];
    for (int i = 0; i < metrics.length; i++) {
      metrics[i] =
          new Metrics(
              random.below(1000),
              ExactSum.of(Math.scalb((double) (random.next() >> 12), -3)),
              ExactSum.of(random.below(1000)));
    }
    Metrics first = sum(metrics, random.permutation(metrics.length));
    assertThat(sum(metrics, random.permutation(metrics.length))).isEqualTo(first);
    assertThat(first.meanLoss()).isFinite();
  }

  @Test
  void meanLossIsPerRecord() {
    assertThat(new Metrics(4, ExactSum.of(3), ExactSum.of(2)).meanLoss()).isEqualTo(0.75);
    assertThat(Metrics.NONE.meanLoss()).isNaN();
  }

  @Test
  void meansAreByWeight() {
    Metrics weighted =
        new Metrics(4, ExactSum.of(0.5), ExactSum.of(3), ExactSum.of(0.125), Positives.NONE, 0)
            .plus(new Metrics(1, ExactSum.ZERO, ExactSum.ZERO));
    assertThat(weighted.weight()).isEqualTo(ExactSum.of(1.5));
    assertThat(weighted.meanLoss()).isEqualTo(2);
    assertThat(weighted.meanTally()).isEqualTo(0.125 / 1.5);
    assertThat(weighted.isWeighted()).isTrue();
    assertThat(new Metrics(4, ExactSum.of(3), ExactSum.ZERO).isWeighted()).isFalse();
  }

  private static Evaluation one(float margin, boolean positive) {
    ScoreCounts score = ScoreCounts.of(new int[] {ScoreBins.of(margin)}, new long[] {1});
    return positive
        ? new Evaluation(Metrics.NONE, score, ScoreCounts.NONE)
        : new Evaluation(Metrics.NONE, ScoreCounts.NONE, score);
  }

  private static double pairsInOrder(float[] margins, boolean[] positive) {
    double wins = 0;
    int pairs = 0;
    for (int i = 0; i < margins.length; i++) {
      for (int j = 0; j < margins.length; j++) {
        if (positive[i] && !positive[j]) {
          wins += margins[i] > margins[j] ? 1 : margins[i] == margins[j] ? 0.5 : 0;
          pairs++;
        }
      }
    }
    return wins / pairs;
  }

  private static Metrics sum(Metrics[] metrics, int[] order) {
    Metrics sum = Metrics.NONE;
    for (int i : order) {
      sum = sum.plus(metrics[i]);
    }
    return sum;
  }
}
