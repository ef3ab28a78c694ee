package trainer.core.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.input.Labels;
import trainer.core.input.Loss;
import trainer.core.math.ExactSum;

class MeasuresTest {
  private final Metrics metrics =
      new Metrics(4, ExactSum.of(2), ExactSum.of(1))
          .with(new Positives(ExactSum.of(1), ExactSum.of(1.5)));

  @Test
  void namesWhatMeansSomethingForTheLabels() {
    assertThat(new Measures(Labels.classes(3), Loss.LOG).of(metrics))
        .containsExactly(entry("logLoss", 0.5), entry("accuracy", 0.25));
    assertThat(new Measures(Labels.BINARY, Loss.LOG).of(metrics))
        .containsExactly(entry("logLoss", 0.5), entry("accuracy", 0.25), entry("calibration", 1.5));
    assertThat(new Measures(Labels.BINARY, Loss.LOG).names()).doesNotContain("calibration");
    assertThat(new Measures(Labels.NUMBERS, Loss.UNNAMED).of(metrics))
        .containsExactly(entry("loss", 0.5), entry("rmse", 0.5));
  }

  @Test
  void onlyBinaryLabelsHaveAnAuc() {
    Evaluation all = new Evaluation(metrics, one(9), one(8));
    assertThat(new Measures(Labels.BINARY, Loss.LOG).of(all.summary()))
        .containsEntry("auc", 1.0)
        .containsKey("logLoss");
    assertThat(new Measures(Labels.classes(3), Loss.LOG).of(all.summary()))
        .doesNotContainKey("auc");
    assertThat(new Measures(Labels.BINARY, Loss.LOG).of((EvaluationSummary) null).get("auc"))
        .isNaN();
  }

  @Test
  void nameTheMeanLossByTheModelsOwn() {
    assertThat(new Measures(Labels.BINARY, new Loss("hinge loss")).of(metrics))
        .containsExactly(entry("hingeLoss", 0.5), entry("accuracy", 0.25));
    assertThat(Measures.inWords("hingeLoss")).isEqualTo("hinge loss");
    assertThatThrownBy(() -> new Loss("Hinge-Loss")).hasMessageContaining("'hinge loss'");
  }

  @Test
  void setALogLossBesideThatOfTheBaseRate() {
    Evaluation quarter = new Evaluation(metrics, one(9), one(8).plus(one(7)).plus(one(6)));
    Map<String, Double> named = new Measures(Labels.BINARY, Loss.LOG).of(quarter.summary());
    assertThat(named.get("baseRateLogLoss")).isCloseTo(0.562335, within(1e-6));
    assertThat(new Measures(Labels.BINARY, new Loss("hinge loss")).of(quarter.summary()))
        .doesNotContainKey("baseRateLogLoss");
    Positives two = new Positives(ExactSum.of(2), ExactSum.ZERO);
    Metrics heavy = new Metrics(4, ExactSum.of(8), ExactSum.ZERO, ExactSum.ZERO, two, 0);
    Evaluation byWeight = new Evaluation(heavy, quarter.positives(), quarter.negatives());
    assertThat(Measures.baseRate(byWeight.plus(Evaluation.NONE).summary()))
        .isCloseTo(0.562335, within(1e-6));
    Evaluation positives =
        new Evaluation(
            new Metrics(1, ExactSum.ZERO, ExactSum.ZERO)
                .with(new Positives(ExactSum.of(1), ExactSum.ZERO)),
            one(9),
            ScoreCounts.NONE);
    assertThat(Measures.baseRate(positives.summary())).isZero();
    assertThat(Measures.baseRate(EvaluationSummary.NONE)).isNaN();
  }

  private static ScoreCounts one(int bin) {
    return ScoreCounts.of(new int[] {bin}, new long[] {1});
  }
}
