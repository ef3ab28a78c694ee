package trainer.learning.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import trainer.core.config.InvalidSettingsException;
import trainer.core.config.Keys;
import trainer.core.config.Keys.GradientScale;
import trainer.core.config.Keys.OptimizerName;
import trainer.core.config.Settings;
import trainer.core.input.Labels;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

class OptimizerChoiceTest {
  private static Map<String, String> unset(Labels labels, String... settings) {
    return OptimizerChoice.unset(settings(settings), labels, List.of());
  }

  private static Settings settings(String... settings) {
    Map<String, String> texts = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      texts.put("trainer.optimizer" + settings[i], settings[i + 1]);
    }
    return Settings.of(texts);
  }

  private static void refuses(String[] settings, String... said) {
    assertThatThrownBy(() -> unset(Labels.BINARY, settings))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessageStartingWith("CONFIG_CONFLICT: ")
        .hasMessageContainingAll(said);
  }

  @Test
  void whatIsNotSetIsWrittenOut() {
    assertThat(unset(Labels.BINARY, ".l1", "3"))
        .containsEntry("trainer.optimizer", "adagrad")
        .containsEntry("trainer.optimizer.learning-rate", "0.3")
        .containsEntry("trainer.optimizer.gradient", "sum")
        .doesNotContainKeys("trainer.optimizer.l1", "trainer.optimizer.beta");
  }

  @Test
  void rowsThatBeginAtRandomTakeAQuarterOfTheRate() {
    TableSpec drawn = new TableSpec("factors", 3, Initializer.zeroThenUniform(0.01f), true, 20);
    assertThat(OptimizerChoice.unset(settings(), Labels.BINARY, List.of(drawn)))
        .containsEntry("trainer.optimizer.learning-rate", "0.075");
    assertThat(OptimizerChoice.unset(settings("", "sgd"), Labels.BINARY, List.of(drawn)))
        .containsEntry("trainer.optimizer.learning-rate", "1.0");
  }

  @Test
  void numbersAreFittedByPlainDescentAtALowerRate() {
    assertThat(unset(Labels.NUMBERS))
        .containsEntry("trainer.optimizer", "sgd")
        .containsEntry("trainer.optimizer.learning-rate", "0.2");
    assertThat(unset(Labels.NUMBERS, "", "nesterov"))
        .containsEntry("trainer.optimizer.learning-rate", "0.06")
        .containsEntry("trainer.optimizer.momentum", "0.9");
  }

  @Test
  void rowsThatBeginAtRandomAreNotHeldAtZero() {
    TableSpec zero = new TableSpec("weights", 1, Initializer.ZERO, true, 20);
    TableSpec drawn = new TableSpec("factors", 3, Initializer.zeroThenUniform(0.01f), true, 20);
    Settings ftrl = settings("", "ftrl");
    assertThat(OptimizerChoice.unset(ftrl, Labels.BINARY, List.of(zero)))
        .containsEntry("trainer.optimizer.l1", "2.0");
    assertThat(OptimizerChoice.unset(ftrl, Labels.BINARY, List.of(zero, drawn)))
        .containsEntry("trainer.optimizer.l1", "0.0");
  }

  @Test
  void severalClassesHalveTheRateOfAllButPlainDescent() {
    assertThat(unset(Labels.classes(5)))
        .containsEntry("trainer.optimizer", "adagrad")
        .containsEntry("trainer.optimizer.learning-rate", "0.15");
    assertThat(unset(Labels.classes(5), "", "sgd"))
        .containsEntry("trainer.optimizer.learning-rate", "1.0");
  }

  @ParameterizedTest
  @EnumSource
  void theWholeOfItIsWhatIsUsed(OptimizerName name) {
    String word = name.name().toLowerCase(Locale.ROOT);
    Map<String, String> whole = new HashMap<>(Map.of("trainer.optimizer", word));
    whole.putAll(unset(Labels.BINARY, "", word));
    OptimizerSettings used = OptimizerSettings.of(Settings.of(whole));
    assertThat(used.name()).isEqualTo(name);
    assertThat(used.numbers()).isEqualTo(OptimizerDefaults.of(name).numbers());
    assertThat(used.gradient()).isEqualTo(OptimizerDefaults.of(name).gradient());
    assertThat(used.learningRate().at(1)).isEqualTo(used.number(Keys.OPTIMIZER_LEARNING_RATE));
    assertThatCode(() -> OptimizerChoice.unset(Settings.of(whole), Labels.BINARY, List.of()))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @EnumSource
  void onlyPlainDescentAverages(OptimizerName name) {
    boolean plain =
        switch (name) {
          case SGD, MOMENTUM, NESTEROV -> true;
          case ADAGRAD, ADADELTA, ADAM, AMSGRAD, RMSPROP, FTRL -> false;
        };
    assertThat(OptimizerDefaults.of(name).gradient())
        .isEqualTo(plain ? GradientScale.MEAN : GradientScale.SUM);
  }

  @Test
  void everyKeyMapsToItsParameter() {
    OptimizerSettings ftrl =
        OptimizerSettings.of(
            settings(
                "",
                "ftrl",
                ".learning-rate",
                "0.125",
                ".beta",
                "3",
                ".initial-accumulator",
                "7",
                ".l1",
                "0.5",
                ".l2",
                "0.25",
                ".gradient",
                "mean",
                ".clip-value",
                "9"));
    assertThat(ftrl.numbers())
        .isEqualTo(
            Map.of(
                Keys.OPTIMIZER_LEARNING_RATE, 0.125f,
                Keys.OPTIMIZER_BETA, 3f,
                Keys.OPTIMIZER_INITIAL_ACCUMULATOR, 7f,
                Keys.OPTIMIZER_L1, 0.5f,
                Keys.OPTIMIZER_L2, 0.25f,
                Keys.OPTIMIZER_CLIP_VALUE, 9f));
    assertThat(ftrl.gradient()).isEqualTo(GradientScale.MEAN);
    OptimizerSettings adam =
        OptimizerSettings.of(
            settings(
                "", "adam", ".beta1", "0.5", ".beta2", "0.75", ".epsilon", "2", ".clip-norm", "8"));
    assertThat(adam.number(Keys.OPTIMIZER_BETA1)).isEqualTo(0.5f);
    assertThat(adam.number(Keys.OPTIMIZER_BETA2)).isEqualTo(0.75f);
    assertThat(adam.number(Keys.OPTIMIZER_EPSILON)).isEqualTo(2f);
    assertThat(adam.number(Keys.OPTIMIZER_CLIP_NORM)).isEqualTo(8f);
    OptimizerSettings momentum =
        OptimizerSettings.of(settings("", "momentum", ".momentum", "0.25"));
    assertThat(momentum.number(Keys.OPTIMIZER_MOMENTUM)).isEqualTo(0.25f);
    OptimizerSettings rmsprop = OptimizerSettings.of(settings("", "rmsprop", ".rho", "0.5"));
    assertThat(rmsprop.number(Keys.OPTIMIZER_RHO)).isEqualTo(0.5f);
  }

  @Test
  void aKeyOfAnotherOptimizerIsRefusedAndThoseThatHaveItAreNamed() {
    refuses(
        new String[] {".momentum", "0.9"},
        "trainer.optimizer.momentum is no parameter of adagrad",
        "set trainer.optimizer to momentum|nesterov");
    refuses(
        new String[] {"", "sgd", ".beta1", "0.9", ".rho", "0.9"},
        "beta1 is no parameter of sgd",
        "adam|amsgrad",
        "rho is no parameter of sgd",
        "adadelta|rmsprop");
  }

  @Test
  void aScheduleIsWhole() {
    refuses(
        new String[] {".schedule", "inverse-time"},
        "trainer.optimizer.schedule=inverse-time needs trainer.optimizer.schedule.steps",
        "trainer.minibatch.blocks");
    refuses(new String[] {".schedule.steps", "9"}, "schedule.steps needs another", "but constant");
    refuses(
        new String[] {".schedule", "cosine", ".schedule.steps", "9", ".schedule.decay", "0.1"},
        "schedule.decay needs another",
        "step, exponential or inverse-time");
    refuses(
        new String[] {".schedule", "step", ".schedule.steps", "9", ".schedule.growth", "2"},
        "schedule.growth needs another");
    refuses(
        new String[] {".schedule", "exponential", ".schedule.steps", "9", ".schedule.decay", "2"},
        "above 1 lets the rate grow");
    assertThatCode(
            () ->
                unset(
                    Labels.BINARY,
                    ".schedule",
                    "inverse-time",
                    ".schedule.steps",
                    "9",
                    ".schedule.decay",
                    "2",
                    ".schedule.floor",
                    "0.1",
                    ".warmup-steps",
                    "3"))
        .doesNotThrowAnyException();
  }
}
