package trainer.client.cli.job;

import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;
import trainer.client.cli.option.Alternatives;
import trainer.client.config.Flag;
import trainer.client.run.MasterKind;
import trainer.core.config.Keys;

/** The options of {@code submit}, in the groups that its help shows. */
public final class SubmitOptions {
  private static final Pattern PERCENT = Pattern.compile("-?[0-9.]+%");

  private SubmitOptions() {}

  /** Input and output. */
  static final class DataOptions {
    @Option(
        names = "--input",
        paramLabel = "URI[,URI]",
        description = "Training data: files, folders or globs.")
    private String input;

    @Option(
        names = "--format",
        paramLabel = "FORMAT",
        completionCandidates = Alternatives.FormatNames.class,
        description =
            "Of the data: ${COMPLETION-CANDIDATES}, or the class of a Hadoop InputFormat."
                + " Default: auto, by the first bytes.")
    private String format;

    @Option(
        names = "--where",
        paramLabel = "COLUMN=VALUE[,...]",
        description = "Reads only these partitions, folders COLUMN=VALUE; * and ? are wildcards.")
    private String where;

    @Option(
        names = "--label",
        paramLabel = "COLUMN",
        description = "The column of a table that is predicted. Default: label.")
    private String label;

    @Option(
        names = "--positive",
        paramLabel = "TEXT",
        description =
            "The label's text that means 1. Default: the rarer one, if the label has two texts.")
    private String positive;

    @Option(
        names = "--features",
        paramLabel = "TERM[,TERM]",
        description =
            "The columns that give features and their use: age, zip:category, income:log,"
                + " age:bucket(18;65), city*device, or -id for all but id. Default: all columns.")
    private String features;

    @Option(
        names = "--weight",
        paramLabel = "COLUMN",
        description = "The column of a table that weights its records.")
    private String weight;

    @Option(
        names = "--validation",
        paramLabel = "URI[,URI]|N%%",
        description =
            "Held-out data, scored with the final model; or a part of the input, by the records' hash.")
    private String validation;

    @Option(names = "--output", paramLabel = "URI", description = "Where the model goes.")
    private String output;

    @Option(
        names = "--overwrite",
        description = "Replaces an existing output, once the new model is whole.")
    private boolean overwrite;

    @Option(
        names = "--wait-for-output",
        description =
            "Waits while another job is going to write the same output; with --overwrite replaces"
                + " what that one wrote.")
    private boolean waitForOutput;

    void addTo(Map<String, Flag> flags) {
      InputOptions.put(flags, Keys.INPUT, "--input", input);
      InputOptions.put(flags, Keys.INPUT_FORMAT, "--format", format);
      InputOptions.put(flags, Keys.INPUT_WHERE, "--where", where);
      InputOptions.put(flags, Keys.LABEL, "--label", label);
      InputOptions.put(flags, Keys.LABEL_POSITIVE, "--positive", positive);
      InputOptions.put(flags, Keys.FEATURES, "--features", features);
      InputOptions.put(flags, Keys.WEIGHT, "--weight", weight);
      boolean isPart = validation != null && PERCENT.matcher(validation).matches();
      InputOptions.put(flags, Keys.VALIDATION_INPUT, "--validation", isPart ? null : validation);
      InputOptions.put(
          flags,
          Keys.VALIDATION_PERCENT,
          "--validation",
          isPart ? validation.replace("%", "") : null);
      InputOptions.put(flags, Keys.OUTPUT, "--output", output);
      InputOptions.put(flags, Keys.OUTPUT_OVERWRITE, "--overwrite", overwrite ? "true" : null);
      InputOptions.put(flags, Keys.OUTPUT_WAIT, "--wait-for-output", waitForOutput ? "true" : null);
    }
  }

  /** Model and training. */
  static final class TrainingOptions {
    @Option(
        names = "--model",
        paramLabel = "NAME",
        completionCandidates = Alternatives.ModelAliases.class,
        description = "${COMPLETION-CANDIDATES}, or a class of yours. Default: logistic.")
    private String model;

    @Option(
        names = "--jars",
        paramLabel = "JAR[,JAR]",
        description = "Jars with the model's class and its libraries.")
    private String jars;

    @Option(
        names = "--optimizer",
        paramLabel = "OPTIMIZER",
        completionCandidates = Alternatives.OptimizerNames.class,
        description =
            "${COMPLETION-CANDIDATES}. Default: adagrad, or sgd where labels are numbers.")
    private String optimizer;

    @Option(names = "--learning-rate", paramLabel = "X", description = "The learning rate.")
    private String learningRate;

    @Option(names = "--epochs", paramLabel = "N", description = "Passes over the data; default 1.")
    private String epochs;

    @Option(names = "--seed", paramLabel = "N", description = "The seed of every random draw.")
    private String seed;

    void addTo(Map<String, Flag> flags) {
      InputOptions.put(flags, Keys.MODEL, "--model", model);
      InputOptions.put(flags, Keys.JARS, "--jars", jars);
      InputOptions.put(flags, Keys.OPTIMIZER, "--optimizer", optimizer);
      InputOptions.put(flags, Keys.OPTIMIZER_LEARNING_RATE, "--learning-rate", learningRate);
      InputOptions.put(flags, Keys.EPOCHS, "--epochs", epochs);
      InputOptions.put(flags, Keys.SEED, "--seed", seed);
    }
  }

  /** Numbers of processes. */
  static final class ProcessOptions {
    @Option(names = "--workers", paramLabel = "N", description = "Workers; default 1.")
    private String workers;

    @Option(names = "--pservers", paramLabel = "N", description = "Parameter servers; default 1.")
    private String pservers;

    void addTo(Map<String, Flag> flags) {
      InputOptions.put(flags, Keys.WORKERS, "--workers", workers);
      InputOptions.put(flags, Keys.PSERVERS, "--pservers", pservers);
    }
  }

  /** The cluster, and the job's names there. */
  public static final class ClusterOptions {
    @Option(
        names = "--master",
        paramLabel = "WHERE",
        completionCandidates = Alternatives.Masters.class,
        description = "yarn (default), local or embedded.")
    private MasterKind master = MasterKind.YARN;

    @Option(names = "--name", paramLabel = "TEXT", description = "The job's name.")
    private String name;

    @Option(names = "--queue", paramLabel = "QUEUE", description = "The YARN queue.")
    private String queue;

    @Option(
        names = "--tags",
        paramLabel = "TAG[,TAG]",
        description = "Tags of the YARN application.")
    private String tags;

    /** Where it runs. */
    public MasterKind master() {
      return master;
    }

    /** Adds the keys that the options set. */
    public void addTo(Map<String, Flag> flags) {
      InputOptions.put(flags, Keys.NAME, "--name", name);
      InputOptions.put(flags, Keys.QUEUE, "--queue", queue);
      InputOptions.put(flags, Keys.TAGS, "--tags", tags);
    }
  }
}
