package trainer.client.cli.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
  private AppliedModelOptions data = new AppliedModelOptions();

  @Mixin(name = "The size of a job")
  private SizeOptions size = new SizeOptions();

  @Mixin(name = "Where it runs, with --workers")
  private SubmitOptions.ClusterOptions place = new SubmitOptions.ClusterOptions();

  @Mixin(name = "How it is run and followed")
  private RunningOptions running = new RunningOptions();

  @Mixin(name = HadoopJobOptions.SECTION)
  private HadoopJobOptions hadoop;

  /** The processes of a job. */
  static final class SizeOptions {
    @Option(
        names = "--workers",
        paramLabel = "N",
        description = "Workers. Default: none, it runs in this process.")
    private String workers;

    void addTo(Map<String, Flag> flags) {
      InputOptions.put(flags, Keys.WORKERS, "--workers", workers);
    }
  }

  @Override
  public Integer call() {
    if (size.workers != null) {
      Map<String, Flag> flags = data.flags();
      size.addTo(flags);
      place.addTo(flags);
      flags.put(Keys.SCORE_OUTPUT_FORMAT.name(), new Flag("evaluate", "none"));
      return running.run(place.master(), hadoop.configuration(flags));
    }
    running.requireNoJob();
    print(Evaluator.evaluate(hadoop.configuration(data.reading()), data.model(), data.input()));
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
