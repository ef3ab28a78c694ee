package trainer.learning.optimizer;

import java.util.HashMap;
import java.util.Map;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Keys.GradientScale;
import trainer.core.config.Keys.OptimizerName;
import trainer.core.config.Settings;
import trainer.learning.schedule.LearningRate;

/**
 * The parameters of an optimizer, with defaults filled in.
 *
 * @param name the optimizer
 * @param numbers its numbers by key, as {@link OptimizerDefaults} lists them; those of clipping
 *     only if they were set
 * @param gradient the combination of a mini-batch's gradients: their sum, or their mean by weight
 * @param learningRate the step; FTRL's alpha
 */
public record OptimizerSettings(
    OptimizerName name,
    Map<Key<Float>, Float> numbers,
    GradientScale gradient,
    LearningRate learningRate) {
  public OptimizerSettings {
    numbers = Map.copyOf(numbers);
  }

  /** The parameters of a job: {@code trainer.optimizer} and {@code trainer.optimizer.*}. */
  public static OptimizerSettings of(Settings settings) {
    OptimizerName name = settings.get(Keys.OPTIMIZER);
    OptimizerDefaults defaults = OptimizerDefaults.of(name);
    Map<Key<Float>, Float> numbers = new HashMap<>(defaults.numbers());
    numbers.replaceAll((key, number) -> settings.find(key).orElse(number));
    for (Key<Float> key : OptimizerDefaults.CLIPPING) {
      settings.find(key).ifPresent(number -> numbers.put(key, number));
    }
    return new OptimizerSettings(
        name,
        numbers,
        settings.find(Keys.OPTIMIZER_GRADIENT).orElse(defaults.gradient()),
        LearningRate.of(numbers.get(Keys.OPTIMIZER_LEARNING_RATE), settings));
  }

  /** One of the numbers of this optimizer. */
  public float number(Key<Float> key) {
    return numbers.get(key);
  }

  /** The same parameters without regularisation, for tables that are not regularised. */
  OptimizerSettings unregularized() {
    Map<Key<Float>, Float> free = new HashMap<>(numbers);
    free.put(Keys.OPTIMIZER_L1, 0f);
    free.put(Keys.OPTIMIZER_L2, 0f);
    return new OptimizerSettings(name, free, gradient, learningRate);
  }

  /** The factor that turns a sum over records of this total weight into the optimizer's input. */
  float factor(double weight) {
    if (gradient == GradientScale.SUM) {
      return 1f;
    }
    return weight == 0 ? 0f : (float) (1.0 / weight); // all may be broken; their sum is 0
  }
}
