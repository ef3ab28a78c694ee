package trainer.learning.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.input.Examples;
import trainer.core.random.SplitMix64;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;
import trainer.learning.spi.RowIndex;

class LogisticRegressionTest {
  private final Model model = new LogisticRegression(ModelArguments.NONE);
  private final SplitMix64 random = new SplitMix64(3);

  @Test
  void declaresWeightsAndAnUnregularizedIntercept() {
    assertThat(model.tables())
        .extracting(TableSpec::name, TableSpec::width, TableSpec::regularized)
        .containsExactly(tuple("weights", 1, true), tuple("intercept", 1, false));
    assertThat(withoutIntercept().tables()).extracting(TableSpec::name).containsExactly("weights");
  }

  @Test
  void lossAndGradientAreThoseOfTheFormula() {
    for (boolean values : new boolean[] {true, false}) {
      Examples block = block(200, values);
      float[][] weights = {randomFloats(20), {0.3f}};
      float[][] gradients = {new float[20], new float[1]};
      int[][] rows = model.rows(block, new SequentialRows());
      double loss = model.train(block, rows, weights, gradients, new float[block.records()]);

      double expectedLoss = 0;
      double[] expected = new double[21];
      for (int i = 0; i < block.records(); i++) {
        double margin = weights[1][0];
        for (int j = block.starts()[i]; j < block.starts()[i + 1]; j++) {
          margin += value(block, j) * (double) weights[0][(int) block.keys()[j]];
        }
        double y = block.labels()[i] > 0 ? 1 : -1;
        expectedLoss += StrictMath.log(1 + StrictMath.exp(-y * margin));
        double slope = 1 / (1 + StrictMath.exp(-margin)) - (y > 0 ? 1 : 0);
        expected[20] += slope;
        for (int j = block.starts()[i]; j < block.starts()[i + 1]; j++) {
          expected[(int) block.keys()[j]] += slope * value(block, j);
        }
      }
      assertThat(loss).isEqualTo(expectedLoss, within(1e-4 * expectedLoss));
      for (int k = 0; k < 20; k++) {
        assertThat((double) gradients[0][k]).isEqualTo(expected[k], within(1e-3));
      }
      assertThat((double) gradients[1][0]).isEqualTo(expected[20], within(1e-3));
    }
  }

  @Test
  void gradientIsTheSlopeOfTheLoss() {
    Examples block = block(50, true);
    int[][] rows = model.rows(block, new SequentialRows());
    float[][] weights = {randomFloats(20), {-0.2f}};
    float[][] gradients = {new float[20], new float[1]};
    model.train(block, rows, weights, gradients, new float[block.records()]);
    float h = 1f / 64;
    for (int k = 0; k < 20; k++) {
      float whole = weights[0][k];
      weights[0][k] = whole + h;
      double above = model.score(block, rows, weights, new float[50]);
      weights[0][k] = whole - h;
      double below = model.score(block, rows, weights, new float[50]);
      weights[0][k] = whole;
      assertThat((double) gradients[0][k]).isEqualTo((above - below) / (2 * h), within(2e-2));
    }
  }

  @Test
  void scoreAndTrainAgreeOnTheLoss() {
    for (boolean values : new boolean[] {true, false}) {
      Examples block = block(100, values);
      int[][] rows = model.rows(block, new SequentialRows());
      float[][] weights = {randomFloats(20), {0.1f}};
      float[] scores = new float[100];
      float[] trained = new float[100];
      double scored = model.score(block, rows, weights, scores);
      assertThat(scored)
          .isEqualTo(
              model.train(
                  block, rows, weights, new float[][] {new float[20], new float[1]}, trained));
      assertThat(trained).containsExactly(scores);
      assertThat(scores[0]).isNotZero();
    }
  }

  @Test
  void addsToGradientsThatAreThere() {
    Examples block = block(1, false);
    int[][] rows = model.rows(block, new SequentialRows());
    float[][] weights = {new float[20], new float[1]};
    float[][] gradients = {new float[20], {10f}};
    model.train(block, rows, weights, gradients, new float[block.records()]);
    assertThat(Math.abs(gradients[1][0] - 10f)).isEqualTo(0.5f);
  }

  @Test
  void unitValuesGiveTheBitsOfNoValues() {
    Examples bare = block(100, false);
    float[] ones = new float[bare.nonzeros()];
    Arrays.fill(ones, 1f);
    Examples unit = new Examples(100, bare.labels(), bare.starts(), bare.keys(), ones);
    int[][] rows = model.rows(bare, new SequentialRows());
    float[][] weights = {randomFloats(20), {0.1f}};
    float[][] first = {new float[20], new float[1]};
    float[][] second = {new float[20], new float[1]};
    assertThat(model.train(bare, rows, weights, first, new float[100]))
        .isEqualTo(model.train(unit, rows, weights, second, new float[100]));
    assertThat(first[0]).containsExactly(second[0]);
    assertThat(first[1]).containsExactly(second[1]);
  }

  @Test
  void extremeMarginsStayFinite() {
    Examples block =
        new Examples(2, new float[] {1f, 0f}, new int[] {0, 1, 2}, new long[] {0, 0}, null);
    float[][] weights = {{-1e30f}, {0f}};
    int[][] rows = {{0, 0}, {0}};
    float[][] gradients = {new float[1], new float[1]};
    double loss = model.train(block, rows, weights, gradients, new float[block.records()]);
    assertThat(loss).isEqualTo(1e30, within(1e24));
    assertThat(gradients[0][0]).isEqualTo(-1f);
  }

  @Test
  void usesOnlyWhatTheBlockSaysIsUsed() {
    Examples block =
        new Examples(
            1,
            new float[] {1f, 7f},
            new int[] {0, 1, 99},
            new long[] {4, 5, 6},
            new float[] {2f, 9f});
    SequentialRows index = new SequentialRows();
    int[][] rows = model.rows(block, index);
    assertThat(rows[0]).hasSize(1);
    float[] scores = new float[1];
    model.score(block, rows, new float[][] {randomFloats(20), {0f}}, scores);
  }

  @Test
  void withoutInterceptTheBiasIsZero() {
    Examples block = block(10, true);
    Model plain = withoutIntercept();
    int[][] rows = plain.rows(block, new SequentialRows());
    float[][] weights = {new float[20]};
    float[] scores = new float[10];
    double loss = plain.score(block, rows, weights, scores);
    assertThat(scores).containsOnly(0f);
    assertThat(loss).isEqualTo(10 * StrictMath.log(2), within(1e-8));
    plain.train(block, rows, weights, new float[][] {new float[20]}, scores);
  }

  private static Model withoutIntercept() {
    return new LogisticRegression(new ModelArguments(Map.of("intercept", "false")));
  }

  private static double value(Examples block, int j) {
    return block.values() == null ? 1 : block.values()[j];
  }

  /** Records of 0 to 5 of the features 0 to 19. */
  private Examples block(int records, boolean withValues) {
    float[] labels = new float[records];
    int[] starts = new int[records + 1];
    long[] keys = new long[records * 5];
    int n = 0;
    for (int i = 0; i < records; i++) {
      labels[i] = random.below(2);
      int[] features = random.permutation(20);
      for (int j = random.below(6); j > 0; j--) {
        keys[n++] = features[j];
      }
      starts[i + 1] = n;
    }
    return new Examples(records, labels, starts, keys, withValues ? randomFloats(n) : null);
  }

  private float[] randomFloats(int count) {
    float[] floats = new float[count];
    for (int i = 0; i < count; i++) {
      floats[i] = (random.next() >> 40) * 0x1p-23f;
    }
    return floats;
  }

  /** Every key is its own row. */
  private static final class SequentialRows implements RowIndex {
    @Override
    public int row(int table, long key) {
      return (int) key;
    }

    @Override
    public int[] rows(int table, long[] keys, int count) {
      int[] rows = new int[count];
      for (int i = 0; i < count; i++) {
        rows[i] = (int) keys[i];
      }
      return rows;
    }
  }
}
