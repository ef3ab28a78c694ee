package trainer.learning.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.input.Examples;
import trainer.core.input.Labels;
import trainer.core.random.SplitMix64;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;

class FactorizationMachineTest {
  private static final int KEYS = 7;
  private static final int SIDE = 12;

  private final SplitMix64 random = new SplitMix64(31);

  private static Model model(String... arguments) {
    return new FactorizationMachine(
        new ModelArguments(
            arguments.length == 0
                ? Map.of()
                : arguments.length == 2
                    ? Map.of(arguments[0], arguments[1])
                    : Map.of(arguments[0], arguments[1], arguments[2], arguments[3])));
  }

  private float number() {
    return (float) DenseExamples.normal(random);
  }

  private float[] numbers(int count) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = number();
    }
    return numbers;
  }

  /** Some records of all lengths up to the number of keys, none among them. */
  private Examples block(boolean withValues) {
    int[] starts = new int[KEYS + 2];
    List<Long> keys = new ArrayList<>();
    for (int i = 0; i <= KEYS; i++) {
      for (long key = 0; key < i; key++) {
        keys.add((key * 3 + i) % KEYS);
      }
      starts[i + 1] = keys.size();
    }
    return new Examples(
        KEYS + 1,
        new float[] {1, 0, -1, 1, 0, 1, 1, 0},
        starts,
        keys.stream().mapToLong(key -> key).toArray(),
        withValues ? numbers(keys.size()) : null);
  }

  @ParameterizedTest
  @CsvSource({"1,logistic", "8,logistic", "10,logistic", "16,logistic", "3,squared", "9,squared"})
  void gradientIsTheSlopeOfTheLoss(int rank, String loss) {
    Model model = model("rank", "" + rank, "loss", loss);
    Examples block = block(true);
    int[][] rows = model.rows(block, new Training.DirectRows());
    float[][] weights = {numbers(KEYS * (1 + rank)), {0.25f}};
    for (int i = 0; i < weights[0].length; i++) {
      weights[0][i] *= 0.3f;
    }
    float[][] gradients = {new float[weights[0].length], new float[1]};
    float[] scores = new float[block.records()];
    double sum = model.train(block, rows, weights, gradients, scores);
    float[] again = new float[block.records()];
    assertThat(model.score(block, rows, weights, again)).isEqualTo(sum);
    assertThat(again).isEqualTo(scores);
    float h = 1f / 64;
    for (int t = 0; t < 2; t++) {
      for (int k = 0; k < weights[t].length; k++) {
        float whole = weights[t][k];
        weights[t][k] = whole + h;
        double above = model.score(block, rows, weights, again);
        weights[t][k] = whole - h;
        double below = model.score(block, rows, weights, again);
        weights[t][k] = whole;
        assertThat((double) gradients[t][k])
            .as("table %s, %s", t, k)
            .isEqualTo((above - below) / (2 * h), within(2e-3 * Math.max(1, Math.abs(sum))));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 16, 21})
  void interactionsAreThoseOfAllPairsAddedFactorByFactor(int rank) {
    float[] rows = numbers(KEYS * (1 + rank));
    float[] values = numbers(KEYS);
    int[] at = new int[KEYS];
    for (int i = 0; i < KEYS; i++) {
      at[i] = i;
    }
    float inOrder = 0;
    double pairs = 0;
    for (int f = 0; f < rank; f++) {
      float sum = 0;
      float squares = 0;
      for (int i = 0; i < KEYS; i++) {
        float one = rows[i * (1 + rank) + 1 + f] * values[i];
        sum += one;
        squares += one * one;
        for (int j = 0; j < i; j++) {
          pairs += (double) one * rows[j * (1 + rank) + 1 + f] * values[j];
        }
      }
      inOrder += sum * sum - squares;
    }
    float found = new Interactions(rank).of(at, rows, values, 0, KEYS, new float[rank]);
    assertThat(found).isEqualTo(0.5f * inOrder).isCloseTo((float) pairs, within(1e-4f * rank));
  }

  @Test
  void valuesOfOneAreTheSameAsNone() {
    Model model = model("rank", "11");
    Examples bare = block(false);
    float[] ones = new float[bare.nonzeros()];
    java.util.Arrays.fill(ones, 1f);
    Examples unit = new Examples(bare.records(), bare.labels(), bare.starts(), bare.keys(), ones);
    float[][] weights = {numbers(KEYS * 12), {0.5f}};
    float[][] one = {new float[KEYS * 12], new float[1]};
    float[][] other = {new float[KEYS * 12], new float[1]};
    float[] scores = new float[bare.records()];
    int[][] rows = model.rows(bare, new Training.DirectRows());
    assertThat(model.train(unit, rows, weights, one, scores))
        .isEqualTo(model.train(bare, rows, weights, other, scores));
    assertThat(one).isDeepEqualTo(other);
  }

  /** Two features a record, one of each side, whose product of hidden signs is the label. */
  private List<Examples> signs(int batches) {
    List<Examples> all = new ArrayList<>();
    for (int b = 0; b < batches; b++) {
      int records = 200;
      float[] labels = new float[records];
      int[] starts = new int[records + 1];
      long[] keys = new long[2 * records];
      for (int i = 0; i < records; i++) {
        int left = (int) (SIDE * DenseExamples.uniform(random));
        int right = (int) (SIDE * DenseExamples.uniform(random));
        keys[2 * i] = left;
        keys[2 * i + 1] = (long) SIDE + right;
        starts[i + 1] = 2 * i + 2;
        labels[i] = (left * 5 % 7 < 3) == (right * 3 % 5 < 2) ? 1 : 0;
      }
      all.add(new Examples(records, labels, starts, keys, null));
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource({"fm,adagrad,0,0.1", "fm,ftrl,0,0.1", "logistic,adagrad,0.6,0.7"})
  void learnsWhatNoSumOfFeaturesSays(String name, String optimizer, double from, double to) {
    List<Examples> train = signs(50);
    Training training =
        new Training(Map.of("trainer.model", name, "trainer.optimizer", optimizer), 2 * SIDE);
    for (int epoch = 0; epoch < 10; epoch++) {
      training.epoch(train);
    }
    assertThat(training.loss(signs(1).get(0))).isBetween(from, to);
  }

  @Test
  void aRowIsAWeightAndItsFactors() {
    assertThat(model().tables())
        .extracting(TableSpec::name, TableSpec::width, TableSpec::isDense)
        .containsExactly(tuple("factors", 9, false), tuple("intercept", 1, true));
    assertThat(model().tables().get(0).initializer())
        .isEqualTo(Initializer.zeroThenUniform(0.01f * (float) Math.sqrt(3)));
    assertThat(model("rank", "3", "intercept", "false").tables())
        .extracting(TableSpec::width)
        .containsExactly(4);
    assertThat(model("features", "100").tables().get(0).rows()).isEqualTo(100);
    assertThat(model().labels()).isEqualTo(Labels.BINARY);
    assertThat(model("loss", "squared").labels()).isEqualTo(Labels.NUMBERS);
  }

  @ParameterizedTest
  @CsvSource({
    "rank,0,trainer.model.args.rank is '0', not a number from 1 to 1024",
    "rank,1025,not a number from 1 to 1024",
    "rank,8.5,not a number from 1 to 1024",
    "deviation,0,not a number from",
    "deviation,2,not a number from",
    "loss,hinge,neither logistic nor squared",
    "factors,8,there is no argument factors"
  })
  void refusesArgumentsThatCannotBe(String name, String value, String said) {
    assertThatThrownBy(() -> model(name, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(said);
  }
}
