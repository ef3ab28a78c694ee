package trainer.client.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root of the command line. */
@Command(
    name = "trainer",
    description = "Trains machine-learning models on a Hadoop cluster.",
    versionProvider = Version.class,
    mixinStandardHelpOptions = false,
    subcommands = {
      SubmitCommand.class,
      ListCommand.class,
      StatusCommand.class,
      AttachCommand.class,
      LogsCommand.class,
      ScaleCommand.class,
      StopCommand.class,
      KillCommand.class,
      GenerateCommand.class,
      ModelCommand.class,
      CheckpointCommand.class,
      EvaluateCommand.class,
      ConfCommand.class,
      DemoCommand.class
    },
    footer = {
      "",
      "Start with: trainer demo",
      "Exit codes: 0 done, 1 failed, 2 bad flags, 3 interrupted and left running, 5 killed,",
      "  41 no credentials, 43 access denied, 44 not found, 45 output exists, 48 unreachable,",
      "  49 bad configuration, 50 unexpected, 55 version not supported, 124 timeout"
    })
public final class TrainerCommand extends Verb {
  @Spec private CommandSpec spec;

  @CommandLine.Option(names = "--version", versionHelp = true, description = "Prints the version.")
  @SuppressWarnings("unused") // picocli reads it
  private boolean version;

  /** Parses and runs a command line; returns the exit code. */
  public static int run(String... args) {
    ErrorLines errors = new ErrorLines(args);
    return new CommandLine(new TrainerCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors)
        .execute(HadoopArguments.apart(args));
  }

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "no command");
  }
}
