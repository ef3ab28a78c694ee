package trainer.container.identity;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;

/**
 * The file {@code trainer-hadoop.properties}: the client's effective Hadoop configuration, Hadoop's
 * defaults included. Containers read it instead of Hadoop's XML files, which take several times as
 * long.
 */
public final class HadoopFile {
  /** The file's name in the application's folder and in every container's working directory. */
  public static final String NAME = "trainer-hadoop.properties";

  private HadoopFile() {}

  /** Writes the file; {@code out} stays open. */
  public static void write(Configuration effective, OutputStream out) throws IOException {
    Properties all = new Properties();
    for (Map.Entry<String, String> entry : effective) {
      all.setProperty(entry.getKey(), value(effective, entry));
    }
    Writer text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    all.store(text, null);
    text.flush();
  }

  /**
   * A value that the client set is expanded here, on the client's machine. A default of Hadoop's
   * keeps variables like {@code ${user.name}}, and each process expands them itself.
   */
  private static String value(Configuration effective, Map.Entry<String, String> entry) {
    String[] sources = effective.getPropertySources(entry.getKey());
    String last = sources == null || sources.length == 0 ? "" : sources[sources.length - 1];
    String expanded =
        last.endsWith("-default.xml") ? entry.getValue() : effective.get(entry.getKey());
    return expanded == null ? entry.getValue() : expanded;
  }

  /** Reads the file; the machine's own configuration is ignored. */
  public static Configuration read(Path file) throws IOException {
    Properties all = new Properties();
    try (Reader text = Files.newBufferedReader(file)) {
      all.load(text);
    }
    Configuration hadoop = new Configuration(false);
    for (String key : all.stringPropertyNames()) {
      hadoop.set(key, all.getProperty(key));
    }
    return hadoop;
  }
}
