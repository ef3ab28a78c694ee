package trainer.data.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import trainer.core.input.KeptColumns;

/** The texts of the kept columns of a block's records. Arrays are kept from block to block. */
final class KeptTexts {
  private static final int FIRST = 512;

  private final String[][] texts;
  private final int[] counts;

  /**
   * No texts.
   *
   * @param columns the number of kept columns
   */
  KeptTexts(int columns) {
    texts = new String[columns][FIRST];
    counts = new int[columns];
  }

  void clear() {
    for (int i = 0; i < counts.length; i++) {
      // a block must not keep the texts of a larger one before it
      Arrays.fill(texts[i], 0, counts[i], null);
      counts[i] = 0;
    }
  }

  /** Appends the text of the next record to a column; null for NULL. */
  void add(int column, String text) {
    int count = counts[column]++;
    if (count == texts[column].length) {
      texts[column] = Arrays.copyOf(texts[column], 2 * count);
    }
    texts[column][count] = text;
  }

  /** The texts of all records, in arrays of their own. */
  KeptColumns build(int records) {
    List<String[]> columns = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != records) {
        throw new IllegalStateException(
            "kept column " + i + " has " + counts[i] + " texts for " + records + " records");
      }
      columns.add(Arrays.copyOf(texts[i], records));
    }
    return new KeptColumns(List.copyOf(columns));
  }
}
