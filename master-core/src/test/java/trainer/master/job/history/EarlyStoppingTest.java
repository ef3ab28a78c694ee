package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import trainer.core.input.Labels;
import trainer.core.input.Loss;
import trainer.core.message.Measures;

class EarlyStoppingTest {
  private static EarlyStopping.Verdict of(String metric, double minDelta, double... values) {
    TreeMap<Long, Double> points = new TreeMap<>();
    for (int i = 0; i < values.length; i++) {
      points.put(10L * (i + 1), values[i]);
    }
    Measures measures = new Measures(Labels.BINARY, Loss.LOG);
    return new EarlyStopping(measures, metric, 3, minDelta).of(points);
  }

  @Test
  void theSmallestLossIsTheBest() {
    assertThat(of("logLoss", 0, 0.5, 0.4, 0.45, 0.42))
        .isEqualTo(new EarlyStopping.Verdict(20, 0.4, 2));
  }

  @Test
  void theLargestAucIsTheBest() {
    assertThat(of("auc", 0, 0.5, 0.7, 0.6)).isEqualTo(new EarlyStopping.Verdict(20, 0.7, 1));
  }

  @Test
  void theFirstOfEqualValuesIsTheBest() {
    assertThat(of("logLoss", 0, 0.5, 0.4, 0.4)).isEqualTo(new EarlyStopping.Verdict(20, 0.4, 1));
  }

  @Test
  void aSmallGainMakesTheBestVersionButIsNoImprovement() {
    assertThat(of("logLoss", 0.05, 0.5, 0.49, 0.48, 0.47))
        .isEqualTo(new EarlyStopping.Verdict(40, 0.47, 3));
    assertThat(of("logLoss", 0.05, 0.5, 0.47, 0.44))
        .as("together they are one")
        .isEqualTo(new EarlyStopping.Verdict(30, 0.44, 0));
  }

  @Test
  void aValueThatIsNoNumberIsNoImprovement() {
    assertThat(of("auc", 0, Double.NaN, 0.6, Double.NaN))
        .isEqualTo(new EarlyStopping.Verdict(20, 0.6, 1));
    assertThat(of("auc", 0, Double.NaN).best()).isZero();
  }
}
