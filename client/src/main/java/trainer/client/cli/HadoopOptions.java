package trainer.client.cli;

import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;
import trainer.client.config.ClientConfiguration;
import trainer.core.config.Key;
import trainer.core.config.Keys;

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
      names = "-files",
      paramLabel = "LIST",
      description = "Files for the model's code, in its working directory; PATH or PATH#NAME.")
  private List<String> shipped = new ArrayList<>();

  @Option(
      names = "-archives",
      paramLabel = "LIST",
      description = "Archives for the model's code, unpacked there; PATH or PATH#NAME.")
  private List<String> archives = new ArrayList<>();

  @Option(names = "--verbose", description = "Prints stack traces.")
  private boolean verbose;

  boolean verbose() {
    return verbose;
  }

  /** All layers; warnings go to stderr. */
  ClientConfiguration configuration(Map<String, String> flags) {
    ClientConfiguration configuration = ClientConfiguration.of(files, properties, flags);
    configuration = with(configuration, Keys.JARS, libraries);
    configuration = with(configuration, Keys.FILES, shipped);
    configuration = with(configuration, Keys.ARCHIVES, archives);
    configuration.warnings().forEach(warning -> System.err.println("WARNING " + warning));
    return configuration;
  }

  private static ClientConfiguration with(
      ClientConfiguration configuration, Key<String> key, List<String> more) {
    if (more.isEmpty()) {
      return configuration;
    }
    List<String> all = new ArrayList<>();
    configuration.settings().find(key).ifPresent(all::add);
    all.addAll(more);
    return configuration.with(Map.of(key.name(), String.join(",", all)));
  }
}
