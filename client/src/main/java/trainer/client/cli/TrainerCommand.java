package trainer.client.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FSError;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;
import trainer.client.cli.job.AttachCommand;
import trainer.client.cli.job.EvaluateCommand;
import trainer.client.cli.job.HistoryCommand;
import trainer.client.cli.job.ImportCommand;
import trainer.client.cli.job.JobsCommand;
import trainer.client.cli.job.KillCommand;
import trainer.client.cli.job.ListCommand;
import trainer.client.cli.job.LogsCommand;
import trainer.client.cli.job.PlanCommand;
import trainer.client.cli.job.ScaleCommand;
import trainer.client.cli.job.ScoreCommand;
import trainer.client.cli.job.StatusCommand;
import trainer.client.cli.job.StopCommand;
import trainer.client.cli.job.SubmitCommand;
import trainer.client.cli.model.CheckpointCommand;
import trainer.client.cli.model.ModelCommand;
import trainer.client.cli.option.Verb;
import trainer.client.cli.option.Version;
import trainer.client.cli.session.SessionCommand;
import trainer.client.cli.setup.ConfCommand;
import trainer.client.cli.setup.DemoCommand;
import trainer.client.cli.setup.DoctorCommand;
import trainer.client.cli.setup.GenerateCommand;
import trainer.core.failure.Failure;

/** The root of the command line. */
@Command(
    name = "trainer",
    description = "Trains machine-learning models on a Hadoop cluster.",
    versionProvider = Version.class,
    mixinStandardHelpOptions = false,
    footer = {
      "",
      "Examples:",
      "  trainer demo",
      "  trainer help submit",
      "",
      "Exit codes: 0 done, 1 failed, 2 bad flags, 3 interrupted and left running, 5 killed,",
      "  41 no credentials, 43 access denied, 44 not found, 45 output exists, 48 unreachable,",
      "  49 bad configuration, 50 unexpected, 55 version not supported, 124 timeout"
    })
public final class TrainerCommand extends Verb {
  /** The verbs, in the order of the help. */
  static final Map<String, Class<? extends Verb>> VERBS = new LinkedHashMap<>();

  static {
    VERBS.put("submit", SubmitCommand.class);
    VERBS.put("list", ListCommand.class);
    VERBS.put("status", StatusCommand.class);
    VERBS.put("attach", AttachCommand.class);
    VERBS.put("logs", LogsCommand.class);
    VERBS.put("history", HistoryCommand.class);
    VERBS.put("scale", ScaleCommand.class);
    VERBS.put("stop", StopCommand.class);
    VERBS.put("kill", KillCommand.class);
    VERBS.put("jobs", JobsCommand.class);
    VERBS.put("generate", GenerateCommand.class);
    VERBS.put("import", ImportCommand.class);
    VERBS.put("plan", PlanCommand.class);
    VERBS.put("model", ModelCommand.class);
    VERBS.put("checkpoint", CheckpointCommand.class);
    VERBS.put("evaluate", EvaluateCommand.class);
    VERBS.put("score", ScoreCommand.class);
    VERBS.put("session", SessionCommand.class);
    VERBS.put("conf", ConfCommand.class);
    VERBS.put("doctor", DoctorCommand.class);
    VERBS.put("demo", DemoCommand.class);
    VERBS.put("completion", CompletionCommand.class);
    VERBS.put("help", HelpCommand.class);
    VERBS.put("version", VersionCommand.class);
  }

  @Spec private CommandSpec spec;

  @CommandLine.Option(names = "--version", versionHelp = true, description = "Prints the version.")
  @SuppressWarnings("unused") // picocli reads it
  private boolean version;

  /** Parses and runs a command line; returns the exit code. */
  public static int run(String... args) {
    ErrorLines errors = new ErrorLines(args);
    String[] apart = HadoopArguments.moveToEnd(args);
    CommandLine line = of(apart);
    Optional<Failure> mistake = CommandWords.mistakeIn(apart, line);
    if (mistake.isPresent()) {
      return errors.print(mistake.get(), null);
    }
    HelpLayout.apply(line, System.getenv());
    line.setExecutionStrategy(TrainerCommand::execute)
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors);
    try {
      return line.execute(apart);
    } catch (OutOfMemoryError | FSError e) { // for other errors a JVM's own trace has more detail
      return errors.print(UnexpectedFailure.of(e, "trainer"), e);
    }
  }

  /**
   * Runs a parsed line. The parser accepts unknown options beside {@code --help}; here they are
   * refused.
   */
  private static int execute(ParseResult line) {
    for (CommandLine command : line.asCommandLineList()) {
      List<String> unknown =
          command.getParseResult().unmatched().stream()
              .filter(word -> word.startsWith("-"))
              .toList();
      if (!unknown.isEmpty()) {
        throw new UnmatchedArgumentException(command, unknown);
      }
    }
    return new RunLast().execute(line);
  }

  /**
   * The command line with the given verb alone, if there is one. Inspecting all verbs takes a tenth
   * of a second.
   */
  static CommandLine of(String[] args) {
    CommandLine line = new CommandLine(new TrainerCommand());
    Class<? extends Verb> meant = args.length == 0 ? null : VERBS.get(args[0]);
    if (meant == null) {
      VERBS.values().forEach(line::addSubcommand);
    } else {
      line.addSubcommand(meant);
    }
    return line.setCaseInsensitiveEnumValuesAllowed(true).setAbbreviatedOptionsAllowed(false);
  }

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "no command");
  }
}
