package trainer.client.cli.job;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trainer.client.cli.option.HadoopJobOptions;
import trainer.client.cli.option.Verb;
import trainer.client.config.Flag;
import trainer.core.config.Key;
import trainer.core.config.Keys;

/** Applies a trained model to every row of an input. */
@Command(
    name = "score",
    customSynopsis = "trainer score --model URI --input URI[,URI] --output URI [OPTIONS]",
    sortOptions = false,
    description = {
      "Writes a prediction for every row of an input, on a cluster, on this machine, or on a"
          + " cluster in this process.",
      "The output has the kept columns, then score (the probability of label 1, or the number"
          + " predicted), or class and score_0, score_1, ... The input needs no label; if it has"
          + " one, the metrics are printed, too."
    },
    footer = {
      "",
      "Examples:",
      "  trainer score --model /models/clicks --input /data/today --output /data/scored --keep id",
      "  trainer score --master local --model model --input test.csv --output scored --keep id"
    })
public final class ScoreCommand extends Verb {
  @Mixin(name = "What is read and written")
  private DataOptions data = new DataOptions();

  @Mixin(name = "Where it runs")
  private SubmitOptions.ClusterOptions place = new SubmitOptions.ClusterOptions();

  @Mixin(name = "How it is run and followed")
  private RunningOptions running = new RunningOptions();

  @Mixin(name = HadoopJobOptions.SECTION)
  private HadoopJobOptions hadoop;

  /** Model, input and output. */
  static final class DataOptions {
    @Option(names = "--model", required = true, paramLabel = "URI", description = "Its folder.")
    private String model;

    @Option(
        names = "--input",
        paramLabel = "URI[,URI]",
        description = "The rows: files, folders or globs.")
    private String input;

    @Option(
        names = "--format",
        paramLabel = "NAME",
        completionCandidates = Alternatives.FormatNames.class,
        description =
            "Of the input: ${COMPLETION-CANDIDATES}, or the class of a Hadoop InputFormat."
                + " Default: auto, by the first bytes.")
    private String format;

    @Option(
        names = "--where",
        paramLabel = "COLUMN=VALUE[,...]",
        description = "Reads only these partitions, folders COLUMN=VALUE; * and ? are wildcards.")
    private String where;

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
        description = "csv (default), avro or parquet; none: the metrics alone.")
    private String outputFormat;

    @Option(
        names = "--overwrite",
        description = "Replaces an existing output of score, once the new one is whole.")
    private boolean overwrite;

    @Option(
        names = "--jars",
        paramLabel = "JAR[,JAR]",
        description = "Jars with the model's class, where it is one of yours.")
    private String jars;

    @Option(names = "--workers", paramLabel = "N", description = "Workers; default 1.")
    private String workers;

    @Option(
        names = "--pservers",
        paramLabel = "N",
        description =
            "Parameter servers that hold the model, if the workers have no memory for it; default:"
                + " as few as can.")
    private String pservers;

    private Map<String, Flag> flags() {
      Map<String, Flag> flags = new LinkedHashMap<>();
      put(flags, Keys.SCORE_MODEL_URI, "--model", model);
      put(flags, Keys.INPUT, "--input", input);
      put(flags, Keys.INPUT_FORMAT, "--format", format);
      put(flags, Keys.INPUT_WHERE, "--where", where);
      put(flags, Keys.SCORE_KEEP, "--keep", keep);
      put(flags, Keys.OUTPUT, "--output", output);
      put(flags, Keys.SCORE_OUTPUT_FORMAT, "--output-format", outputFormat);
      put(flags, Keys.OUTPUT_OVERWRITE, "--overwrite", overwrite ? "true" : null);
      put(flags, Keys.JARS, "--jars", jars);
      put(flags, Keys.WORKERS, "--workers", workers);
      put(flags, Keys.PSERVERS, "--pservers", pservers);
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
    Map<String, Flag> flags = data.flags();
    place.addTo(flags);
    return running.run(place.master(), hadoop.configuration(flags));
  }
}
