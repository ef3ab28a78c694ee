package trainer.client.launcher.yarn;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import trainer.client.launcher.BundleClasses;
import trainer.client.launcher.LaunchException;

/**
 * The client's commands in a process of Hadoop. They run on the bundle's classes, with the
 * configuration of that process. Only types of the JDK pass between the two.
 */
final class ClientCommands {
  private static final String COMMANDS = "trainer.client.cli.YarnAppCommands";
  private static final String LOGGING = "log4j.configuration";
  private static final int UNEXPECTED = 50;

  private final Configuration hadoop;

  /**
   * @param hadoop the configuration of {@code yarn app}, its {@code -D} included
   */
  ClientCommands(Configuration hadoop) {
    this.hadoop = hadoop;
  }

  /** Runs a command; returns its exit code, and its answer or the line of its error. */
  Map.Entry<Integer, String> apply(List<String> words) throws IOException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    String logging = System.getProperty(LOGGING);
    ClassLoader bundle = BundleClasses.loader(folders(before));
    // Hadoop finds its files and services by this loader, and log4j its configuration.
    thread.setContextClassLoader(bundle);
    System.setProperty(LOGGING, "trainer-client-log4j.properties");
    try {
      Object commands =
          Class.forName(COMMANDS, true, bundle).getConstructor(Map.class).newInstance(properties());
      @SuppressWarnings("unchecked") // its only type
      Function<List<String>, Map.Entry<Integer, String>> function =
          (Function<List<String>, Map.Entry<Integer, String>>) commands;
      return function.apply(words);
    } catch (ReflectiveOperationException e) {
      throw new IOException("UNEXPECTED: " + e + " — " + COMMANDS + " — report it", e);
    } finally {
      thread.setContextClassLoader(before);
      if (logging == null) {
        System.clearProperty(LOGGING);
      } else {
        System.setProperty(LOGGING, logging);
      }
    }
  }

  /** The answer for a command that did not start. */
  static Map.Entry<Integer, String> failed(IOException e) {
    int code = e instanceof LaunchException ? ((LaunchException) e).exitCode() : UNEXPECTED;
    return new AbstractMap.SimpleImmutableEntry<Integer, String>(code, "ERROR " + e.getMessage());
  }

  /** The properties of the process, without defaults and without final values of site files. */
  private Map<String, String> properties() {
    Set<String> finals = hadoop.getFinalParameters();
    Map<String, String> properties = new HashMap<String, String>();
    for (Map.Entry<String, String> property : hadoop) {
      String[] sources = hadoop.getPropertySources(property.getKey());
      boolean isDefault =
          sources != null
              && sources.length > 0
              && sources[sources.length - 1].endsWith("-default.xml");
      if (!isDefault && !finals.contains(property.getKey())) {
        properties.put(property.getKey(), property.getValue());
      }
    }
    return properties;
  }

  /** The folders of Hadoop's site files. */
  private static List<URL> folders(ClassLoader loader) throws IOException {
    Set<File> folders = new LinkedHashSet<File>();
    String named = System.getenv("HADOOP_CONF_DIR");
    if (named != null && !named.isEmpty()) {
      folders.add(new File(named));
    }
    for (String site : new String[] {"core-site.xml", "hdfs-site.xml", "yarn-site.xml"}) {
      URL url = loader.getResource(site);
      if (url != null && url.getProtocol().equals("file")) {
        try {
          folders.add(new File(url.toURI()).getParentFile());
        } catch (URISyntaxException e) {
          throw new IOException(
              "CONFIG_INVALID: " + e.getMessage() + " — " + site + " — rename it");
        }
      }
    }
    List<URL> urls = new ArrayList<URL>();
    for (File folder : folders) {
      urls.add(folder.toURI().toURL());
    }
    return urls;
  }
}
