package trainer.client.cli.option;

import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/** A command that answers {@code --help} and returns an exit code. */
public abstract class Verb implements Callable<Integer> {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Prints this help.")
  @SuppressWarnings("unused") // picocli reads it
  private boolean help;
}
