package trainer.client.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import trainer.core.config.NearestName;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

/** The parser's exceptions in terms that users know. */
final class UsageFailure {
  private UsageFailure() {}

  static Failure of(ParameterException e) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
      return unmatched(unmatched.getUnmatched().get(0), command);
    }
    if (e instanceof OverwrittenOptionException twice) {
      return twice(twice.getOverwritten(), command);
    }
    return failure(plain(e.getMessage()), command, seeHelp(command));
  }

  private static Failure unmatched(String argument, CommandSpec command) {
    if (!argument.startsWith("-")) {
      return failure("'" + argument + "' is a word too many", command, seeHelp(command));
    }
    String name = argument.split("=", 2)[0];
    List<String> names = new ArrayList<>();
    for (OptionSpec option : command.options()) {
      if (!option.hidden()) {
        names.addAll(List.of(option.names()));
      }
    }
    return failure(
        "there is no option '" + name + "'",
        command,
        NearestName.to(name, names)
            .map(option -> "did you mean " + option + "?")
            .orElse(seeHelp(command)));
  }

  private static Failure twice(ArgSpec given, CommandSpec command) {
    String name = given.isOption() ? ((OptionSpec) given).longestName() : given.paramLabel();
    return failure(
        name + " is given twice",
        command,
        given.paramLabel().contains(",")
            ? "give it once, with commas between the values"
            : "give it once");
  }

  /**
   * The message without the parser's "Error:", which would follow our ERROR, and without a doubled
   * word.
   */
  private static String plain(String message) {
    return message.replaceFirst("^Error: ", "").replace("option option", "option");
  }

  private static String seeHelp(CommandSpec command) {
    return "see " + command.qualifiedName() + " --help";
  }

  private static Failure failure(String what, CommandSpec command, String advice) {
    return new Failure(FailureKind.BAD_FLAGS, what, command.qualifiedName(), advice);
  }
}
