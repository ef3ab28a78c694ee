package trainer.learning.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static trainer.core.config.Keys.OptimizerName.ADADELTA;
import static trainer.core.config.Keys.OptimizerName.ADAGRAD;
import static trainer.core.config.Keys.OptimizerName.ADAM;
import static trainer.core.config.Keys.OptimizerName.AMSGRAD;
import static trainer.core.config.Keys.OptimizerName.FTRL;
import static trainer.core.config.Keys.OptimizerName.MOMENTUM;
import static trainer.core.config.Keys.OptimizerName.SGD;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import trainer.core.config.Keys.OptimizerName;
import trainer.core.config.Settings;
import trainer.core.random.SplitMix64;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

/** What holds of every optimizer, and where they differ on purpose. */
class OptimizersTest {
  private static final TableSpec REGULARIZED =
      new TableSpec("weights", 2, Initializer.ZERO, true, 20);
  private static final TableSpec FREE = new TableSpec("intercept", 2, Initializer.ZERO, false, 20);

  /** Those that leave a row as it is when its gradient is zero. */
  private static final Set<OptimizerName> STILL = EnumSet.of(SGD, ADAGRAD, FTRL);

  private static final String[] FREE_OF_L1_AND_L2 = {"l1", "0", "l2", "0"};

  @ParameterizedTest
  @EnumSource
  void onlyRegularizedTablesFeelL1AndL2(OptimizerName name) {
    String[] strong = {"l1", "1e6", "l2", "1e6"};
    assertThat(stepped(name, FREE, strong)).containsExactly(stepped(name, FREE, FREE_OF_L1_AND_L2));
    assertThat(stepped(name, REGULARIZED, strong)[0]).isZero();
    assertThat(stepped(name, REGULARIZED, FREE_OF_L1_AND_L2)[0]).isNotZero();
  }

  @ParameterizedTest
  @EnumSource
  void theMeanDividesByTheRecordsOfTheMinibatch(OptimizerName name) {
    float[] bySum = row(name, REGULARIZED, "gradient", "sum");
    float[] byMean = bySum.clone();
    step(name, bySum, 1, 64, 3f, -4f, "gradient", "sum");
    step(name, byMean, 1, 64, 3f * 64, -4f * 64, "gradient", "mean");
    assertThat(byMean).containsExactly(bySum);
  }

  @ParameterizedTest
  @EnumSource
  void aRowThatIsNotTouchedStays(OptimizerName name) {
    float[] cells = new float[4 * row(name, REGULARIZED).length];
    int stride = cells.length / 4;
    Optimizer optimizer = Weight.optimizer(REGULARIZED, name);
    for (int r = 0; r < 4; r++) {
      optimizer.init(cells, r * stride, 2);
    }
    float[] before = cells.clone();
    optimizer.step(1, 1).apply(cells, stride, 2, new float[] {1f, 2f});
    Arrays.fill(before, stride, 2 * stride, 0f);
    Arrays.fill(cells, stride, 2 * stride, 0f);
    assertThat(cells).containsExactly(before);
  }

  /** So that reserved rows, and those a dense table has had no gradient for, are as new ones. */
  @ParameterizedTest
  @EnumSource
  void aZeroGradientBeforeAnyOtherMovesNoWeight(OptimizerName name) {
    for (TableSpec table : new TableSpec[] {FREE, REGULARIZED}) {
      float[] cells = row(name, table);
      step(name, cells, 1, 1, 0f, 0f);
      assertThat(Arrays.copyOf(cells, 2)).containsExactly(0f, 0f);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRowWithoutAGradientStaysBitForBitButForMomentumAndPenalties(OptimizerName name) {
    String[] penalties = {"l1", "0.001", "l2", "0.1"};
    assertThat(
            Arrays.equals(
                afterNothing(name, FREE_OF_L1_AND_L2),
                stepped(name, REGULARIZED, FREE_OF_L1_AND_L2)))
        .isEqualTo(STILL.contains(name));
    assertThat(Arrays.equals(afterNothing(name, penalties), stepped(name, REGULARIZED, penalties)))
        .isEqualTo(name == FTRL);
  }

  @ParameterizedTest
  @EnumSource
  void aMinibatchOfBrokenRecordsOnlyIsAGradientOfZero(OptimizerName name) {
    for (String gradient : new String[] {"sum", "mean"}) {
      float[] broken = stepped(name, REGULARIZED, "gradient", gradient);
      float[] nothing = broken.clone();
      step(name, broken, 2, 0, 0f, 0f, "gradient", gradient);
      step(name, nothing, 2, 7, 0f, 0f, "gradient", gradient);
      assertThat(broken).containsExactly(nothing);
    }
  }

  /** ½·2(w−3)² + λ1|w| + ½λ2w² is least at (2·3 − λ1)/(2 + λ2), or at 0 if λ1 is 6 or more. */
  @ParameterizedTest
  @EnumSource(names = "FTRL", mode = EnumSource.Mode.EXCLUDE)
  void comesToRestWhereLossAndPenaltiesAreLeast(OptimizerName name) {
    String[] quick = {"learning-rate", "0.05"};
    if (name == ADAGRAD) {
      quick = new String[] {"learning-rate", "1", "initial-accumulator", "0"};
    } else if (name == ADADELTA) {
      quick = new String[] {"learning-rate", "1", "epsilon", "1e-4"};
    }
    for (float l1 : new float[] {0f, 2f, 7f}) {
      for (float l2 : new float[] {0f, 1f}) {
        Weight weight =
            new Weight(
                name,
                with(
                    quick,
                    "l1",
                    "" + l1,
                    "l2",
                    "" + l2,
                    "schedule",
                    "cosine",
                    "schedule.steps",
                    "20000"));
        for (int step = 0; step < 20_000; step++) {
          weight.step(2 * (weight.value() - 3));
        }
        float best = Math.max(0f, (6 - l1) / (2 + l2));
        assertThat(weight.value()).as("λ1 %s, λ2 %s", l1, l2).isEqualTo(best, within(1e-3f));
      }
    }
  }

  /**
   * FTRL's penalties stand beside the sum of all gradients, so their share becomes ever smaller.
   */
  @Test
  void ftrlComesToRestWhereTheLossIsLeast() {
    Weight weight = new Weight(FTRL, "learning-rate", "1", "beta", "1", "l1", "2", "l2", "1");
    for (int step = 0; step < 20_000; step++) {
      weight.step(2 * (weight.value() - 3));
    }
    assertThat(weight.value()).isEqualTo(3f, within(0.05f));
  }

  @ParameterizedTest
  @EnumSource
  void noGradientMakesAWeightNotANumber(OptimizerName name) {
    for (String rate : new String[] {"0", "1e-30", "0.1"}) {
      Weight weight = new Weight(name, "learning-rate", rate);
      for (double g : new double[] {1, -1e-38, 1e15, 0, -1e30, 1e-20, 3, 0, 0}) {
        assertThat(weight.step(g)).as("rate %s, gradient %s", rate, g).isFinite();
      }
    }
  }

  /** Denormal numbers are where a row without a gradient would stay, at 20 times the time. */
  @ParameterizedTest
  @EnumSource
  void whatFadesBecomesZero(OptimizerName name) {
    Weight weight = new Weight(name, FREE_OF_L1_AND_L2);
    weight.step(1e-3);
    for (int step = 0; step < 100_000; step++) {
      weight.step(0);
    }
    for (float cell : weight.cells) {
      assertThat(cell == 0f || Math.abs(cell) > 1e-30f).as("%s", cell).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRateOfZeroMovesNothing(OptimizerName name) {
    for (float start : new float[] {0f, 1.5f}) {
      Weight weight = new Weight(start, name, with(FREE_OF_L1_AND_L2, "learning-rate", "0"));
      weight.step(3);
      assertThat(weight.step(-2)).isEqualTo(start);
    }
  }

  @ParameterizedTest
  @EnumSource
  void clippingBoundsWhatTheRuleIsGiven(OptimizerName name) {
    float[] byValue = row(name, FREE);
    float[] bounded = byValue.clone();
    step(name, byValue, 1, 1, 30f, -0.25f, "clip-value", "2", "gradient", "sum");
    step(name, bounded, 1, 1, 2f, -0.25f, "gradient", "sum");
    assertThat(byValue).containsExactly(bounded);
    float[] byNorm = row(name, FREE);
    float[] shrunk = byNorm.clone();
    step(name, byNorm, 1, 10, 300f, -400f, "clip-norm", "5", "gradient", "mean");
    step(name, shrunk, 1, 1, 3f, -4f, "gradient", "sum");
    assertThat(byNorm).containsExactly(shrunk);
  }

  @Test
  void aMeanDividesByTheWeight() {
    for (long records : new long[] {1, 3, 49, 1000, 7_654_321, (1L << 40) + 1}) {
      float[] cells = row(SGD, FREE);
      step(SGD, cells, 1, (double) records, 3f, 0f, "gradient", "mean", "learning-rate", "1");
      assertThat(cells[0]).as("%d records", records).isEqualTo(-3f * (float) (1.0 / records));
    }
    float[] cells = row(SGD, FREE);
    step(SGD, cells, 1, 0.25, 3f, -4f, "gradient", "mean", "learning-rate", "1");
    assertThat(cells).containsExactly(-12f, 16f);
  }

  @Test
  void aNormWithinItsBoundIsLeftAlone() {
    float[] cells = row(SGD, FREE);
    step(SGD, cells, 1, 1, 3f, -4f, "clip-norm", "5", "learning-rate", "1");
    assertThat(cells).containsExactly(-3f, 4f);
  }

  /** A key of clicks that comes late is not to begin with steps three times too long. */
  @Test
  void aRowsFirstStepOfAdamDoesNotDependOnWhenItComes() {
    float[] early = row(ADAM, FREE);
    float[] late = row(ADAM, FREE);
    step(ADAM, early, 1, 1, 3f, -4f);
    step(ADAM, late, 5000, 1, 3f, -4f);
    assertThat(late).containsExactly(early);
  }

  @Test
  void whatARowKeeps() {
    assertThat(Stream.of(OptimizerName.values()).map(name -> Weight.optimizer(name).state(1)))
        .containsExactly(0, 1, 1, 1, 2, 3, 3, 1, 2);
    assertThat(Weight.optimizer(ADAM).state(16)).as("one clock a row").isEqualTo(33);
    assertThat(Weight.optimizer(AMSGRAD).state(16)).isEqualTo(48);
    assertThat(Weight.optimizer(MOMENTUM).state(16)).isEqualTo(16);
  }

  /** Past the table of corrections, and past the last number that a float counts to. */
  @Test
  void adamCountsOnForEver() {
    for (float t : new float[] {65_534, 65_535, 1 << 20, (1 << 24) - 1, 1 << 24}) {
      Weight weight = new Weight(ADAM, "beta2", "0.999999", "beta1", "0.999999");
      weight.cells[1] = 0.5f;
      weight.cells[2] = 0.25f;
      weight.cells[3] = t;
      assertThat(weight.step(0.5)).isFinite().isNotZero();
      assertThat(weight.cells[3]).isEqualTo(Math.min(t + 1, 1 << 24));
    }
  }

  private static String[] with(String[] settings, String... more) {
    return Stream.of(settings, more).flatMap(Stream::of).toArray(String[]::new);
  }

  private static float[] row(OptimizerName name, TableSpec table, String... settings) {
    Optimizer optimizer = Weight.optimizer(table, name, settings);
    float[] cells = new float[2 + optimizer.state(2)];
    optimizer.init(cells, 0, 2);
    return cells;
  }

  private static float[] stepped(OptimizerName name, TableSpec table, String... settings) {
    float[] cells = row(name, table, settings);
    Weight.optimizer(table, name, settings)
        .step(1, 1)
        .apply(cells, 0, 2, new float[] {-12.7f, 13.1f});
    return cells;
  }

  private static float[] afterNothing(OptimizerName name, String... settings) {
    float[] cells = stepped(name, REGULARIZED, settings);
    step(name, cells, 2, 1, 0f, 0f, settings);
    return cells;
  }

  private static void step(
      OptimizerName name,
      float[] cells,
      long number,
      double weight,
      float first,
      float second,
      String... settings) {
    Weight.optimizer(REGULARIZED, name, settings)
        .step(number, weight)
        .apply(cells, 0, 2, new float[] {first, second});
  }

  @Test
  void rowsOfFtrlAreTheSameBitsWithoutTheirWeights() {
    String[][] settings = {
      {},
      {"l1", "0"},
      {"initial-accumulator", "2"},
      {"l2", "0.5", "beta", "0"},
      {"gradient", "mean"},
      {"clip-norm", "1"}
    };
    for (String[] one : settings) {
      TableSpec table = new TableSpec("w", 3, Initializer.ZERO, true, 20);
      Settings all = Weight.settings(FTRL, one);
      Optimizer kept = Optimizers.of(all, table);
      Optimizer compact = Optimizers.compact(all, table);
      assertThat(compact.stride(3)).isEqualTo(6);
      float[] row = new float[kept.stride(3)];
      float[] compactRow = new float[compact.stride(3)];
      kept.init(row, 0, 3);
      compact.init(compactRow, 0, 3);
      SplitMix64 random = new SplitMix64(3);
      float[] weights = new float[3];
      for (int step = 1; step <= 200; step++) {
        float[] gradient = new float[3];
        for (int i = 0; i < 3; i++) {
          gradient[i] = step % 5 == i ? 0f : (random.next() >> 40) / 1e6f;
        }
        kept.step(step, 4).apply(row, 0, 3, gradient.clone());
        compact.step(step, 4).apply(compactRow, 0, 3, gradient.clone());
        compact.readWeights(compactRow, 0, 3, weights, 0);
        assertThat(weights).as("step %d", step).isEqualTo(Arrays.copyOf(row, 3));
        assertThat(compactRow).isEqualTo(Arrays.copyOfRange(row, 3, 9));
      }
    }
  }

  @Test
  void rowsKeepWeightsThatDoNotFollowFromTheirState() {
    TableSpec table = new TableSpec("w", 3, Initializer.ZERO, true, 20);
    Settings scheduled = Weight.settings(FTRL, "schedule", "exponential", "schedule.steps", "9");
    assertThat(Optimizers.compact(scheduled, table).stride(3)).isEqualTo(9);
    Settings adagrad = Weight.settings(ADAGRAD);
    assertThat(Optimizers.compact(adagrad, table).stride(3)).isEqualTo(6);
  }
}
