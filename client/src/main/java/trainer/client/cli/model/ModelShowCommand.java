package trainer.client.cli.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.avro.model.ModelManifest;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.config.ClientConfiguration;
import trainer.client.evaluate.ModelSummary;
import trainer.client.evaluate.ModelSummary.Weight;
import trainer.client.export.ModelNames;
import trainer.client.watch.Json;
import trainer.core.aggregate.TableSummary;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.table.TableSpec;
import trainer.core.text.Quantity;
import trainer.learning.optimizer.OptimizerSettings;

/** Shows a trained model, its training data and its training. */
@Command(
    name = "show",
    description = "Shows what a model is, on what it was trained and how, and its largest weights.",
    footer = {
      "",
      "Examples:",
      "  trainer model show hdfs:///models/clicks",
      "  trainer model show hdfs:///models/people --largest 20 --names hdfs:///data/people"
    })
final class ModelShowCommand extends Verb {
  @Mixin private HadoopOptions hadoop;

  @Parameters(paramLabel = "URI", description = "The model's folder.")
  private String uri;

  @Option(
      names = "--largest",
      paramLabel = "N",
      description = "How many of the largest weights; default 10.")
  private int largest = 10;

  @Option(
      names = "--names",
      paramLabel = "INPUT",
      description =
          "Names the largest weights by column and value; the texts of categories are those of"
              + " this input, such as the training data.")
  private String input;

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    if (largest < 1) {
      throw new FailureException(
          FailureKind.BAD_FLAGS,
          "'" + largest + "' is no number of weights",
          "--largest",
          "give 1 or more");
    }
    ClientConfiguration configuration = hadoop.configuration(Map.of());
    ModelSummary found = ModelSummary.of(uri, largest, configuration.hadoop());
    Map<Long, String> names = input == null ? Map.of() : names(configuration, found);
    if (json) {
      System.out.println(Json.print(document(found, names)));
    } else {
      print(found, names);
    }
    return 0;
  }

  private Map<Long, String> names(ClientConfiguration configuration, ModelSummary found) {
    String features = found.manifest().tables().get(0).name();
    Set<Long> keys = new HashSet<>();
    for (Weight weight : found.largest()) {
      if (weight.table().equals(features)) {
        keys.add(weight.key());
      }
    }
    return ModelNames.of(configuration, found.manifest(), keys, input);
  }

  /** The name of a weight; empty where none is known. */
  private static String name(ModelSummary found, Weight weight, Map<Long, String> names) {
    boolean isFeature = weight.table().equals(found.manifest().tables().get(0).name());
    return isFeature ? names.getOrDefault(weight.key(), "") : "";
  }

  private static ObjectNode document(ModelSummary found, Map<Long, String> names) {
    ModelManifest manifest = found.manifest();
    ObjectNode document = Json.object();
    document.put("location", found.location());
    document.put("modelId", manifest.modelId());
    document.put("model", manifest.origin().model());
    document.put("version", manifest.version());
    document.put("records", manifest.records());
    document.put("writer", manifest.origin().writer());
    ArrayNode tables = document.putArray("tables");
    for (TableSpec table : manifest.tables()) {
      TableSummary of = found.tables().get(table.name());
      tables
          .addObject()
          .put("name", table.name())
          .put("width", table.width())
          .put("rows", of.rows())
          .put("denseRows", table.rows())
          .put("regularized", table.regularized())
          .put("nonZeros", of.nonZeros())
          .put("l1", of.weights().l1())
          .put("l2", of.weights().l2())
          .put("min", finite(of.weights().min()))
          .put("max", finite(of.weights().max()))
          .put("mean", finite(of.weights().mean()));
    }
    OptimizerSettings optimizer = OptimizerSettings.of(settings(manifest));
    ObjectNode ofOptimizer =
        document
            .putObject("optimizer")
            .put("name", word(optimizer.name()))
            .put("gradient", word(optimizer.gradient()))
            .put("schedule", word(settings(manifest).get(Keys.OPTIMIZER_SCHEDULE)));
    Map<String, Float> numbers = new TreeMap<>();
    optimizer.numbers().forEach((key, number) -> numbers.put(shortName(key), number));
    numbers.forEach(ofOptimizer::put);
    ObjectNode settings = document.putObject("settings");
    new TreeMap<>(manifest.origin().settings()).forEach(settings::put);
    ArrayNode weights = document.putArray("largest");
    for (Weight weight : found.largest()) {
      ObjectNode one = weights.addObject();
      one.put("table", weight.table())
          .put("key", Long.toUnsignedString(weight.key()))
          .put("index", weight.index())
          .put("value", weight.value());
      String name = name(found, weight, names);
      if (!name.isEmpty()) {
        one.put("name", name);
      }
    }
    return document;
  }

  private static void print(ModelSummary found, Map<Long, String> names) {
    ModelManifest manifest = found.manifest();
    System.out.println("model id: " + manifest.modelId());
    System.out.println(
        "model: "
            + manifest.origin().model()
            + ", written by Trainer "
            + manifest.origin().writer());
    System.out.println(
        "version: "
            + Quantity.of(manifest.version(), "mini-batch", "mini-batches")
            + " over "
            + Quantity.of(manifest.records(), "record"));
    for (TableSpec table : manifest.tables()) {
      TableSummary of = found.tables().get(table.name());
      System.out.printf(
          Locale.ROOT,
          "table %s: %,d rows of %d%s%s%n",
          table.name(),
          of.rows(),
          table.width(),
          table.isDense() ? String.format(Locale.ROOT, ", dense, of %,d", table.rows()) : "",
          table.regularized() ? "" : ", not regularised");
      System.out.printf(
          Locale.ROOT,
          "  %,d weights are not zero; L1 norm %.6g, L2 norm %.6g; from %.6g to %.6g, mean %.6g%n",
          of.nonZeros(),
          of.weights().l1(),
          of.weights().l2(),
          of.weights().min(),
          of.weights().max(),
          of.weights().mean());
    }
    OptimizerSettings optimizer = OptimizerSettings.of(settings(manifest));
    System.out.println(
        "optimizer: "
            + word(optimizer.name())
            + ", learning rate "
            + optimizer.learningRate().base()
            + " ("
            + word(settings(manifest).get(Keys.OPTIMIZER_SCHEDULE))
            + "), gradients' "
            + word(optimizer.gradient()));
    new TreeMap<>(manifest.origin().settings())
        .forEach((key, value) -> System.out.println(key + "=" + value));
    System.out.println("largest weights:");
    for (Weight weight : found.largest()) {
      System.out.printf(
          Locale.ROOT,
          "  %-10s %20s [%d] %12.6f  %s%n",
          weight.table(),
          Long.toUnsignedString(weight.key()),
          weight.index(),
          weight.value(),
          name(found, weight, names));
    }
  }

  /** The value; null for a table without rows. */
  private static Double finite(double value) {
    return Double.isNaN(value) ? null : (Double) value;
  }

  /** The job's settings, which include defaults. */
  private static Settings settings(ModelManifest manifest) {
    return Settings.of(manifest.origin().settings());
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The short name of a key: {@code trainer.optimizer.learning-rate} as {@code learningRate}. */
  private static String shortName(Key<?> key) {
    String kebab = key.name().substring(Keys.OPTIMIZER.name().length() + 1);
    return Pattern.compile("-(.)")
        .matcher(kebab)
        .replaceAll(m -> m.group(1).toUpperCase(Locale.ROOT));
  }
}
