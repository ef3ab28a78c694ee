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
 * {@code trainer-hadoop.properties}: the client's effective Hadoop configuration with Hadoop's own
 * defaults, so that no container parses their XML, which takes several times as long.
 */
public final class HadoopFile {
  /** Its name in the application's folder and in every container's working directory. */
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
   * What the client says is meant as its machine understands it. What a default of Hadoop's says of
   * {@code ${user.name}} and the like is for each process to find out.
   */
  private static String value(Configuration effective, Map.Entry<String, String> entry) {
    String[] sources = effective.getPropertySources(entry.getKey());
    String last = sources == null || sources.length == 0 ? "" : sources[sources.length - 1];
    String expanded =
        last.endsWith("-default.xml") ? entry.getValue() : effective.get(entry.getKey());
    return expanded == null ? entry.getValue() : expanded;
  }

  /** Reads the file, and nothing of this machine's. */
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
