package trainer.client.cli;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trainer.client.config.ClientConfiguration;
import trainer.client.run.JobRun;
import trainer.client.run.MasterKind;
import trainer.client.run.RunOptions;
import trainer.client.watch.Json;
import trainer.core.config.Keys;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** Trains a model. */
@Command(
    name = "submit",
    sortOptions = false,
    description = "Trains a model on a cluster, on this machine, or on a cluster in this process.",
    footer = {
      "",
      "Examples:",
      "  trainer submit --input /data/train --output /models/clicks --workers 8",
      "  trainer submit --master local --input train.libsvm --output model -Dtrainer.epochs=3"
    })
final class SubmitCommand extends Verb {
  @Option(
      names = "--master",
      paramLabel = "WHERE",
      description = "yarn (default), local or embedded.")
  private MasterKind master = MasterKind.YARN;

  @Option(names = "--input", paramLabel = "URI", description = "Training data.")
  private String input;

  @Option(names = "--format", paramLabel = "F", description = "avro or libsvm; default: found out.")
  private String format;

  @Option(names = "--validation", paramLabel = "URI", description = "Held-out data.")
  private String validation;

  @Option(names = "--output", paramLabel = "URI", description = "Where the model goes.")
  private String output;

  @Option(
      names = "--overwrite",
      description = "Replaces an existing output, once the new model is whole.")
  private boolean overwrite;

  @Option(names = "--model", paramLabel = "NAME", description = "An alias or a class name.")
  private String model;

  @Option(
      names = "--jars",
      paramLabel = "LIST",
      description = "Jars with the model's class and its libraries.")
  private String jars;

  @Option(names = "--optimizer", paramLabel = "NAME", description = "adagrad, ftrl or sgd.")
  private String optimizer;

  @Option(names = "--learning-rate", paramLabel = "X", description = "The learning rate.")
  private String learningRate;

  @Option(names = "--epochs", paramLabel = "N", description = "Passes over the data.")
  private String epochs;

  @Option(names = "--seed", paramLabel = "N", description = "The seed of every random draw.")
  private String seed;

  @Option(names = "--workers", paramLabel = "N", description = "Workers.")
  private String workers;

  @Option(names = "--pservers", paramLabel = "N", description = "Parameter servers.")
  private String pservers;

  @Option(names = "--name", paramLabel = "TEXT", description = "The job's name.")
  private String name;

  @Option(names = "--queue", paramLabel = "QUEUE", description = "The YARN queue.")
  private String queue;

  @Option(names = "--tags", paramLabel = "LIST", description = "Tags of the YARN application.")
  private String tags;

  @Option(names = "--dry-run", description = "Checks everything and starts nothing.")
  private boolean dryRun;

  @Option(names = "--detach", description = "Returns when the job has been accepted.")
  private boolean detach;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "Kills the job after that long, such as 30m; exit code 124.")
  private String timeout;

  @Option(names = "--json", description = "Prints report.json's content at the end.")
  private boolean json;

  @Mixin private HadoopOptions hadoop;

  @Override
  public Integer call() {
    RunOptions options = new RunOptions(master, dryRun, detach, timeoutOf(timeout), json);
    ClientConfiguration configuration = hadoop.configuration(flags());
    JobRun.Outcome outcome =
        new JobRun(options, json ? System.err : System.out).run(configuration, Version.text());
    if (json) {
      System.out.println(Json.print(outcome.report()));
    }
    return outcome.exitCode();
  }

  private static Duration timeoutOf(String text) {
    try {
      return text == null ? Duration.ZERO : Keys.ALLOCATION_TIMEOUT.parse(text);
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          new Failure(
              FailureKind.BAD_FLAGS,
              "'" + text + "' is no time",
              "--timeout",
              "give one like 90s, 30m or 2h"),
          e);
    }
  }

  private Map<String, String> flags() {
    Map<String, String> flags = new LinkedHashMap<>();
    put(flags, Keys.INPUT.name(), input);
    put(flags, Keys.INPUT_FORMAT.name(), format);
    put(flags, Keys.VALIDATION_INPUT.name(), validation);
    put(flags, Keys.OUTPUT.name(), output);
    put(flags, Keys.OUTPUT_OVERWRITE.name(), overwrite ? "true" : null);
    put(flags, Keys.MODEL.name(), model);
    put(flags, Keys.JARS.name(), jars);
    put(flags, Keys.OPTIMIZER.name(), optimizer);
    put(flags, Keys.OPTIMIZER_LEARNING_RATE.name(), learningRate);
    put(flags, Keys.EPOCHS.name(), epochs);
    put(flags, Keys.SEED.name(), seed);
    put(flags, Keys.WORKERS.name(), workers);
    put(flags, Keys.PSERVERS.name(), pservers);
    put(flags, Keys.NAME.name(), name);
    put(flags, Keys.QUEUE.name(), queue);
    put(flags, Keys.TAGS.name(), tags);
    return flags;
  }

  private static void put(Map<String, String> flags, String key, String value) {
    if (value != null) {
      flags.put(key, value);
    }
  }
}
