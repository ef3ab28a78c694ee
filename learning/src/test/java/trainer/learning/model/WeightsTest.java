package trainer.learning.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.core.input.Examples;
import trainer.core.input.SparseRows;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;

/** A record of weight 2 counts as two equal records of weight 1. */
class WeightsTest {
  @ParameterizedTest
  @CsvSource({
    "logistic,",
    "linear,",
    "linear,huber",
    "softmax,",
    "fm,logistic",
    "fm,squared",
  })
  void aWeightCountsLikeRepeatedRecords(String name, String loss) {
    Model model = model(name, loss);
    assertThat(model.isWeighted()).isTrue();
    Examples repeated =
        new Examples(
            3,
            new float[] {1, 1, 0},
            new int[] {0, 2, 4, 5},
            new long[] {0, 2, 0, 2, 1},
            new float[] {0.5f, 2, 0.5f, 2, -1});
    Examples weighted =
        new Examples(
            2,
            new float[] {1, 0},
            new float[] {2, 1},
            new SparseRows(
                new int[] {0, 2, 3}, new long[] {0, 2, 1}, new float[] {0.5f, 2, -1}, null),
            null,
            null);
    assertThat(weighted.weight()).isEqualTo(3);
    Passed one = passed(model, weighted);
    Passed all = passed(model, repeated);
    assertThat(one.loss).isEqualTo(all.loss);
    assertThat(one.gradients).isDeepEqualTo(all.gradients);
    assertThat(one.tally).isEqualTo(all.tally);
    assertThat(one.scored).isEqualTo(one.loss);
  }

  private record Passed(double loss, double scored, float[][] gradients, double tally) {}

  private static Passed passed(Model model, Examples block) {
    int[][] rows = model.rows(block, new Training.DirectRows());
    float[][] weights = new float[model.tables().size()][];
    float[][] gradients = new float[weights.length][];
    for (int t = 0; t < weights.length; t++) {
      TableSpec table = model.tables().get(t);
      weights[t] = new float[3 * table.width()];
      gradients[t] = new float[3 * table.width()];
      for (int i = 0; i < weights[t].length; i++) {
        weights[t][i] = (i % 5 - 2) / 4f;
      }
    }
    float[] scores = new float[block.records() * model.labels().scores()];
    double loss = model.train(block, rows, weights, gradients, scores);
    double scored = model.score(block, rows, weights, scores.clone());
    return new Passed(loss, scored, gradients, model.labels().tally(block, scores));
  }

  private static Model model(String name, String loss) {
    Map<String, String> classes = Map.of("classes", "3");
    Map<String, String> arguments = loss == null ? Map.of() : Map.of("loss", loss);
    return switch (name) {
      case "logistic" -> new LogisticRegression(new ModelArguments(arguments));
      case "linear" -> new LinearRegression(new ModelArguments(arguments));
      case "softmax" -> new SoftmaxRegression(new ModelArguments(classes));
      default -> new FactorizationMachine(new ModelArguments(arguments));
    };
  }
}
