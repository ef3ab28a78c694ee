package trainer.client.cli.job;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;
import trainer.client.cli.option.Alternatives;
import trainer.client.config.Flag;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The options of commands that read rows. */
abstract class InputOptions {
  @Option(
      names = "--input",
      paramLabel = "URI[,URI]",
      description = "The rows: files, folders or globs.")
  private String input;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
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

  /**
   * The input.
   *
   * @throws FailureException CONFIG_INVALID if none is given
   */
  String input() {
    if (input == null) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID, Keys.INPUT + " is not set", "--input", "give --input URI");
    }
    return input;
  }

  /** The settings for reading an input. */
  Map<String, Flag> reading() {
    Map<String, Flag> flags = new LinkedHashMap<>();
    put(flags, Keys.INPUT_FORMAT, "--format", format);
    put(flags, Keys.INPUT_WHERE, "--where", where);
    return flags;
  }

  /** The settings of a job. */
  Map<String, Flag> flags() {
    Map<String, Flag> flags = reading();
    put(flags, Keys.INPUT, "--input", input);
    return flags;
  }

  static void put(Map<String, Flag> flags, Key<?> key, String name, String value) {
    if (value != null) {
      flags.put(key.name(), new Flag(name, value));
    }
  }
}
