package trainer.data.file;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A folder {@code column=value} above a file, as Hive and Spark lay out the partitions of a table:
 * the column has this value in every record of the file.
 *
 * @param value nothing for NULL, which Hive writes as {@code __HIVE_DEFAULT_PARTITION__}
 */
public record Partition(String column, Optional<String> value) {
  private static final String NULL = "__HIVE_DEFAULT_PARTITION__";
  private static final int HEX = 16;

  /** The partitions of a file by its path, the outermost first. A deeper one of a name counts. */
  public static List<Partition> of(String path) {
    Map<String, Partition> found = new LinkedHashMap<>();
    String[] parts = path.split("/", -1);
    for (int i = 0; i < parts.length - 1; i++) {
      int at = parts[i].indexOf('=');
      if (at > 0) {
        String column = unescaped(parts[i].substring(0, at));
        String text = unescaped(parts[i].substring(at + 1));
        found.put(
            column,
            new Partition(column, text.equals(NULL) ? Optional.empty() : Optional.of(text)));
      }
    }
    return List.copyOf(found.values());
  }

  /** Replaces Hive's escapes, {@code %} and two hexadecimal digits, by their bytes. */
  private static String unescaped(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), HEX) : -1;
      int low = high >= 0 ? Character.digit(text.charAt(i + 2), HEX) : -1;
      if (text.charAt(i) == '%' && low >= 0) {
        bytes.write(HEX * high + low);
        i += 2;
      } else {
        bytes.writeBytes(text.substring(i, i + 1).getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
