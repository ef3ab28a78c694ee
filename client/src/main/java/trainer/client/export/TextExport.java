package trainer.client.export;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * A model as lines of tab-separated text, as spreadsheets and scripts read it: {@code name key
 * value…}. The intercept comes first, then rows by their keys. A name is empty where it is not
 * known; a tab or a line's end in it becomes a space.
 */
final class TextExport {
  private TextExport() {}

  static void write(ExportedModel model, OutputStream out) throws IOException {
    BufferedWriter lines = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    lines.write("name\tkey");
    for (int i = 0; i < model.width(); i++) {
      lines.write("\tvalue_" + i);
    }
    lines.write('\n');
    line(lines, "intercept", "", Arrays.copyOf(model.bias(), model.width()));
    Map<Long, String> names = model.isOfTable() ? model.names().texts() : Map.of();
    for (long key : model.keys()) {
      line(
          lines,
          names.getOrDefault(key, "").replaceAll("[\\t\\r\\n]", " "),
          Long.toUnsignedString(key),
          model.row(key));
    }
    lines.flush();
  }

  private static void line(BufferedWriter lines, String name, String key, float[] values)
      throws IOException {
    lines.write(name + '\t' + key);
    for (float value : values) {
      lines.write("\t" + value);
    }
    lines.write('\n');
  }
}
