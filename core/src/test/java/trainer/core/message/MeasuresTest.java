package trainer.core.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;
import trainer.core.input.Labels;
import trainer.core.math.ExactSum;

class MeasuresTest {
  private final Metrics metrics = new Metrics(4, ExactSum.of(2), ExactSum.of(1));

  @Test
  void namesWhatMeansSomethingForTheLabels() {
    assertThat(Measures.of(Labels.classes(3), metrics))
        .containsExactly(entry("logLoss", 0.5), entry("accuracy", 0.25));
    assertThat(Measures.of(Labels.NUMBERS, metrics))
        .containsExactly(entry("loss", 0.5), entry("rmse", 0.5));
  }

  @Test
  void onlyBinaryLabelsHaveAnAuc() {
    Evaluation all = new Evaluation(metrics, one(9), one(8));
    assertThat(Measures.of(Labels.BINARY, all)).containsEntry("auc", 1.0).containsKey("logLoss");
    assertThat(Measures.of(Labels.classes(3), all)).doesNotContainKey("auc");
    assertThat(Measures.of(Labels.BINARY, (Evaluation) null).get("auc")).isNaN();
  }

  private static ScoreCounts one(int bin) {
    return ScoreCounts.of(new int[] {bin}, new long[] {1});
  }
}
