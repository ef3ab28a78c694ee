package trainer.client.cli;

import picocli.CommandLine.Command;
import trainer.client.cli.option.Verb;
import trainer.client.cli.option.Version;

/** Prints the text of {@code --version}. */
@Command(name = "version", description = "Prints the version.")
final class VersionCommand extends Verb {
  @Override
  public Integer call() {
    System.out.println("trainer " + Version.text());
    return 0;
  }
}
