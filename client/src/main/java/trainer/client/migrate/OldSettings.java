package trainer.client.migrate;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * The settings of another program, from its files and from {@code -D}. A later one overrides an
 * earlier one of the same key, as in Hadoop. A file is a Hadoop configuration, or a text such as a
 * script: {@code key=value} lines, {@code -Dkey=value}, {@code --key value} and {@code --conf
 * key=value}.
 */
public final class OldSettings {
  private static final String KEY = "([A-Za-z][\\w-]*(?:\\.[\\w-]+)+|queue)";
  private static final Pattern LINE = Pattern.compile(KEY + "\\s*=(.*)");
  private static final Pattern WORD = Pattern.compile("(?:[^\\s\"']|\"[^\"]*\"|'[^']*')+");
  private static final Pattern ASSIGNMENT = Pattern.compile("(?:-D|--)?" + KEY + "=(.*)");
  private static final Pattern NAME = Pattern.compile("(?:-D|--)" + KEY);
  private static final Pattern CONTINUED = Pattern.compile("\\\\\\s*$");
  private static final Pattern WITHOUT_MEANING = Pattern.compile("\\\\|-D|--?conf");

  private final Map<String, String> values = new TreeMap<>();
  private final List<String> unread = new ArrayList<>();

  private OldSettings() {}

  /**
   * Reads the files in their order, then adds the properties.
   *
   * @throws FailureException {@code CONFIG_INVALID} for a file that cannot be read
   */
  public static OldSettings of(List<File> files, Map<String, String> properties) {
    OldSettings settings = new OldSettings();
    files.forEach(settings::read);
    settings.values.putAll(properties);
    return settings;
  }

  /** The values by key, sorted. */
  Map<String, String> values() {
    return Collections.unmodifiableMap(values);
  }

  /** The words of texts that are no settings, each with its file and line. */
  List<String> unread() {
    return List.copyOf(unread);
  }

  private void read(File file) {
    try {
      byte[] bytes = Files.readAllBytes(file.toPath());
      String text = new String(bytes, StandardCharsets.UTF_8).strip();
      if (text.startsWith("<")) {
        readConfiguration(bytes);
      } else {
        readText(file, text);
      }
    } catch (IOException | RuntimeException e) { // Hadoop wraps errors of the XML parser
      throw new FailureException(
          new Failure(
              FailureKind.CONFIG_INVALID,
              "it cannot be read: " + e.getMessage(),
              file.toString(),
              "give a Hadoop configuration file, or a text with key=value lines"),
          e);
    }
  }

  private void readConfiguration(byte[] xml) {
    Configuration configuration = new Configuration(false);
    configuration.addResource(new ByteArrayInputStream(xml));
    for (Map.Entry<String, String> property : configuration) {
      values.put(property.getKey(), configuration.get(property.getKey()));
    }
  }

  private void readText(File file, String text) {
    List<String> lines = text.lines().map(String::strip).toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      Matcher whole = LINE.matcher(line);
      if (whole.matches()) {
        values.put(
            whole.group(1), unquoted(CONTINUED.matcher(whole.group(2)).replaceFirst("").strip()));
      } else if (!line.startsWith("#")) {
        readWords(
            WORD.matcher(line).results().map(word -> unquoted(word.group())).toList(),
            file.getName() + " line " + (i + 1));
      }
    }
  }

  private void readWords(List<String> words, String place) {
    for (int i = 0; i < words.size(); i++) {
      Matcher assignment = ASSIGNMENT.matcher(words.get(i));
      Matcher name = NAME.matcher(words.get(i));
      if (assignment.matches()) {
        values.put(assignment.group(1), assignment.group(2));
      } else if (name.matches() && i + 1 < words.size() && isValue(words.get(i + 1))) {
        values.put(name.group(1), words.get(++i));
      } else if (!WITHOUT_MEANING.matcher(words.get(i)).matches()) {
        unread.add(place + ": " + words.get(i));
      }
    }
  }

  private static boolean isValue(String word) {
    return !word.startsWith("--") && !WITHOUT_MEANING.matcher(word).matches();
  }

  private static String unquoted(String word) {
    return word.replaceAll("[\"']", "");
  }
}
