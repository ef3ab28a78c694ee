package trainer.client.table;

import java.util.ArrayList;
import java.util.List;

/** Rows of cells as lines of text with aligned columns. */
final class TextTable {
  /** Further rows are counted only. */
  static final int MOST_ROWS = 60;

  private static final int MOST_WIDTH = 40;

  private TextTable() {}

  /**
   * The lines of the first rows.
   *
   * @param all the number of rows, of which {@code rows} may be the first
   */
  static List<String> lines(List<List<String>> rows, int all) {
    List<List<String>> shown = rows.subList(0, Math.min(rows.size(), MOST_ROWS));
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : shown) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], cut(row.get(i)).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : shown) {
      StringBuilder line = new StringBuilder("  ");
      for (int i = 0; i < columns; i++) {
        String cell = cut(row.get(i));
        line.append(cell).append(" ".repeat(widths[i] - cell.length() + 2));
      }
      lines.add(line.toString().stripTrailing());
    }
    if (all > shown.size()) {
      lines.add("  ... and " + (all - shown.size()) + " more");
    }
    return lines;
  }

  private static String cut(String cell) {
    String line = cell.replaceAll("\\p{Cntrl}", " ");
    return line.length() <= MOST_WIDTH ? line : line.substring(0, MOST_WIDTH - 3) + "...";
  }
}
