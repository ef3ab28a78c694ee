package trainer.client.cli.option;

import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;
import trainer.client.config.ClientConfiguration;
import trainer.client.config.Flag;
import trainer.core.config.Key;
import trainer.core.config.Keys;

/** Hadoop's options for a command that runs a model's code, including files shipped with it. */
public final class HadoopJobOptions {
  public static final String SECTION = "Anywhere on the line";

  @Option(names = "-D", paramLabel = "key=value", description = "Sets a configuration key.")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Option(names = "-conf", paramLabel = "FILE", description = "Reads a configuration file.")
  private List<File> files = new ArrayList<>();

  @Option(
      names = "-libjars",
      paramLabel = "JAR[,JAR]",
      description = "Jars of the user; added to those of --jars.")
  private List<String> libraries = new ArrayList<>();

  @Option(
      names = "-files",
      paramLabel = "PATH[,PATH]",
      description = "Files for the model's code, in its working directory; PATH or PATH#NAME.")
  private List<String> shipped = new ArrayList<>();

  @Option(
      names = "-archives",
      paramLabel = "PATH[,PATH]",
      description = "Archives for the model's code, unpacked there; PATH or PATH#NAME.")
  private List<String> archives = new ArrayList<>();

  @Option(names = "--verbose", description = "Prints stack traces.")
  @SuppressWarnings("unused") // ErrorLines looks for it
  private boolean verbose;

  /** All layers of configuration. Warnings go to stderr. */
  public ClientConfiguration configuration(Map<String, Flag> flags) {
    ClientConfiguration configuration = HadoopOptions.configuration(files, properties, flags);
    configuration = with(configuration, Keys.JARS, libraries);
    configuration = with(configuration, Keys.FILES, shipped);
    return with(configuration, Keys.ARCHIVES, archives);
  }

  private static ClientConfiguration with(
      ClientConfiguration configuration, Key<String> key, List<String> more) {
    if (more.isEmpty()) {
      return configuration;
    }
    List<String> all = new ArrayList<>();
    configuration.settings().find(key).ifPresent(all::add);
    all.addAll(more);
    return configuration.withPaths(Map.of(key.name(), String.join(",", all)));
  }
}
