package trainer.client.export;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelManifest;
import trainer.avro.model.ModelPartReader;
import trainer.client.config.ClientConfiguration;
import trainer.client.submit.TrainedModelSettings;
import trainer.container.files.StoredModel;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.LabelRule;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;
import trainer.learning.block.KeyTable;
import trainer.learning.block.TrainedModel;

/**
 * A trained model of a kind that other programs know, in memory. Its rows are those of the table of
 * features: a weight a class, or a weight and its factors.
 */
final class ExportedModel {
  /** The alias of each kind, by itself and by the name of its class. */
  private static final Map<String, String> KINDS =
      Map.of(
          "linear", "linear",
          "logistic", "logistic",
          "softmax", "softmax",
          "fm", "fm",
          "trainer.learning.model.LinearRegression", "linear",
          "trainer.learning.model.LogisticRegression", "logistic",
          "trainer.learning.model.SoftmaxRegression", "softmax",
          "trainer.learning.model.FactorizationMachine", "fm");

  private final StoredModel stored;
  private final ModelManifest manifest;
  private final Settings settings;
  private final TableSpec table;
  private final KeyTable keys = new KeyTable();
  private final float[] bias;
  private final FeatureNames names;
  private float[] values = new float[0];

  private ExportedModel(StoredModel stored, ModelManifest manifest, Settings settings)
      throws IOException {
    this.stored = stored;
    this.manifest = manifest;
    this.settings = settings;
    this.table = manifest.tables().get(0);
    this.bias = new float[isFactorised() ? 1 : table.width()];
    requireRoom();
    for (PartFile part : manifest.parts()) {
      read(part);
    }
    this.names =
        settings.find(Keys.FEATURES).filter(text -> !text.isBlank()).isEmpty()
            ? null
            : new FeatureNames(settings, this::isWanted);
  }

  /**
   * Loads a model.
   *
   * @throws FailureException CLASS_WRONG_TYPE for a class of the user's; RESOURCE_TOO_LARGE;
   *     MODEL_CORRUPT
   */
  static ExportedModel load(ClientConfiguration configuration, String uri) throws IOException {
    Configuration hadoop = configuration.hadoop();
    StoredModel stored = StoredModel.at(uri, hadoop);
    ModelManifest manifest = ManifestFile.read(stored);
    Settings settings = TrainedModelSettings.of(configuration.settings(), manifest.origin());
    if (!KINDS.containsKey(manifest.origin().model())) {
      throw new FailureException(
          FailureKind.CLASS_WRONG_TYPE,
          "the model is a " + manifest.origin().model() + ", whose scores only its class knows",
          stored.location(),
          "export a linear, logistic, softmax or fm model, or use trainer score");
    }
    return new ExportedModel(stored, manifest, settings);
  }

  private void requireRoom() {
    double needed = TrainedModel.bytes(manifest, 1);
    if (needed > TrainedModel.room(Runtime.getRuntime().maxMemory())) {
      throw new FailureException(
          FailureKind.RESOURCE_TOO_LARGE,
          String.format(Locale.ROOT, "the model takes %.0f MB of memory", needed / (1 << 20)),
          stored.location(),
          "give this JVM more memory, such as TRAINER_CLIENT_OPTS=-Xmx8g");
    }
  }

  private void read(PartFile part) throws IOException {
    String file = stored.location() + "/" + part.name();
    try (ModelPartReader rows =
        new ModelPartReader(stored.open(part.name()), file, manifest.tables())) {
      while (rows.next()) {
        if (rows.table().name().equals(table.name())) {
          add(rows.key(), rows.values());
        } else {
          System.arraycopy(rows.values(), 0, bias, 0, bias.length);
        }
      }
    }
  }

  private void add(long key, float[] row) {
    int from = Math.multiplyExact(keys.number(key), table.width());
    if (from + row.length > values.length) {
      values = Arrays.copyOf(values, Math.max(from + row.length, 2 * values.length));
    }
    System.arraycopy(row, 0, values, from, row.length);
  }

  /** Factors of a feature that has no row are random numbers of its key, and count. */
  private boolean isWanted(long key) {
    return isFactorised() || keys.find(key) >= 0;
  }

  /** Reads the texts of categories from an input. */
  void name(Configuration hadoop, String input) {
    if (names == null) {
      throw ModelNames.withoutNames(input);
    }
    NameReader.read(hadoop, settings, LabelRule.ANY, input, names);
  }

  /** The row of a key; its initial value if it has none. */
  float[] row(long key) {
    float[] row = new float[table.width()];
    int number = keys.find(key);
    if (number < 0) {
      table.initializer().fill(key, row, 0, row.length);
    } else {
      System.arraycopy(values, number * row.length, row, 0, row.length);
    }
    return row;
  }

  /** The keys that have rows, ascending as signed numbers. */
  long[] keys() {
    long[] all = Arrays.copyOf(keys.keys(), keys.size());
    Arrays.sort(all);
    return all;
  }

  /** How many of the rows have a name. */
  long named() {
    return names.texts().keySet().stream().filter(key -> keys.find(key) >= 0).count();
  }

  /** Rows of the file: those of the model, and those that are named without one. */
  long rows() {
    return Math.max(keys.size(), names == null ? 0 : names.texts().size());
  }

  /** A prefix that no column has, for names within the file. */
  String prefix() {
    if (names == null) {
      return "_";
    }
    int longest = columns().mapToInt(String::length).max().orElse(0);
    return columns().anyMatch(column -> column.startsWith("_")) ? "_".repeat(longest + 1) : "_";
  }

  /** The name of a column's input: its own, or {@code column#input} where an output has it. */
  String input(String column) {
    return column.matches("class|score(_\\d+)?") ? column + "#input" : column;
  }

  private Stream<String> columns() {
    return names.terms().stream().flatMap(term -> term.columns().stream());
  }

  /** The terms of the table, with their rows. */
  List<NamedTerm> terms() {
    return NamedTerm.of(this, new ArrayList<>(manifest.standardisations()));
  }

  /** The names of the features; null for a model of keys and values. */
  FeatureNames names() {
    return names;
  }

  /** Whether the model was trained on the columns of a table. */
  boolean isOfTable() {
    return names != null;
  }

  private String kind() {
    return KINDS.get(manifest.origin().model());
  }

  /** Whether rows have factors behind their weight. */
  boolean isFactorised() {
    return kind().equals("fm");
  }

  /** Whether the outputs are probabilities of classes. */
  boolean isSoftmax() {
    return kind().equals("softmax");
  }

  /** Whether the output is the probability of 1. */
  boolean isProbability() {
    String loss = settings.texts().getOrDefault(Keys.MODEL_ARGUMENT_PREFIX + "loss", "logistic");
    return kind().equals("logistic") || (isFactorised() && loss.equals("logistic"));
  }

  /** The intercept of each output. */
  float[] bias() {
    return bias.clone();
  }

  /** Numbers of a row. */
  int width() {
    return table.width();
  }

  ModelManifest manifest() {
    return manifest;
  }

  String location() {
    return stored.location();
  }

  /** What the model is, for readers of the exported file. */
  Map<String, String> properties() {
    return Map.of(
        "trainer.model.id", manifest.modelId(), "trainer.version", manifest.origin().writer());
  }
}
