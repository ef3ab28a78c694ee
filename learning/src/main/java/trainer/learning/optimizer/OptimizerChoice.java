package trainer.learning.optimizer;

import static trainer.core.config.Keys.OPTIMIZER;
import static trainer.core.config.Keys.OPTIMIZER_SCHEDULE;
import static trainer.core.config.Keys.OPTIMIZER_SCHEDULE_DECAY;
import static trainer.core.config.Keys.OPTIMIZER_SCHEDULE_FLOOR;
import static trainer.core.config.Keys.OPTIMIZER_SCHEDULE_GROWTH;
import static trainer.core.config.Keys.OPTIMIZER_SCHEDULE_STEPS;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trainer.core.config.InvalidSettingsException;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Keys.OptimizerName;
import trainer.core.config.Keys.ScheduleName;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.Labels;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

/**
 * The optimizer keys of a submitted job, checked and completed for the model's labels. A key that
 * the optimizer would not use is rejected rather than ignored.
 */
public final class OptimizerChoice {
  /** The optimizers whose steps grow with the errors, and a fifth of their rates. */
  private static final Map<OptimizerName, Float> RATES_FOR_NUMBERS =
      Map.of(OptimizerName.SGD, 0.2f, OptimizerName.MOMENTUM, 0.06f, OptimizerName.NESTEROV, 0.06f);

  private final Settings settings;
  private final Labels.Kind labels;

  /** Whether any table has rows with random initial values. */
  private final boolean drawn;

  private final OptimizerName name;
  private final List<Failure> problems = new ArrayList<>();

  private OptimizerChoice(Settings settings, Labels labels, List<TableSpec> tables) {
    this.settings = settings;
    this.drawn =
        tables.stream().anyMatch(table -> table.initializer().kind() != Initializer.Kind.ZERO);
    this.labels = labels.kind();
    this.name =
        this.labels == Labels.Kind.NUMBERS && !settings.isSet(OPTIMIZER)
            ? OptimizerName.SGD
            : settings.get(OPTIMIZER);
  }

  /**
   * The optimizer keys that are not set, with their defaults for the labels.
   *
   * <p><em>Numbers.</em> The step length of most optimizers does not depend on the size of the
   * gradients, and so of the labels. That fits log odds, but a number may be anything from a
   * thousandth to a million. The steps of plain SGD, with momentum or without, grow with the
   * errors. Its rate has to be below two over the greatest eigenvalue of the features' second
   * moments, which is 10 for a rate of 0.2. The loss of classes is flatter.
   *
   * <p><em>Classes.</em> With several classes the other optimizers use half their rate. On {@code
   * generate --kind multiclass} (30,000 records, log loss of the optimum 0.928) AdaGrad reaches
   * 0.938 after one pass and 0.932 after four; with the whole rate 0.955 and 0.939.
   *
   * <p><em>Random initial rows.</em> L1 is 0, since FTRL's would bring such rows to zero and hold
   * them there. The other optimizers use a quarter of their rate. Gradients of such rows are
   * products with other rows, and the first long steps of frequent keys overshoot together.
   *
   * @throws InvalidSettingsException with every key that does not fit the others
   */
  public static Map<String, String> unset(
      Settings settings, Labels labels, List<TableSpec> tables) {
    OptimizerChoice choice = new OptimizerChoice(settings, labels, tables);
    choice.check();
    return choice.completed();
  }

  private Map<String, String> completed() {
    OptimizerDefaults defaults = OptimizerDefaults.of(name);
    Map<String, String> texts = new TreeMap<>();
    texts.put(OPTIMIZER.name(), word(name));
    texts.put(Keys.OPTIMIZER_GRADIENT.name(), word(defaults.gradient()));
    defaults.numbers().forEach((key, number) -> texts.put(key.name(), Float.toString(number)));
    texts.put(
        Keys.OPTIMIZER_LEARNING_RATE.name(),
        Float.toString(rate(defaults.numbers().get(Keys.OPTIMIZER_LEARNING_RATE))));
    if (drawn) {
      texts.put(Keys.OPTIMIZER_L1.name(), Float.toString(0f));
    }
    texts.keySet().removeAll(settings.texts().keySet());
    return texts;
  }

  private float rate(float whole) {
    if (RATES_FOR_NUMBERS.containsKey(name)) {
      return labels == Labels.Kind.NUMBERS ? RATES_FOR_NUMBERS.get(name) : whole;
    }
    float rate = drawn ? whole / 4 : whole;
    return labels == Labels.Kind.CLASSES ? rate / 2 : rate;
  }

  private void check() {
    OptimizerDefaults.ALL.values().stream()
        .flatMap(defaults -> defaults.numbers().keySet().stream())
        .distinct()
        .filter(key -> settings.isSet(key) && !isOf(key, name))
        .sorted((one, other) -> one.name().compareTo(other.name()))
        .forEach(this::refuse);
    checkSchedule(settings.get(OPTIMIZER_SCHEDULE));
    if (!problems.isEmpty()) {
      throw new InvalidSettingsException(problems);
    }
  }

  private void refuse(Key<Float> key) {
    problem(
        key + " is no parameter of " + word(name),
        key,
        OPTIMIZER,
        "leave it out, or set "
            + OPTIMIZER
            + " to "
            + Stream.of(OptimizerName.values())
                .filter(other -> isOf(key, other))
                .map(OptimizerChoice::word)
                .collect(Collectors.joining("|")));
  }

  private static boolean isOf(Key<Float> key, OptimizerName name) {
    return OptimizerDefaults.of(name).numbers().containsKey(key);
  }

  private void checkSchedule(ScheduleName schedule) {
    boolean constant = schedule == ScheduleName.CONSTANT;
    boolean cosine = schedule == ScheduleName.COSINE;
    if (!constant && !settings.isSet(OPTIMIZER_SCHEDULE_STEPS)) {
      problem(
          OPTIMIZER_SCHEDULE + "=" + word(schedule) + " needs " + OPTIMIZER_SCHEDULE_STEPS,
          OPTIMIZER_SCHEDULE,
          OPTIMIZER_SCHEDULE_STEPS,
          "set it; an epoch has as many mini-batches as the input has blocks, divided by "
              + Keys.MINIBATCH_BLOCKS);
    }
    fits(OPTIMIZER_SCHEDULE_STEPS, !constant, "any but constant");
    fits(OPTIMIZER_SCHEDULE_FLOOR, !constant, "any but constant");
    fits(OPTIMIZER_SCHEDULE_DECAY, !constant && !cosine, "step, exponential or inverse-time");
    fits(OPTIMIZER_SCHEDULE_GROWTH, cosine, "cosine");
    boolean power = schedule == ScheduleName.STEP || schedule == ScheduleName.EXPONENTIAL;
    if (power && settings.find(OPTIMIZER_SCHEDULE_DECAY).orElse(1f) > 1) {
      problem(
          OPTIMIZER_SCHEDULE_DECAY + " above 1 lets the rate grow without end",
          OPTIMIZER_SCHEDULE,
          OPTIMIZER_SCHEDULE_DECAY,
          "give at most 1");
    }
  }

  private void fits(Key<?> key, boolean used, String schedules) {
    if (settings.isSet(key) && !used) {
      problem(
          key + " needs another " + OPTIMIZER_SCHEDULE,
          OPTIMIZER_SCHEDULE,
          key,
          "leave it out, or set the schedule to " + schedules);
    }
  }

  private void problem(String what, Key<?> one, Key<?> other, String advice) {
    problems.add(new Failure(FailureKind.CONFIG_CONFLICT, what, one + ", " + other, advice));
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
