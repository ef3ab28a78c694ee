package trainer.data.format.orc;

import java.util.Arrays;
import org.apache.orc.OrcProto.Stream;
import trainer.core.feature.encode.TextDictionary;
import trainer.data.format.encoding.BadPageException;
import trainer.data.format.stream.IntegerStream;
import trainer.data.format.unit.UnitReader;

/** The different texts of a column in a stripe. Immutable. */
final class OrcDictionary {
  private final byte[] bytes;
  private final int[] starts;
  private final int[] ends;
  private final TextDictionary numbers;

  private OrcDictionary(byte[] bytes, int[] starts, int[] ends) {
    this.bytes = bytes;
    this.starts = starts;
    this.ends = ends;
    this.numbers = new TextDictionary(starts.length);
  }

  /**
   * Reads the dictionary of a column.
   *
   * @param rows those of the stripe, and the most entries
   * @param mostBytes the most bytes of a text
   */
  static OrcDictionary read(OrcColumn column, StripeStreams streams, int rows, int mostBytes) {
    int size = streams.encoding(column.id()).getDictionarySize();
    if (size < 0 || size > rows) {
      throw new BadPageException(
          "a dictionary of " + Integer.toUnsignedString(size) + " texts for " + rows + " rows");
    }
    TextBuffer text = new TextBuffer(column.name(), mostBytes);
    IntegerStream stream = streams.integers(column.id(), Stream.Kind.LENGTH, false);
    long[] lengths = new long[UnitReader.BATCH];
    // it grows with the lengths that are read
    int[] ends = new int[Math.min(size, UnitReader.BATCH)];
    long sum = 0;
    for (int done = 0; done < size; ) {
      int part = Math.min(size - done, lengths.length);
      stream.read(lengths, 0, part);
      text.sum(sum, lengths, part);
      if (done + part > ends.length) {
        ends = Arrays.copyOf(ends, (int) Math.min(size, 2L * ends.length));
      }
      for (int i = 0; i < part; i++) {
        sum += lengths[i];
        ends[done + i] = (int) sum;
      }
      done += part;
    }
    text.append(streams.bytes(column.id(), Stream.Kind.DICTIONARY_DATA), sum);
    return new OrcDictionary(text.bytes(), startsOf(ends), endsOf(ends, text, column));
  }

  private static int[] startsOf(int[] ends) {
    int[] starts = new int[ends.length];
    if (ends.length > 0) {
      System.arraycopy(ends, 0, starts, 1, ends.length - 1);
    }
    return starts;
  }

  private static int[] endsOf(int[] ends, TextBuffer text, OrcColumn column) {
    if (column.type().form() != OrcType.Form.FILLED_TEXT) {
      return ends;
    }
    int[] trimmed = new int[ends.length];
    for (int i = 0; i < trimmed.length; i++) {
      trimmed[i] = text.trimmed(i == 0 ? 0 : ends[i - 1], ends[i]);
    }
    return trimmed;
  }

  int size() {
    return starts.length;
  }

  TextDictionary numbers() {
    return numbers;
  }

  byte[] bytes() {
    return bytes;
  }

  int start(int entry) {
    return starts[entry];
  }

  int end(int entry) {
    return ends[entry];
  }
}
