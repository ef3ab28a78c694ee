package trainer.client.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import trainer.client.cli.option.Verb;
import trainer.client.cli.option.Version;
import trainer.client.watch.Json;

/** Prints the text of {@code --version}. */
@Command(
    name = "version",
    description = "Prints the version.",
    footer = {"", "Examples:", "  trainer version", "  trainer version --json"})
final class VersionCommand extends Verb {
  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    System.out.println(
        json
            ? Json.print(Json.object().put("version", Version.text()))
            : "trainer " + Version.text());
    return 0;
  }
}
