package trainer.learning.optimizer;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import trainer.core.config.Keys;
import trainer.core.config.Keys.GradientScale;
import trainer.core.config.Keys.OptimizerName;
import trainer.core.config.Settings;
import trainer.core.input.Labels;

/**
 * The parameters of an optimizer, defaults filled in.
 *
 * <p>Gradients are summed, not averaged, by the adaptive optimizers: a key seen once in a
 * mini-batch then gets a full step whatever the mini-batch's size, and one set of defaults serves
 * mini-batches of any size.
 *
 * <p>The defaults were chosen by held-out log loss, on large and on small data together:
 *
 * <table>
 * <caption>Held-out log loss of the defaults, by records a mini-batch</caption>
 * <tr><th>data</th><th>AdaGrad</th><th>FTRL</th></tr>
 * <tr><td>1,000,000 clicks, 39 of 2^20 features, one pass; 1,500 / 16,000</td>
 *   <td>0.4226 / 0.4231</td><td>0.4224 / 0.4220</td></tr>
 * <tr><td>200,000 of the same; 375 / 1,500 / 4,000</td>
 *   <td>0.4391 / 0.4370 / 0.4379</td><td>0.4376 / 0.4353 / 0.4361</td></tr>
 * <tr><td>200,000 of {@code generate}; 1,600 / 3,300 / 8,000</td>
 *   <td>0.5411 / 0.5419 / 0.5499</td><td>0.5409 / 0.5410 / 0.5484</td></tr>
 * <tr><td>a9a, 29,305 records, ten passes; 900 / 1,850 / 3,700 / 7,400</td>
 *   <td>0.3290 / 0.3292 / 0.3297 / 0.3310</td><td>0.3292 / 0.3290 / 0.3295 / 0.3302</td></tr>
 * </table>
 *
 * <p>Plain SGD at its rate of 1 reaches 0.340 on a9a after ten passes, but needs far more of them
 * where most features are rare.
 *
 * <p>AdaGrad's accumulator begins high because the first visits of rare keys are what overfits:
 * with a rate of 0.2, beginning at 1 instead of 100 costs 0.01 in the second row.
 *
 * @param name which optimizer
 * @param learningRate the step; FTRL's alpha
 * @param beta FTRL's beta; others ignore it
 * @param initialAccumulator the sum of squares before the first gradient; plain SGD ignores it
 * @param l1 strength of L1 regularisation
 * @param l2 strength of L2 regularisation
 * @param gradient what a mini-batch's gradients are combined to
 */
public record OptimizerSettings(
    OptimizerName name,
    float learningRate,
    float beta,
    float initialAccumulator,
    float l1,
    float l2,
    GradientScale gradient) {
  private static final float RATE_FOR_NUMBERS = 0.2f;

  private static final Map<OptimizerName, OptimizerSettings> DEFAULTS =
      Map.of(
          OptimizerName.SGD,
          new OptimizerSettings(OptimizerName.SGD, 1f, 0f, 0f, 0f, 0f, GradientScale.MEAN),
          OptimizerName.ADAGRAD,
          new OptimizerSettings(OptimizerName.ADAGRAD, 0.3f, 0f, 200f, 0f, 0f, GradientScale.SUM),
          OptimizerName.FTRL,
          new OptimizerSettings(OptimizerName.FTRL, 0.4f, 10f, 0f, 2f, 0f, GradientScale.SUM));

  /** An optimizer's own defaults. */
  public static OptimizerSettings defaults(OptimizerName name) {
    return DEFAULTS.get(name);
  }

  /**
   * The optimizer keys that are not set, with the defaults for such labels.
   *
   * <p>The steps of AdaGrad and FTRL are as long whatever the size of the gradients, and so of the
   * labels: fitting for log odds, but a number may be anything from a thousandth to a million.
   * Plain SGD's grow with the errors. Its rate has to be below two over the greatest eigenvalue of
   * the features' second moments, which is 10 for a rate of 0.2; a class's loss is flatter.
   *
   * <p>With several classes AdaGrad and FTRL take half their rate: on {@code generate --kind
   * multiclass} (30,000 records, log loss of the optimum 0.928) AdaGrad reaches 0.938 after one
   * pass and 0.932 after four, with the whole rate 0.955 and 0.939.
   */
  public static Map<String, String> unset(Settings settings, Labels labels) {
    boolean numbers = labels.kind() == Labels.Kind.NUMBERS;
    OptimizerName name =
        numbers && !settings.isSet(Keys.OPTIMIZER)
            ? OptimizerName.SGD
            : settings.get(Keys.OPTIMIZER);
    OptimizerSettings defaults = defaults(name);
    float rate = name == OptimizerName.SGD && numbers ? RATE_FOR_NUMBERS : defaults.learningRate;
    if (name != OptimizerName.SGD && labels.kind() == Labels.Kind.CLASSES) {
      rate /= 2;
    }
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put(Keys.OPTIMIZER.name(), word(name));
    texts.put(Keys.OPTIMIZER_LEARNING_RATE.name(), Float.toString(rate));
    texts.put(Keys.OPTIMIZER_BETA.name(), Float.toString(defaults.beta));
    texts.put(
        Keys.OPTIMIZER_INITIAL_ACCUMULATOR.name(), Float.toString(defaults.initialAccumulator));
    texts.put(Keys.OPTIMIZER_L1.name(), Float.toString(defaults.l1));
    texts.put(Keys.OPTIMIZER_L2.name(), Float.toString(defaults.l2));
    texts.put(Keys.OPTIMIZER_GRADIENT.name(), word(defaults.gradient));
    texts.keySet().removeAll(settings.texts().keySet());
    return texts;
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** What a job asks for: {@code trainer.optimizer} and {@code trainer.optimizer.*}. */
  public static OptimizerSettings of(Settings settings) {
    OptimizerSettings defaults = defaults(settings.get(Keys.OPTIMIZER));
    return new OptimizerSettings(
        defaults.name,
        settings.find(Keys.OPTIMIZER_LEARNING_RATE).orElse(defaults.learningRate),
        settings.find(Keys.OPTIMIZER_BETA).orElse(defaults.beta),
        settings.find(Keys.OPTIMIZER_INITIAL_ACCUMULATOR).orElse(defaults.initialAccumulator),
        settings.find(Keys.OPTIMIZER_L1).orElse(defaults.l1),
        settings.find(Keys.OPTIMIZER_L2).orElse(defaults.l2),
        settings.find(Keys.OPTIMIZER_GRADIENT).orElse(defaults.gradient));
  }

  /** The same without regularisation, for tables that are not regularised. */
  OptimizerSettings unregularized() {
    return new OptimizerSettings(name, learningRate, beta, initialAccumulator, 0f, 0f, gradient);
  }

  /** The factor that makes of a sum over {@code records} records what the optimizer is given. */
  float factor(long records) {
    if (gradient == GradientScale.SUM) {
      return 1f;
    }
    return records == 0 ? 0f : (float) (1.0 / records); // all may be broken; their sum is 0
  }
}
