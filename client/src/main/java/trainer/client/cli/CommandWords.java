package trainer.client.cli;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import trainer.core.config.NearestName;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

/**
 * The check of the words that name a command. The parser cannot do it: a mistyped command looks
 * like an argument too many, and the value of an option may look like a command.
 */
final class CommandWords {
  /** Commands of other tools, with those that Trainer has for them. */
  private static final Map<String, String> ELSEWHERE =
      Map.of("predict", "score", "train", "submit");

  private CommandWords() {}

  /** The mistake in a line whose first words should be commands of {@code root}. */
  static Optional<Failure> mistakeIn(String[] args, CommandLine root) {
    CommandLine at = root;
    for (int i = 0; i < args.length && !at.getSubcommands().isEmpty(); i++) {
      if (at.getCommandSpec().optionsMap().containsKey(args[i])) {
        continue; // such as --help before or between the commands
      }
      if (args[i].startsWith("-")) {
        return Optional.of(optionFirst(args, i, at));
      }
      CommandLine next = at.getSubcommands().get(args[i]);
      if (next == null) {
        return Optional.of(unknown(args[i], at));
      }
      at = next;
    }
    return Optional.empty();
  }

  private static Failure unknown(String word, CommandLine at) {
    String where = at.getCommandSpec().qualifiedName();
    return mistake(
        "there is no command '" + word + "'",
        where,
        Optional.ofNullable(ELSEWHERE.get(word))
            .or(() -> NearestName.to(word, at.getSubcommands().keySet()))
            .map(name -> "did you mean " + name + "?")
            .orElse(where + " --help lists the commands"));
  }

  private static Failure optionFirst(String[] args, int first, CommandLine at) {
    String where = at.getCommandSpec().qualifiedName();
    for (int i = first + 1; i < args.length; i++) {
      // A word directly after an option may be its value.
      if (at.getSubcommands().containsKey(args[i]) && !args[i - 1].startsWith("-")) {
        return mistake(
            args[first] + " stands before the command",
            where,
            "did you mean " + where + " " + args[i] + " " + args[first] + " …?");
      }
    }
    return mistake(
        "there is no command before " + args[first],
        where,
        nearestOption(args[first].split("=", 2)[0], at)
            .orElse("put one first; " + where + " --help lists them"));
  }

  /** Advice with the nearest option of a command, else of one of its subcommands. */
  private static Optional<String> nearestOption(String word, CommandLine at) {
    Set<String> below =
        at.getSubcommands().values().stream()
            .flatMap(one -> one.getCommandSpec().optionsMap().keySet().stream())
            .collect(Collectors.toSet());
    if (below.contains(word)) {
      return Optional.empty();
    }
    return NearestName.to(word, at.getCommandSpec().optionsMap().keySet())
        .map(option -> "did you mean " + option + "?")
        .or(
            () ->
                NearestName.to(word, below)
                    .map(option -> "put one first; did you mean " + option + "?"));
  }

  private static Failure mistake(String what, String where, String advice) {
    return new Failure(FailureKind.BAD_FLAGS, what, where, advice);
  }
}
