package trainer.client.export;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.feature.FeatureKeys;
import trainer.core.feature.FeatureList;
import trainer.core.feature.encode.BatchEncoder;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.BlockIndex;
import trainer.core.input.LabelRule;
import trainer.data.index.InputIndexer;
import trainer.data.read.BlockReader;

/** Reads an input for the names of a model's categories. */
final class NameReader {
  private NameReader() {}

  /**
   * Names the categories of all records of an input.
   *
   * @param settings those of the model, and of the input's format
   * @param input files, folders or globs
   * @throws FailureException INPUT_ and DATA_ failures; CONFIG_CONFLICT if the input has no columns
   */
  static void read(
      Configuration hadoop, Settings settings, LabelRule labels, String input, FeatureNames names) {
    Settings unlabelled = unlabelled(settings);
    Supplier<TableEncoding> encoding =
        () ->
            new TableEncoding() {
              @Override
              public BatchEncoder encoder(FeatureList features, FeatureKeys keys) {
                BatchEncoder all = TableEncoding.unscaled().encoder(features, keys);
                return new NameEncoder(features.features(), all, names);
              }
            };
    BlockIndex blocks = new InputIndexer(hadoop, unlabelled).index(input).blocks();
    try (BlockReader reader = new BlockReader(hadoop, unlabelled, labels, encoding)) {
      int[] firsts = blocks.units().firsts();
      for (int unit : firsts) {
        for (int i = unit; i < blocks.units().end(unit); i++) {
          reader.read(blocks.fileOf(i), blocks.block(i));
        }
      }
    }
  }

  /** Records without a label have categories, too: they are read as for scoring. */
  private static Settings unlabelled(Settings settings) {
    Map<String, String> texts = new HashMap<>(settings.texts());
    texts.put(Keys.SCORE_MODEL_URI.name(), "names");
    texts.put(Keys.LABEL_REQUIRED.name(), "false");
    return Settings.of(texts);
  }
}
