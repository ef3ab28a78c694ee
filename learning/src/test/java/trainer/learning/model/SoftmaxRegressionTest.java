package trainer.learning.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.input.Examples;
import trainer.core.input.Labels;
import trainer.core.random.SplitMix64;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;

class SoftmaxRegressionTest {
  private static final int CLASSES = 4;
  private static final int FEATURES = 10;
  private final SplitMix64 random = new SplitMix64(23);
  private final double[][] truth = new double[CLASSES][FEATURES + 1];

  private DenseExamples data(int records) {
    DenseExamples data = new DenseExamples(records, FEATURES, random);
    for (int i = 0; i < records; i++) {
      double[] p = probabilities(data, i, truth);
      double left = DenseExamples.uniform(random);
      int label = 0;
      while (label < CLASSES - 1 && left >= p[label]) {
        left -= p[label++];
      }
      data.labels[i] = label;
    }
    return data;
  }

  private static double[] probabilities(DenseExamples data, int record, double[][] w) {
    double[] p = new double[CLASSES];
    double sum = 0;
    for (int c = 0; c < CLASSES; c++) {
      p[c] = StrictMath.exp(data.dot(record, w[c]));
      sum += p[c];
    }
    for (int c = 0; c < CLASSES; c++) {
      p[c] /= sum;
    }
    return p;
  }

  private static double logLoss(DenseExamples data, double[][] w) {
    double loss = 0;
    for (int i = 0; i < data.labels.length; i++) {
      loss -= StrictMath.log(probabilities(data, i, w)[(int) data.labels[i]]);
    }
    return loss / data.labels.length;
  }

  /** Gradient descent over all records in double until it stands still. */
  private static double[][] batchOptimum(DenseExamples data) {
    double[][] w = new double[CLASSES][FEATURES + 1];
    for (int step = 0; step < 300; step++) {
      double[][] gradient = new double[CLASSES][FEATURES + 1];
      for (int i = 0; i < data.labels.length; i++) {
        double[] p = probabilities(data, i, w);
        for (int c = 0; c < CLASSES; c++) {
          double slope = p[c] - (data.labels[i] == c ? 1 : 0);
          for (int j = 0; j < FEATURES; j++) {
            gradient[c][j] += slope * data.features[i][j];
          }
          gradient[c][FEATURES] += slope;
        }
      }
      for (int c = 0; c < CLASSES; c++) {
        for (int j = 0; j <= FEATURES; j++) {
          w[c][j] -= 1.5 * gradient[c][j] / data.labels.length;
        }
      }
    }
    return w;
  }

  @ParameterizedTest
  @ValueSource(strings = {"adagrad", "ftrl", "sgd"})
  void comesWithinAPercentOfTheBatchOptimum(String optimizer) {
    for (double[] of : truth) {
      for (int j = 0; j <= FEATURES; j++) {
        of[j] = DenseExamples.normal(random) / 2;
      }
    }
    DenseExamples train = data(20_000);
    DenseExamples test = data(5_000);
    Training training =
        new Training(
            Map.of(
                "trainer.model",
                "softmax",
                "trainer.model.classes",
                "" + CLASSES,
                "trainer.optimizer",
                optimizer),
            FEATURES + 1);
    for (int epoch = 0; epoch < 3; epoch++) {
      training.epoch(train.batches(500));
    }
    double best = logLoss(test, batchOptimum(train));
    assertThat(training.loss(test.all())).isEqualTo(best, within(0.01 * best));
  }

  @Test
  void tablesAreAsWideAsThereAreClasses() {
    Model model = model(3);
    assertThat(model.tables())
        .extracting(TableSpec::name, TableSpec::width, TableSpec::regularized)
        .containsExactly(tuple("weights", 3, true), tuple("intercept", 3, false));
    assertThat(model.labels()).isEqualTo(Labels.classes(3));
  }

  @Test
  void gradientIsTheSlopeOfTheLossAndTheScoresAreTheLogits() {
    Model model = model(3);
    Examples block =
        new Examples(
            3,
            new float[] {2f, 0f, 1f},
            new int[] {0, 2, 3, 4},
            new long[] {0, 1, 1, 0},
            new float[] {0.5f, -2f, 1f, 3f});
    int[][] rows = model.rows(block, new Training.DirectRows());
    float[][] weights = {{0.5f, -1f, 0.25f, 1f, 0f, -0.5f}, {0.1f, 0.2f, -0.3f}};
    float[][] gradients = {new float[6], new float[3]};
    float[] scores = new float[9];
    double loss = model.train(block, rows, weights, gradients, scores);
    assertThat(loss).isEqualTo(model.score(block, rows, weights, new float[9]));
    float[] logits = {-1.65f, -0.3f, 0.825f, 1.1f, 0.2f, -0.8f, 1.6f, -2.8f, 0.45f};
    assertThat(scores).containsExactly(logits, within(1e-6f));
    assertThat(model.labels().tally(block, scores)).as("classes 2, 0 and 0").isEqualTo(2);
    float h = 1f / 64;
    for (int t = 0; t < 2; t++) {
      for (int k = 0; k < weights[t].length; k++) {
        float whole = weights[t][k];
        weights[t][k] = whole + h;
        double above = model.score(block, rows, weights, scores);
        weights[t][k] = whole - h;
        double below = model.score(block, rows, weights, scores);
        weights[t][k] = whole;
        assertThat((double) gradients[t][k]).isEqualTo((above - below) / (2 * h), within(1e-3));
      }
    }
  }

  @Test
  void extremeLogitsStayFinite() {
    Model model = model(2);
    Examples block = new Examples(2, new float[] {1f, 0f}, new int[] {0, 1, 2}, new long[2], null);
    float[][] gradients = {new float[2], new float[2]};
    double loss =
        model.train(
            block,
            new int[][] {{0, 0}, {0}},
            new float[][] {{1e30f, -1e30f}, {0, 0}},
            gradients,
            new float[4]);
    assertThat(loss).isEqualTo(2e30, within(1e24));
    assertThat(gradients[0]).containsExactly(1f, -1f);
  }

  @Test
  void refusesAJobWithoutClasses() {
    for (String classes : new String[] {"1", "70000", "many"}) {
      assertThatThrownBy(
              () -> new SoftmaxRegression(new ModelArguments(Map.of("classes", classes))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("2 to 65536");
    }
    assertThatThrownBy(() -> new SoftmaxRegression(ModelArguments.NONE))
        .hasMessageContaining("trainer.model.classes is not set");
  }

  private static Model model(int classes) {
    return new SoftmaxRegression(new ModelArguments(Map.of("classes", "" + classes)));
  }
}
