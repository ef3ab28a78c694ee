package trainer.client.cli.option;

import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;
import trainer.client.config.ClientConfiguration;
import trainer.client.config.Flag;

/**
 * Hadoop's options for a command that runs no model's code. They are accepted anywhere on the line.
 */
public final class HadoopOptions {
  @Option(names = "-D", paramLabel = "key=value", description = "Sets a configuration key.")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Option(names = "-conf", paramLabel = "FILE", description = "Reads a configuration file.")
  private List<File> files = new ArrayList<>();

  /** Accepted since scripts give them to every command, and ignored here. */
  @Option(
      names = {"-libjars", "-files", "-archives"},
      hidden = true)
  @SuppressWarnings("unused") // picocli sets it
  private List<String> unused = new ArrayList<>();

  @Option(names = "--verbose", description = "Prints stack traces.")
  @SuppressWarnings("unused") // ErrorLines looks for it
  private boolean verbose;

  /** All layers of configuration. Warnings go to stderr. */
  public ClientConfiguration configuration(Map<String, Flag> flags) {
    return configuration(files, properties, flags);
  }

  static ClientConfiguration configuration(
      List<File> files, Map<String, String> properties, Map<String, Flag> flags) {
    ClientConfiguration configuration = ClientConfiguration.of(files, properties, flags);
    configuration.warnings().forEach(warning -> System.err.println("WARNING " + warning));
    return configuration;
  }
}
