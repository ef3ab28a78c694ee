package trainer.data.format.encoding;

import java.util.Arrays;

/**
 * Some values of a column that are not NULL, as a page stores them. The type of the column and the
 * encoding of the page determine which arrays are used.
 */
public final class RawValues {
  /** Whole numbers, the bits of floats and doubles, or 0 and 1. */
  public long[] words = new long[0];

  /** The array of the texts; their places ascend in it. */
  public byte[] bytes = new byte[0];

  public int[] starts = new int[0];
  public int[] ends = new int[0];

  /** The numbers of entries of the dictionary. */
  public int[] entries = new int[0];

  long[] words(int count) {
    if (words.length < count) {
      words = new long[count];
    }
    return words;
  }

  int[] entries(int count) {
    if (entries.length < count) {
      entries = new int[count];
    }
    return entries;
  }

  /** Makes room for the places of some texts in an array. */
  void texts(byte[] array, int count) {
    bytes = array;
    if (starts.length < count) {
      starts = Arrays.copyOf(starts, count);
      ends = Arrays.copyOf(ends, count);
    }
  }
}
