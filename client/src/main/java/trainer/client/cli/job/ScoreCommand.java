package trainer.client.cli.job;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trainer.client.cli.option.Alternatives;
import trainer.client.cli.option.HadoopJobOptions;
import trainer.client.cli.option.Verb;
import trainer.client.config.Flag;
import trainer.core.config.Keys;

/** Applies a trained model, or one of ONNX, to every row of an input. */
@Command(
    name = "score",
    customSynopsis = "trainer score --model URI --input URI[,URI] --output URI [OPTIONS]",
    sortOptions = false,
    description = {
      "Writes a prediction for every row of an input, on a cluster, on this machine, or on a"
          + " cluster in this process.",
      "The output has the kept columns, then score (the probability of label 1, or the number"
          + " predicted), or class and score_0, score_1, ... The input needs no label; if it has"
          + " one, the metrics are printed, too.",
      "An ONNX model reads columns of numbers, a text, or images, and its outputs are written under"
          + " their names. It needs trainer-onnx.jar beside trainer-client.jar."
    },
    footer = {
      "",
      "Examples:",
      "  trainer score --model /models/clicks --input /data/today --output /data/scored --keep id",
      "  trainer score --master local --model model --input test.csv --output scored --keep id",
      "  trainer score --model minilm.onnx --input texts.csv --output vectors --keep id"
          + " -Dtrainer.onnx.text=body",
      "  trainer score --model classifier.onnx --input /data/photos --output classes --keep path"
    })
public final class ScoreCommand extends Verb {
  @Mixin(name = "What is read")
  private AppliedModelOptions data = new AppliedModelOptions();

  @Mixin(name = "What is written")
  private OutputOptions output = new OutputOptions();

  @Mixin(name = "Where it runs")
  private SubmitOptions.ClusterOptions place = new SubmitOptions.ClusterOptions();

  @Mixin(name = "How it is run and followed")
  private RunningOptions running = new RunningOptions();

  @Mixin(name = HadoopJobOptions.SECTION)
  private HadoopJobOptions hadoop;

  /** The output, and the processes that write it. */
  static final class OutputOptions {
    @Option(
        names = "--keep",
        paramLabel = "COLUMN[,COLUMN]",
        description = "Columns that are copied from the input to the output, such as an id.")
    private String keep;

    @Option(names = "--output", paramLabel = "URI", description = "Where the rows go: a folder.")
    private String output;

    @Option(
        names = "--output-format",
        paramLabel = "NAME",
        completionCandidates = Alternatives.ScoreFormats.class,
        description = "csv (default), avro or parquet; none: the metrics alone.")
    private String outputFormat;

    @Option(
        names = "--overwrite",
        description = "Replaces an existing output of score, once the new one is whole.")
    private boolean overwrite;

    @Option(names = "--workers", paramLabel = "N", description = "Workers; default 1.")
    private String workers;

    @Option(
        names = "--pservers",
        paramLabel = "N",
        description =
            "Parameter servers that hold the model, if the workers have no memory for it; default:"
                + " as few as can.")
    private String pservers;

    void addTo(Map<String, Flag> flags) {
      InputOptions.put(flags, Keys.SCORE_KEEP, "--keep", keep);
      InputOptions.put(flags, Keys.OUTPUT, "--output", output);
      InputOptions.put(flags, Keys.SCORE_OUTPUT_FORMAT, "--output-format", outputFormat);
      InputOptions.put(flags, Keys.OUTPUT_OVERWRITE, "--overwrite", overwrite ? "true" : null);
      InputOptions.put(flags, Keys.WORKERS, "--workers", workers);
      InputOptions.put(flags, Keys.PSERVERS, "--pservers", pservers);
    }
  }

  @Override
  public Integer call() {
    Map<String, Flag> flags = data.flags();
    output.addTo(flags);
    place.addTo(flags);
    return running.run(place.master(), hadoop.configuration(flags));
  }
}
