package trainer.client.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import trainer.client.cli.option.Verb;

/** Prints the text of {@code COMMAND --help}. */
@Command(
    name = "help",
    description = "Lists the commands, or the options of one.",
    footer = {"", "Example: trainer help model show"})
final class HelpCommand extends Verb {
  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "A command, such as submit or model show.")
  private List<String> command = new ArrayList<>();

  @Override
  public Integer call() {
    List<String> words = new ArrayList<>(command);
    words.add("--help");
    return TrainerCommand.run(words.toArray(new String[0]));
  }
}
