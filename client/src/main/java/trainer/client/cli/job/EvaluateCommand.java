package trainer.client.cli.job;

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
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.message.Measures;
import trainer.core.message.Metrics;

/** Evaluates a trained model on data that it was not trained on. */
@Command(
    name = "evaluate",
    customSynopsis = "trainer evaluate --model URI --input URI[,URI] [OPTIONS]",
    sortOptions = false,
    description = {
      "Measures a model on data that has labels, and prints log loss, AUC and accuracy, or loss and"
          + " RMSE, as the model's labels are.",
      "It runs in this process. With --workers it is a job, for data that is large; the metrics are"
          + " the same, and --json prints the job's report."
    },
    footer = {
      "",
      "Examples:",
      "  trainer evaluate --model hdfs:///models/clicks --input hdfs:///data/held-out",
      "  trainer evaluate --model /models/clicks --input /data/week --workers 20"
    })
public final class EvaluateCommand extends Verb {
  @Mixin(name = "What is measured")
  private DataOptions data = new DataOptions();

  @Mixin(name = "Where it runs, with --workers")
  private SubmitOptions.ClusterOptions place = new SubmitOptions.ClusterOptions();

  @Mixin(name = "How it is run and followed")
  private RunningOptions running = new RunningOptions();

  @Mixin(name = HadoopJobOptions.SECTION)
  private HadoopJobOptions hadoop;

  /** Model and input. */
  static final class DataOptions {
    @Option(names = "--model", required = true, paramLabel = "URI", description = "Its folder.")
    private String model;

    @Option(
        names = "--input",
        required = true,
        paramLabel = "URI[,URI]",
        description = "Files, folders or globs.")
    private String input;

    @Option(
        names = "--where",
        paramLabel = "COLUMN=VALUE[,...]",
        description = "Reads only these partitions, folders COLUMN=VALUE; * and ? are wildcards.")
    private String where;

    @Option(
        names = "--jars",
        paramLabel = "JAR[,JAR]",
        description = "Jars with the model's class, where it is one of yours.")
    private String jars;

    @Option(
        names = "--workers",
        paramLabel = "N",
        description = "The workers of a job. Default: none, it runs in this process.")
    private String workers;

    private Map<String, Flag> flags() {
      Map<String, Flag> flags = new LinkedHashMap<>();
      put(flags, Keys.JARS, "--jars", jars);
      put(flags, Keys.INPUT_WHERE, "--where", where);
      return flags;
    }

    private Map<String, Flag> flagsOfJob() {
      Map<String, Flag> flags = flags();
      put(flags, Keys.SCORE_MODEL_URI, "--model", model);
      put(flags, Keys.INPUT, "--input", input);
      put(flags, Keys.WORKERS, "--workers", workers);
      put(flags, Keys.SCORE_OUTPUT_FORMAT, "evaluate", "none");
      return flags;
    }

    private static void put(Map<String, Flag> flags, Key<?> key, String name, String value) {
      if (value != null) {
        flags.put(key.name(), new Flag(name, value));
      }
    }
  }

  @Override
  public Integer call() {
    if (data.workers != null) {
      Map<String, Flag> flags = data.flagsOfJob();
      place.addTo(flags);
      return running.run(place.master(), hadoop.configuration(flags));
    }
    running.requireNoJob();
    print(Evaluator.evaluate(hadoop.configuration(data.flags()), data.model, data.input));
    return 0;
  }

  private void print(EvaluationResult found) {
    Map<String, Double> measures = found.measures().of(found.evaluation().summary());
    Metrics metrics = found.evaluation().metrics();
    if (running.isJson()) {
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
  }

  private static Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
