package trainer.client.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import trainer.client.cli.option.Alternatives;
import trainer.client.cli.option.Verb;

/** Prints the text of {@code COMMAND --help}. */
@Command(
    name = "help",
    description = "Lists the commands, or the options of one.",
    footer = {"", "Examples:", "  trainer help submit", "  trainer help model show"})
final class HelpCommand extends Verb {
  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      completionCandidates = Verbs.class,
      description = "A command, such as submit or model show.")
  private List<String> command = new ArrayList<>();

  @Override
  public Integer call() {
    List<String> words = new ArrayList<>(command);
    words.add("--help");
    return TrainerCommand.run(words.toArray(new String[0]));
  }

  /** The commands of the root, for completion. */
  static final class Verbs extends Alternatives {
    Verbs() {
      super(List.copyOf(TrainerCommand.VERBS.keySet()));
    }
  }
}
