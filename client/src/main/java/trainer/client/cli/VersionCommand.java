package trainer.client.cli;

import picocli.CommandLine.Command;

/** Prints the text of {@code --version}. */
@Command(name = "version", description = "Prints the version.")
final class VersionCommand extends Verb {
  @Override
  public Integer call() {
    System.out.println("trainer " + Version.text());
    return 0;
  }
}
