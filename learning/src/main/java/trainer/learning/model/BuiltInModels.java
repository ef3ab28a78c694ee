package trainer.learning.model;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import trainer.learning.spi.Model;

/** The built-in models by the alias that {@code trainer.model} may name. */
final class BuiltInModels {
  private static final Map<String, Class<? extends Model>> ALIASES =
      new TreeMap<>(
          Map.of(
              "fm", FactorizationMachine.class,
              "linear", LinearRegression.class,
              "logistic", LogisticRegression.class,
              "softmax", SoftmaxRegression.class));

  private BuiltInModels() {}

  /** The class of an alias, or null. */
  static Class<? extends Model> find(String alias) {
    return ALIASES.get(alias);
  }

  static Set<String> aliases() {
    return ALIASES.keySet();
  }
}
