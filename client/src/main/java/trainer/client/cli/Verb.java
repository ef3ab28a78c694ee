package trainer.client.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/** A command that answers {@code --help} and returns an exit code. */
abstract class Verb implements Callable<Integer> {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Prints this help.")
  @SuppressWarnings("unused") // picocli reads it
  private boolean help;
}
