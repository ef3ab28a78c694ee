package trainer.learning.optimizer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.config.Keys.GradientScale;
import trainer.core.config.Keys.OptimizerName;
import trainer.core.config.Settings;
import trainer.core.input.Labels;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

class OptimizersTest {
  private static final TableSpec REGULARIZED =
      new TableSpec("weights", 2, Initializer.ZERO, true, 20);
  private static final TableSpec FREE = new TableSpec("intercept", 2, Initializer.ZERO, false, 20);

  @Test
  void everyNameHasDefaultsAndAnOptimizer() {
    for (OptimizerName name : OptimizerName.values()) {
      assertThat(OptimizerSettings.defaults(name).name()).isEqualTo(name);
      assertThat(Optimizers.of(OptimizerSettings.defaults(name), FREE)).isNotNull();
    }
  }

  @Test
  void adaptiveOptimizersSumAndPlainDescentAverages() {
    assertThat(OptimizerSettings.defaults(OptimizerName.ADAGRAD).gradient())
        .isEqualTo(GradientScale.SUM);
    assertThat(OptimizerSettings.defaults(OptimizerName.FTRL).gradient())
        .isEqualTo(GradientScale.SUM);
    assertThat(OptimizerSettings.defaults(OptimizerName.SGD).gradient())
        .isEqualTo(GradientScale.MEAN);
  }

  @Test
  void everyKeyMapsToItsParameter() {
    Settings settings =
        Settings.of(
            Map.of(
                "trainer.optimizer", "ftrl",
                "trainer.optimizer.learning-rate", "0.125",
                "trainer.optimizer.beta", "3",
                "trainer.optimizer.initial-accumulator", "7",
                "trainer.optimizer.l1", "0.5",
                "trainer.optimizer.l2", "0.25",
                "trainer.optimizer.gradient", "mean"));
    assertThat(OptimizerSettings.of(settings))
        .isEqualTo(
            new OptimizerSettings(
                OptimizerName.FTRL, 0.125f, 3f, 7f, 0.5f, 0.25f, GradientScale.MEAN));
  }

  @Test
  void whatIsNotSetIsTheOptimizersOwnDefault() {
    for (OptimizerName name : OptimizerName.values()) {
      Settings settings =
          Settings.of(Map.of("trainer.optimizer", name.name().toLowerCase(Locale.ROOT)));
      assertThat(OptimizerSettings.of(settings)).isEqualTo(OptimizerSettings.defaults(name));
    }
    assertThat(OptimizerSettings.of(Settings.of(Map.of())).name()).isEqualTo(OptimizerName.ADAGRAD);
  }

  @Test
  void onlyRegularizedTablesFeelL1AndL2() {
    for (OptimizerName name : OptimizerName.values()) {
      OptimizerSettings strong =
          new OptimizerSettings(name, 0.5f, 1f, 1f, 1e6f, 1e6f, GradientScale.SUM);
      OptimizerSettings none = new OptimizerSettings(name, 0.5f, 1f, 1f, 0f, 0f, GradientScale.SUM);
      assertThat(oneStep(strong, FREE)).containsExactly(oneStep(none, FREE));
      assertThat(oneStep(strong, REGULARIZED)[0]).as("%s", name).isZero();
      assertThat(oneStep(none, REGULARIZED)[0]).as("%s", name).isNotZero();
    }
  }

  @Test
  void theMeanDividesByTheRecordsOfTheMinibatch() {
    for (OptimizerName name : OptimizerName.values()) {
      OptimizerSettings sum = new OptimizerSettings(name, 0.5f, 1f, 1f, 0f, 0f, GradientScale.SUM);
      OptimizerSettings mean =
          new OptimizerSettings(name, 0.5f, 1f, 1f, 0f, 0f, GradientScale.MEAN);
      float[] bySum = step(sum, new float[] {3f, -4f}, 64);
      float[] byMean = step(mean, new float[] {3f * 64, -4f * 64}, 64);
      assertThat(byMean).as("%s", name).containsExactly(bySum);
    }
  }

  @Test
  void aBlockOfBrokenRecordsOnlyMovesNothing() {
    for (OptimizerName name : OptimizerName.values()) {
      for (GradientScale scale : GradientScale.values()) {
        OptimizerSettings settings = new OptimizerSettings(name, 0.5f, 1f, 1f, 0f, 0f, scale);
        float[] before = step(settings, new float[] {3f, -4f}, 1);
        float[] after = before.clone();
        Optimizers.of(settings, FREE).apply(after, 0, 2, new float[2], 0, 0, 2);
        assertThat(after).as("%s of a %s", name, scale).containsExactly(before);
      }
    }
  }

  @Test
  void rowsInBulkChangeAsRowsAlone() {
    for (OptimizerName name : OptimizerName.values()) {
      Optimizer optimizer = Optimizers.of(OptimizerSettings.defaults(name), REGULARIZED);
      int stride = 2 * (1 + optimizer.stateWidth());
      float[] alone = new float[5 * stride];
      for (int row = 0; row < 5; row++) {
        alone[row * stride] = row * 0.1f;
        optimizer.init(alone, row * stride, 2);
      }
      float[] bulk = alone.clone();
      int[] offsets = {4 * stride, stride, 0, -1};
      float[] gradients = {1f, 2f, 3f, 4f, -5f, 6f};
      for (int i = 0; i < 3; i++) {
        optimizer.apply(alone, offsets[i], 2, gradients, 2 * i, 10, 1);
      }
      optimizer.applyRows(bulk, offsets, 3, 2, gradients, 10, 1);
      assertThat(bulk).as("%s", name).containsExactly(alone);
    }
  }

  @Test
  void aRowWithoutAGradientStaysBitForBitButWhereL1AndL2ShrinkIt() {
    for (OptimizerName name : OptimizerName.values()) {
      OptimizerSettings plain =
          new OptimizerSettings(name, 0.3f, 1f, 1f, 0f, 0f, GradientScale.SUM);
      OptimizerSettings shrinking =
          new OptimizerSettings(name, 0.3f, 1f, 1f, 0.01f, 0.1f, GradientScale.SUM);
      assertThat(afterNothing(plain)).as("%s", name).isEqualTo(stepped(plain));
      boolean stays = name == OptimizerName.FTRL;
      assertThat(Arrays.equals(afterNothing(shrinking), stepped(shrinking)))
          .as("%s", name)
          .isEqualTo(stays);
    }
  }

  private static float[] stepped(OptimizerSettings settings) {
    return step(settings, new float[] {-2.7f, 3.1f}, 1);
  }

  private static float[] afterNothing(OptimizerSettings settings) {
    float[] cells = stepped(settings);
    Optimizers.of(settings, REGULARIZED).apply(cells, 0, 2, new float[2], 0, 1, 2);
    return cells;
  }

  private static float[] oneStep(OptimizerSettings settings, TableSpec table) {
    Optimizer optimizer = Optimizers.of(settings, table);
    float[] cells = new float[2 * (1 + optimizer.stateWidth())];
    optimizer.init(cells, 0, 2);
    optimizer.apply(cells, 0, 2, new float[] {3f, -4f}, 0, 1, 1);
    return cells;
  }

  private static float[] step(OptimizerSettings settings, float[] gradients, long records) {
    Optimizer optimizer = Optimizers.of(settings, REGULARIZED);
    float[] cells = new float[2 * (1 + optimizer.stateWidth())];
    optimizer.init(cells, 0, 2);
    optimizer.apply(cells, 0, 2, gradients, 0, records, 1);
    return cells;
  }

  @Test
  void whatIsNotSetIsWrittenOut() {
    Settings set = Settings.of(Map.of("trainer.optimizer.l1", "3"));
    assertThat(OptimizerSettings.unset(set, Labels.BINARY))
        .containsEntry("trainer.optimizer", "adagrad")
        .containsEntry("trainer.optimizer.learning-rate", "0.3")
        .containsEntry("trainer.optimizer.gradient", "sum")
        .doesNotContainKey("trainer.optimizer.l1");
    assertThat(OptimizerSettings.unset(set, Labels.NUMBERS))
        .containsEntry("trainer.optimizer", "sgd")
        .containsEntry("trainer.optimizer.learning-rate", "0.2");
    assertThat(OptimizerSettings.unset(set, Labels.classes(5)))
        .containsEntry("trainer.optimizer", "adagrad")
        .containsEntry("trainer.optimizer.learning-rate", "0.15");
    Settings ftrl = Settings.of(Map.of("trainer.optimizer", "ftrl"));
    Map<String, String> whole = new HashMap<>(ftrl.texts());
    whole.putAll(OptimizerSettings.unset(ftrl, Labels.NUMBERS));
    assertThat(OptimizerSettings.of(Settings.of(whole)))
        .isEqualTo(OptimizerSettings.defaults(OptimizerName.FTRL));
  }
}
