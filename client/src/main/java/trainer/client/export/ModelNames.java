package trainer.client.export;

import java.util.Map;
import java.util.Set;
import trainer.avro.model.ModelManifest;
import trainer.client.config.ClientConfiguration;
import trainer.client.submit.TrainedModelSettings;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.LabelRule;

/** The names of some weights of a model. */
public final class ModelNames {
  private ModelNames() {}

  /**
   * The names of keys, such as {@code job=nurse}; a key that no record of the input has is left
   * out.
   *
   * @param keys of the model's features
   * @param input files, folders or globs with the columns of the training
   * @throws FailureException CONFIG_CONFLICT for a model of keys and values; INPUT_ failures
   */
  public static Map<Long, String> of(
      ClientConfiguration configuration, ModelManifest manifest, Set<Long> keys, String input) {
    Settings settings = TrainedModelSettings.of(configuration.settings(), manifest.origin());
    if (settings.find(Keys.FEATURES).filter(text -> !text.isBlank()).isEmpty()) {
      throw withoutNames(input);
    }
    FeatureNames names = new FeatureNames(settings, keys::contains);
    NameReader.read(configuration.hadoop(), settings, LabelRule.ANY, input, names);
    return names.texts();
  }

  static FailureException withoutNames(String input) {
    return new FailureException(
        FailureKind.CONFIG_CONFLICT,
        "the model was trained on keys and values, which have no names",
        input,
        "leave out --names");
  }
}
