package trainer.client.submit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.avro.model.ModelOrigin;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * The settings for the use of a trained model: those of the model decide on the class and the use
 * of columns, the caller's on how the input is read.
 */
public final class TrainedModelSettings {
  /** The keys that keep the value of the training. */
  private static final List<Key<?>> KEPT =
      List.of(Keys.LABEL, Keys.LABEL_POSITIVE, Keys.LABEL_NEGATIVE, Keys.WEIGHT, Keys.FEATURES);

  private TrainedModelSettings() {}

  /**
   * The settings for a model of this origin.
   *
   * @throws FailureException CONFIG_CONFLICT if the caller asks for another use of the columns;
   *     weights may be left out
   */
  public static Settings of(Settings given, ModelOrigin origin) {
    for (Key<?> key : KEPT) {
      requireSame(key, given, origin.settings().getOrDefault(key.name(), ""));
    }
    Map<String, String> texts = new HashMap<>(given.texts());
    texts.keySet().removeIf(key -> key.startsWith("trainer.model"));
    origin
        .settings()
        .forEach(
            (key, value) -> {
              if (key.equals(Keys.MODEL_INITIAL.name())) {
                return; // its rows have become those of the model
              }
              if (key.matches("trainer\\.(model|label|weight|features).*")) {
                texts.put(key, value);
              } else if (key.startsWith("trainer.csv.")) {
                texts.putIfAbsent(key, value);
              }
            });
    if (given.isSet(Keys.WEIGHT)) {
      texts.put(Keys.WEIGHT.name(), given.get(Keys.WEIGHT)); // the same, or none
    }
    texts.put(Keys.MODEL.name(), origin.model());
    return Settings.of(texts);
  }

  private static void requireSame(Key<?> key, Settings given, String own) {
    boolean isLeftOut = key == Keys.WEIGHT && given.get(Keys.WEIGHT).isEmpty();
    if (given.isSet(key) && !isLeftOut && !given.texts().get(key.name()).equals(own)) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "the model was trained with "
              + (own.isEmpty() ? "no " + key.name() : key.name() + "=" + own),
          key.name(),
          "leave it out; give the columns of the data the names that they had in training");
    }
  }
}
