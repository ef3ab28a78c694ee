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

/** Rewrites an input as Avro or Parquet. */
@Command(
    name = "import",
    description = "Rewrites an input as Avro or Parquet, with its records in their order.",
    footer = {
      "",
      "A table of columns keeps them all, by their names. A column has the type of its first"
          + " records; --types sets others, and --dry-run shows them.",
      "Rows of keys and values, such as libsvm text, become Avro records of label, indices and"
          + " values.",
      "The files are the same for any number of workers and any loss.",
      "",
      "Examples:",
      "  trainer import --input /data/week.csv --output /data/week --to parquet --workers 8",
      "  trainer import --master local --input train.libsvm --output train --records-per-block 1000"
    })
public final class ImportCommand extends Verb {
  @Mixin(name = "What is read and written")
  private DataOptions data = new DataOptions();

  @Mixin(name = "Where it runs")
  private SubmitOptions.ClusterOptions place = new SubmitOptions.ClusterOptions();

  @Mixin(name = "The run")
  private RunningOptions running = new RunningOptions();

  @Mixin(name = HadoopJobOptions.SECTION)
  private HadoopJobOptions hadoop;

  /** Input, output and the processes between them. */
  static final class DataOptions extends InputOptions {
    @Option(names = "--output", paramLabel = "URI", description = "A folder; it must not exist.")
    private String output;

    @Option(
        names = "--to",
        paramLabel = "NAME",
        completionCandidates = Alternatives.ImportFormats.class,
        description = "The format of the output: avro (default) or parquet.")
    private String to;

    @Option(
        names = "--types",
        paramLabel = "COLUMN:TYPE[,...]",
        description = "Types of columns: long, double, boolean or text.")
    private String types;

    @Option(
        names = "--records-per-block",
        paramLabel = "K",
        description =
            "Records of a block; the input is read once more to find them. Default: as cut.")
    private String blockRecords;

    @Option(
        names = "--overwrite",
        description = "Replaces an existing output of import, once the new one is whole.")
    private boolean overwrite;

    @Option(names = "--workers", paramLabel = "N", description = "Workers; default 1.")
    private String workers;

    @Override
    Map<String, Flag> flags() {
      Map<String, Flag> flags = super.flags();
      put(flags, Keys.OUTPUT, "--output", output);
      put(flags, Keys.IMPORT_FORMAT, "--to", to == null ? "avro" : to);
      put(flags, Keys.IMPORT_TYPES, "--types", types);
      put(flags, Keys.BLOCK_RECORDS, "--records-per-block", blockRecords);
      put(flags, Keys.OUTPUT_OVERWRITE, "--overwrite", overwrite ? "true" : null);
      put(flags, Keys.WORKERS, "--workers", workers);
      return flags;
    }
  }

  @Override
  public Integer call() {
    Map<String, Flag> flags = data.flags();
    place.addTo(flags);
    return running.run(place.master(), hadoop.configuration(flags));
  }
}
