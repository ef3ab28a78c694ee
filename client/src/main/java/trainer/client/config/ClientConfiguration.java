package trainer.client.config;

import java.io.File;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import trainer.container.files.ExtraClasses;
import trainer.container.files.HadoopClasses;
import trainer.container.files.HdfsCloseTuning;
import trainer.container.files.LocalFiles;
import trainer.container.files.OutputParents;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * The configuration of a command. The layers, lowest first:
 *
 * <ol>
 *   <li>Hadoop's and our defaults
 *   <li>the site files of HADOOP_CONF_DIR, {@code trainer-site.xml} among them
 *   <li>{@code -conf} files
 *   <li>{@code -D}
 *   <li>dedicated flags
 * </ol>
 *
 * <p>A value that a file declares final is not overridden.
 *
 * @param hadoop every property, ours included
 * @param settings ours, parsed and checked
 * @param warnings for the user
 * @param options the option that set a key on the command line, by key
 */
public record ClientConfiguration(
    Configuration hadoop, Settings settings, List<String> warnings, Map<String, String> options) {
  private static final String SITE = "trainer-site.xml";

  /** The source of a value that the client has computed. */
  public static final String COMPUTED = "computed";

  /** The source of a value of a session, which holds for its jobs. */
  public static final String SESSION = "session";

  /** The source of a value of the job that is resumed. */
  public static final String EARLIER_JOB = "earlier job";

  /**
   * Combines the layers.
   *
   * @param files {@code -conf}, in the order given
   * @param properties {@code -D}
   * @param flags keys that dedicated flags set
   * @throws trainer.core.config.InvalidSettingsException with all problems
   * @throws FailureException for jars of {@code trainer.classpath.extra} that cannot be used
   */
  public static ClientConfiguration of(
      List<File> files, Map<String, String> properties, Map<String, Flag> flags) {
    HadoopClasses.load();
    HdfsConfiguration.init();
    Configuration hadoop = new YarnConfiguration();
    hadoop.addResource(SITE);
    for (File file : files) {
      if (!file.canRead()) {
        throw new FailureException(
            FailureKind.CONFIG_INVALID, "no such file", "-conf " + file, "give a readable file");
      }
      hadoop.addResource(new Path(file.toURI()));
    }
    Set<String> finals = load(hadoop);
    LocalFiles.use(hadoop);
    Map<String, String> sources = new HashMap<>();
    List<String> warnings = new java.util.ArrayList<>();
    properties.forEach(
        (key, value) -> set(hadoop, key, new Flag("-D", value), finals, sources, warnings));
    flags.forEach((key, flag) -> set(hadoop, key, flag, finals, sources, warnings));
    HdfsCloseTuning.use(hadoop);
    OutputParents.keepUmask(hadoop);
    Map<String, String> ours = ours(hadoop);
    properties.forEach(
        (key, value) -> {
          if (Keys.all().containsKey(Keys.PREFIX + key)) {
            ours.put(key, value); // -Depochs=3 is no key, and not meant for Hadoop
          }
        });
    Settings settings =
        Settings.of(
            ours, key -> sources.getOrDefault(key, sourceOf(hadoop, key)), RegisteredNames.byKey());
    SecurityUtil.setConfiguration(hadoop);
    ExtraClasses.use(hadoop, ExtraJars.of(hadoop, settings));
    return new ClientConfiguration(hadoop, settings, List.copyOf(warnings), Map.copyOf(sources));
  }

  /** The same settings over another cluster's configuration. */
  public ClientConfiguration on(Configuration cluster) {
    Configuration copy = new YarnConfiguration(cluster);
    settings.texts().forEach((key, value) -> copy.set(key, value, sourceOf(key)));
    OutputParents.keepUmask(copy);
    SecurityUtil.setConfiguration(copy);
    return new ClientConfiguration(copy, settings, warnings, options);
  }

  /** The same with values of ours that the client has computed. */
  public ClientConfiguration with(Map<String, String> changed) {
    Map<String, String> texts = new LinkedHashMap<>(settings.texts());
    texts.putAll(changed);
    return withAll(texts, COMPUTED);
  }

  /** The same with paths of ours in another form. They keep their sources. */
  public ClientConfiguration withPaths(Map<String, String> paths) {
    Map<String, String> texts = new LinkedHashMap<>(settings.texts());
    texts.putAll(paths);
    Configuration copy = new YarnConfiguration(hadoop);
    paths.forEach(
        (key, value) ->
            copy.set(key, value, settings.texts().containsKey(key) ? sourceOf(key) : COMPUTED));
    return new ClientConfiguration(copy, Settings.of(texts), warnings, options);
  }

  /**
   * The same with these of our keys and no others.
   *
   * @param source of the values that are new, such as {@link #EARLIER_JOB}
   */
  public ClientConfiguration withAll(Map<String, String> texts, String source) {
    Configuration copy = new YarnConfiguration(hadoop);
    Map<String, String> given = new HashMap<>(options);
    for (String key : settings.texts().keySet()) {
      if (!texts.containsKey(key)) {
        copy.unset(key);
        given.remove(key);
      }
    }
    texts.forEach(
        (key, value) -> {
          if (!value.equals(settings.texts().get(key))) {
            copy.set(key, value, source);
            given.remove(key);
          }
        });
    return new ClientConfiguration(copy, Settings.of(texts), warnings, Map.copyOf(given));
  }

  /** The source of a key's value: a file, an option, the client itself or an earlier job. */
  public String sourceOf(String key) {
    return options.getOrDefault(key, sourceOf(hadoop, key));
  }

  private static Set<String> load(Configuration hadoop) {
    try {
      hadoop.size(); // reads the files
      return hadoop.getFinalParameters();
    } catch (RuntimeException e) {
      throw new FailureException(
          new Failure(
              FailureKind.CONFIG_INVALID,
              "a configuration file cannot be read: " + e.getMessage(),
              "HADOOP_CONF_DIR or -conf",
              "correct it"),
          e);
    }
  }

  private static void set(
      Configuration hadoop,
      String key,
      Flag given,
      Set<String> finals,
      Map<String, String> sources,
      List<String> warnings) {
    if (finals.contains(key)) {
      warnings.add(
          key + " is final in " + sourceOf(hadoop, key) + "; " + given.name() + " is ignored");
    } else {
      hadoop.set(key, given.value());
      sources.put(key, given.name());
    }
  }

  private static Map<String, String> ours(Configuration hadoop) {
    Map<String, String> ours = new LinkedHashMap<>();
    for (Map.Entry<String, String> one : hadoop) {
      String name = one.getKey();
      // In any case: a key written Trainer.Epochs is refused rather than ignored.
      if (name.regionMatches(true, 0, Keys.PREFIX, 0, Keys.PREFIX.length())) {
        ours.put(name, hadoop.get(name));
      }
    }
    return ours;
  }

  private static String sourceOf(Configuration hadoop, String key) {
    String[] sources = hadoop.getPropertySources(key);
    return sources == null || sources.length == 0 ? "" : sources[sources.length - 1];
  }
}
