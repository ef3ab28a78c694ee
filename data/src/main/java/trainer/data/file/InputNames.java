package trainer.data.file;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** The names in the value of an input key. */
public final class InputNames {
  private InputNames() {}

  /** Splits at commas, except within {@code {a,b}}. */
  public static List<String> split(String inputs) {
    List<String> names = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= inputs.length(); i++) {
      char c = i == inputs.length() ? ',' : inputs.charAt(i);
      if (c == '{') {
        depth++;
      } else if (c == '}') {
        depth--;
      }
      if (i == inputs.length() || (c == ',' && depth <= 0)) {
        String name = inputs.substring(start, i).strip();
        if (!name.isEmpty()) {
          names.add(name);
        }
        start = i + 1;
      }
    }
    return names;
  }

  /**
   * The path of a name.
   *
   * @throws IllegalArgumentException if it is no path
   */
  public static Path path(String name) {
    try {
      return new Path(name);
    } catch (IllegalArgumentException e) {
      int colon = name.indexOf(':');
      if (colon > 0 && !name.startsWith("/", colon + 1)) {
        // The part before the colon is no scheme but the beginning of a file's name.
        return new Path("./" + name);
      }
      throw e;
    }
  }

  static boolean hasWildcard(String name) {
    return name.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
  }
}
