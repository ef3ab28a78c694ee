package trainer.client.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import trainer.client.cli.option.Alternatives;
import trainer.client.cli.option.Verb;

/**
 * Prints a script with which a shell completes commands, options and their values. The same script
 * serves bash and zsh: in zsh it loads bash's completion functions.
 */
@Command(
    name = "completion",
    description = {
      "Prints a script that completes commands, options and their values in a shell.",
      "A line source ~/.trainer-completion in ~/.bashrc or ~/.zshrc loads it in each shell."
    },
    footer = {
      "",
      "Examples:",
      "  trainer completion bash > ~/.trainer-completion",
      "  trainer completion zsh > ~/.trainer-completion"
    })
final class CompletionCommand extends Verb {
  /** Turns off the completion of file names, which values such as {@code --input} need. */
  private static final String WITHOUT_FILES = "  type compopt &>/dev/null && compopt +o default\n";

  /** The shells. */
  enum Shell {
    BASH,
    ZSH
  }

  @Parameters(
      paramLabel = "SHELL",
      completionCandidates = Shells.class,
      description = "${COMPLETION-CANDIDATES}.")
  @SuppressWarnings("unused") // the parser refuses other shells by it
  private Shell shell;

  @Override
  public Integer call() {
    String script = AutoComplete.bash("trainer", TrainerCommand.of(new String[0]));
    System.out.print(script.replace(WITHOUT_FILES, ""));
    return 0;
  }

  /** The shells in lower case. */
  static final class Shells extends Alternatives {
    Shells() {
      super(Shell.values());
    }
  }
}
