package trainer.learning.optimizer;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Keys.GradientScale;
import trainer.core.config.Keys.OptimizerName;

/**
 * The numbers of each optimizer and their defaults.
 *
 * <p>The adaptive optimizers sum gradients and do not average them. A key seen once in a mini-batch
 * then gets a full step in a mini-batch of any size, so one set of defaults serves all sizes.
 *
 * <p>The defaults of AdaGrad and FTRL were chosen by held-out log loss, on large and on small data
 * together:
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
 * <p>AdaGrad's accumulator begins high because the first visits of rare keys overfit: with a rate
 * of 0.2, beginning at 1 instead of 100 costs 0.01 in the second row. An ε of 10 does the same for
 * the means of Adam, AMSGrad and RMSProp. Their papers use averaged gradients and 1e-8. Gradients
 * here are sums, and that of a key with few records is about 1.
 *
 * <table>
 * <caption>Held-out log loss of all defaults: 200,000 of {@code generate} (optimum 0.5285) and a9a,
 * by records a mini-batch</caption>
 * <tr><th></th><th>generate, one pass; 1,600 / 8,000</th><th>three passes; 3,300</th>
 *   <th>a9a, ten passes; 900 / 3,700</th></tr>
 * <tr><td>SGD</td><td>0.5773 / 0.6115</td><td>0.5704</td><td>0.3290 / 0.3401</td></tr>
 * <tr><td>momentum</td><td>0.5583 / 0.5919</td><td>0.5522</td><td>0.3285 / 0.3296</td></tr>
 * <tr><td>Nesterov</td><td>0.5582 / 0.5912</td><td>0.5521</td><td>0.3281 / 0.3297</td></tr>
 * <tr><td>AdaGrad</td><td>0.5395 / 0.5499</td><td>0.5420</td><td>0.3290 / 0.3300</td></tr>
 * <tr><td>AdaDelta</td><td>0.5450 / 0.5874</td><td>0.5439</td><td>0.3294 / 0.3469</td></tr>
 * <tr><td>Adam</td><td>0.5404 / 0.5489</td><td>0.5386</td><td>0.3302 / 0.3292</td></tr>
 * <tr><td>AMSGrad</td><td>0.5407 / 0.5487</td><td>0.5383</td><td>0.3290 / 0.3284</td></tr>
 * <tr><td>RMSProp</td><td>0.5468 / 0.5610</td><td>0.5396</td><td>0.3284 / 0.3341</td></tr>
 * <tr><td>FTRL</td><td>0.5390 / 0.5483</td><td>0.5430</td><td>0.3289 / 0.3298</td></tr>
 * </table>
 *
 * <p>With momentum a rate of 0.3 finally moves three times as far as SGD's, and is stable at more
 * than twice its curvature. Adam's published rate and ε reach 0.627 in the first column of figures.
 *
 * @param numbers the optimizer's numbers, by key
 * @param gradient the optimizer's input: the sum or the mean of a mini-batch's gradients
 */
record OptimizerDefaults(Map<Key<Float>, Float> numbers, GradientScale gradient) {
  /** The numbers that any optimizer may have, without a default. */
  static final List<Key<Float>> CLIPPING =
      List.of(Keys.OPTIMIZER_CLIP_VALUE, Keys.OPTIMIZER_CLIP_NORM);

  /** The defaults of every optimizer. */
  static final Map<OptimizerName, OptimizerDefaults> ALL = new EnumMap<>(OptimizerName.class);

  static {
    ALL.put(OptimizerName.SGD, mean(1f, Map.of()));
    ALL.put(OptimizerName.MOMENTUM, mean(0.3f, Map.of(Keys.OPTIMIZER_MOMENTUM, 0.9f)));
    ALL.put(OptimizerName.NESTEROV, mean(0.3f, Map.of(Keys.OPTIMIZER_MOMENTUM, 0.9f)));
    ALL.put(OptimizerName.ADAGRAD, sum(0.3f, Map.of(Keys.OPTIMIZER_INITIAL_ACCUMULATOR, 200f)));
    ALL.put(
        OptimizerName.ADADELTA,
        sum(1f, Map.of(Keys.OPTIMIZER_RHO, 0.95f, Keys.OPTIMIZER_EPSILON, 1e-5f)));
    ALL.put(OptimizerName.ADAM, sum(0.1f, moments()));
    ALL.put(OptimizerName.AMSGRAD, sum(0.1f, moments()));
    ALL.put(
        OptimizerName.RMSPROP,
        sum(0.05f, Map.of(Keys.OPTIMIZER_RHO, 0.9f, Keys.OPTIMIZER_EPSILON, 10f)));
    ALL.put(
        OptimizerName.FTRL,
        sum(
            0.4f,
            Map.of(
                Keys.OPTIMIZER_BETA,
                10f,
                Keys.OPTIMIZER_INITIAL_ACCUMULATOR,
                0f,
                Keys.OPTIMIZER_L1,
                2f)));
  }

  private static Map<Key<Float>, Float> moments() {
    return Map.of(
        Keys.OPTIMIZER_BETA1, 0.9f, Keys.OPTIMIZER_BETA2, 0.999f, Keys.OPTIMIZER_EPSILON, 10f);
  }

  private static OptimizerDefaults sum(float rate, Map<Key<Float>, Float> own) {
    return with(rate, own, GradientScale.SUM);
  }

  private static OptimizerDefaults mean(float rate, Map<Key<Float>, Float> own) {
    return with(rate, own, GradientScale.MEAN);
  }

  private static OptimizerDefaults with(
      float rate, Map<Key<Float>, Float> own, GradientScale gradient) {
    Map<Key<Float>, Float> numbers = new HashMap<>();
    numbers.put(Keys.OPTIMIZER_LEARNING_RATE, rate);
    numbers.put(Keys.OPTIMIZER_L1, 0f);
    numbers.put(Keys.OPTIMIZER_L2, 0f);
    numbers.putAll(own);
    return new OptimizerDefaults(Map.copyOf(numbers), gradient);
  }

  static OptimizerDefaults of(OptimizerName name) {
    return ALL.get(name);
  }
}
