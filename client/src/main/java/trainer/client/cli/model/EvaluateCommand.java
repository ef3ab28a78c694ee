package trainer.client.cli.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trainer.client.cli.option.HadoopJobOptions;
import trainer.client.cli.option.Verb;
import trainer.client.config.Flag;
import trainer.client.evaluate.EvaluationResult;
import trainer.client.evaluate.Evaluator;
import trainer.client.watch.Json;
import trainer.core.config.Keys;
import trainer.core.message.Measures;
import trainer.core.message.Metrics;

/** Evaluates a trained model on data that it was not trained on. */
@Command(
    name = "evaluate",
    description = {
      "Measures a model on data that has labels.",
      "It runs in this process and prints log loss, AUC and accuracy, or loss and RMSE, as the"
          + " model's labels are."
    },
    footer = {
      "",
      "Example: trainer evaluate --model hdfs:///models/clicks --input hdfs:///data/held-out"
    })
public final class EvaluateCommand extends Verb {
  @Mixin(name = HadoopJobOptions.SECTION)
  private HadoopJobOptions hadoop;

  @Option(names = "--model", required = true, paramLabel = "URI", description = "Its folder.")
  private String model;

  @Option(
      names = "--input",
      required = true,
      paramLabel = "URI",
      description = "Files, folders or globs, separated by commas.")
  private String input;

  @Option(
      names = "--where",
      paramLabel = "COLUMN=VALUE[,...]",
      description = "Reads only these partitions, folders COLUMN=VALUE; * and ? are wildcards.")
  private String where;

  @Option(
      names = "--jars",
      paramLabel = "LIST",
      description = "Jars with the model's class, where it is one of yours.")
  private String jars;

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    Map<String, Flag> flags = new LinkedHashMap<>();
    if (jars != null) {
      flags.put(Keys.JARS.name(), new Flag("--jars", jars));
    }
    if (where != null) {
      flags.put(Keys.INPUT_WHERE.name(), new Flag("--where", where));
    }
    EvaluationResult found = Evaluator.evaluate(hadoop.configuration(flags), model, input);
    Map<String, Double> measures = found.measures().of(found.evaluation().summary());
    Metrics metrics = found.evaluation().metrics();
    if (json) {
      ObjectNode document = Json.object();
      document.put("modelId", found.manifest().modelId());
      document.put("records", metrics.records());
      if (metrics.isWeighted()) {
        document.put("weight", metrics.weight().toDouble());
      }
      document.put("badRecords", metrics.bad());
      measures.forEach((name, value) -> document.put(name, finite(value)));
      System.out.println(Json.print(document));
    } else {
      System.out.println("model id: " + found.manifest().modelId());
      System.out.println("records: " + metrics.records());
      if (metrics.isWeighted()) {
        System.out.printf(Locale.ROOT, "weight: %.6f%n", metrics.weight().toDouble());
      }
      measures.forEach(
          (name, value) ->
              System.out.printf(Locale.ROOT, "%s: %.6f%n", Measures.inWords(name), value));
    }
    return 0;
  }

  private static Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
