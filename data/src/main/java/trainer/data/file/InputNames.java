package trainer.data.file;

import java.util.ArrayList;
import java.util.List;

/** Splits the value of an input key: names separated by commas, except within {@code {a,b}}. */
final class InputNames {
  private InputNames() {}

  static List<String> split(String inputs) {
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
}
