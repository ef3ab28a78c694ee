package trainer.learning.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.input.Examples;
import trainer.core.input.Labels;
import trainer.core.random.SplitMix64;
import trainer.learning.spi.ModelArguments;

class LinearRegressionTest {
  private static final int FEATURES = 20;
  private final SplitMix64 random = new SplitMix64(11);
  private final double[] truth = new double[FEATURES + 1];

  private DenseExamples data(int records, double noise) {
    DenseExamples data = new DenseExamples(records, FEATURES, random);
    for (int i = 0; i < records; i++) {
      data.labels[i] = (float) (data.dot(i, truth) + noise * DenseExamples.normal(random));
    }
    return data;
  }

  private static double[] leastSquares(DenseExamples data) {
    double[][] a = new double[FEATURES + 1][FEATURES + 1];
    double[] b = new double[FEATURES + 1];
    for (int i = 0; i < data.labels.length; i++) {
      for (int j = 0; j <= FEATURES; j++) {
        double x = j == FEATURES ? 1 : data.features[i][j];
        b[j] += x * data.labels[i];
        for (int k = 0; k <= FEATURES; k++) {
          a[j][k] += x * (k == FEATURES ? 1 : data.features[i][k]);
        }
      }
    }
    return DenseExamples.solve(a, b);
  }

  private static double meanSquaredError(DenseExamples data, double[] w) {
    double sum = 0;
    for (int i = 0; i < data.labels.length; i++) {
      double error = data.dot(i, w) - data.labels[i];
      sum += error * error;
    }
    return sum / data.labels.length;
  }

  @ParameterizedTest
  @ValueSource(strings = {"adagrad", "ftrl", "sgd"})
  void comesWithinAPercentOfTheNormalEquations(String optimizer) {
    for (int j = 0; j <= FEATURES; j++) {
      truth[j] = DenseExamples.normal(random);
    }
    DenseExamples train = data(20_000, 1);
    DenseExamples test = data(5_000, 1);
    Training training =
        new Training(
            Map.of("trainer.model", "linear", "trainer.optimizer", optimizer), FEATURES + 1);
    for (int epoch = 0; epoch < 5; epoch++) {
      training.epoch(train.batches(500));
    }
    double best = Math.sqrt(meanSquaredError(test, leastSquares(train)));
    double rmse = Math.sqrt(2 * training.loss(test.all()));
    assertThat(rmse).isEqualTo(best, within(0.01 * best));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 1, 1000})
  void theDefaultsServeLabelsOfAnySize(double size) {
    for (int j = 0; j <= FEATURES; j++) {
      truth[j] = size * DenseExamples.normal(random);
    }
    DenseExamples train = data(20_000, size);
    DenseExamples test = data(5_000, size);
    Training training = new Training(Map.of("trainer.model", "linear"), FEATURES + 1);
    training.epoch(train.batches(500));
    training.epoch(train.batches(500));
    double best = Math.sqrt(meanSquaredError(test, leastSquares(train)));
    assertThat(Math.sqrt(2 * training.loss(test.all()))).isEqualTo(best, within(0.01 * best));
  }

  @Test
  void hubersLossIsOfTheMedianMoreThanOfTheOutliers() {
    truth[0] = 3;
    truth[FEATURES] = -2;
    DenseExamples train = data(20_000, 0.1);
    for (int i = 0; i < train.labels.length; i += 20) {
      train.labels[i] += 100;
    }
    DenseExamples test = data(2_000, 0.1);
    assertThat(errorAfterTraining(train, test, "squared")).isGreaterThan(4);
    assertThat(errorAfterTraining(train, test, "huber")).isLessThan(0.3);
  }

  private static double errorAfterTraining(DenseExamples train, DenseExamples test, String loss) {
    Training training =
        new Training(
            Map.of("trainer.model", "linear", "trainer.model.args.loss", loss), FEATURES + 1);
    for (int epoch = 0; epoch < 5; epoch++) {
      training.epoch(train.batches(500));
    }
    return Math.sqrt(2 * training.loss(test.all()));
  }

  @Test
  void lossAndSlopeAreHubers() {
    LinearRegression huber =
        new LinearRegression(new ModelArguments(Map.of("loss", "huber", "delta", "2")));
    Examples block =
        new Examples(
            3,
            new float[] {1f, 5f, -4f},
            new int[] {0, 1, 2, 3},
            new long[3],
            new float[] {1, 1, 1});
    int[][] rows = {{0, 0, 0}, {0}};
    float[][] weights = {{0.5f}, {0.25f}};
    float[][] gradients = {{1f}, {0f}};
    float[] scores = new float[3];
    double loss = huber.train(block, rows, weights, gradients, scores);
    assertThat(scores).containsExactly(0.75f, 0.75f, 0.75f);
    // Errors −0.25, −4.25 and 4.75: one inside δ = 2, two outside.
    assertThat(loss).isEqualTo(0.03125 + 2 * (4.25 - 1) + 2 * (4.75 - 1));
    assertThat(gradients[0][0]).isEqualTo(1f - 0.25f - 2f + 2f);
    assertThat(gradients[1][0]).isEqualTo(-0.25f);
    assertThat(huber.score(block, rows, weights, new float[3])).isEqualTo(loss);
    assertThat(huber.labels()).isEqualTo(Labels.NUMBERS);
  }

  @Test
  void refusesArgumentsThatMeanNothing() {
    List<Map<String, String>> wrong =
        List.of(
            Map.of("loss", "cubic"),
            Map.of("delta", "2"),
            Map.of("loss", "huber", "delta", "0"),
            Map.of("loss", "huber", "delta", "much"),
            Map.of("slope", "1"));
    for (Map<String, String> arguments : wrong) {
      assertThatThrownBy(() -> new LinearRegression(new ModelArguments(arguments)))
          .as("%s", arguments)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
