package trainer.client.cli;

import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;
import trainer.client.config.ClientConfiguration;
import trainer.core.config.Keys;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The options Hadoop users type, understood anywhere on the line. */
final class HadoopOptions {
  @Option(names = "-D", paramLabel = "key=value", description = "Sets a configuration key.")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Option(names = "-conf", paramLabel = "FILE", description = "Reads a configuration file.")
  private List<File> files = new ArrayList<>();

  @Option(
      names = "-libjars",
      paramLabel = "LIST",
      description = "Jars of the user; added to those of --jars.")
  private List<String> libraries = new ArrayList<>();

  @Option(
      names = {"-files", "-archives"},
      paramLabel = "LIST",
      description = "Not supported yet; refused.")
  private List<String> shipped = new ArrayList<>();

  @Option(names = "--verbose", description = "Prints stack traces.")
  private boolean verbose;

  boolean verbose() {
    return verbose;
  }

  /** All layers; warnings go to stderr. */
  ClientConfiguration configuration(Map<String, String> flags) {
    if (!shipped.isEmpty()) {
      throw new FailureException(
          FailureKind.BAD_FLAGS,
          "this version ships no files of users but jars",
          "-files or -archives " + shipped,
          "leave them out");
    }
    ClientConfiguration configuration = ClientConfiguration.of(files, properties, flags);
    configuration = withLibraries(configuration);
    configuration.warnings().forEach(warning -> System.err.println("WARNING " + warning));
    return configuration;
  }

  private ClientConfiguration withLibraries(ClientConfiguration configuration) {
    if (libraries.isEmpty()) {
      return configuration;
    }
    List<String> jars = new ArrayList<>();
    configuration.settings().find(Keys.JARS).ifPresent(jars::add);
    jars.addAll(libraries);
    return configuration.with(Map.of(Keys.JARS.name(), String.join(",", jars)));
  }
}
