package trainer.data.format.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The different texts of a column chunk, and the numbers of those of one page. A chunk whose texts
 * repeat has each once, in a dictionary page, and its data pages have their numbers.
 */
final class DictionaryBuilder {
  /** The bytes of different texts with which a dictionary is full. */
  private static final int MOST_BYTES = 1 << 20;

  private final Map<ByteBuffer, Integer> numbers = new HashMap<>();
  private final ByteArrayOutputStream texts = new ByteArrayOutputStream();
  private int[] ofPage = new int[1 << 10];
  private int inPage;
  private long plainBytes;

  /** Removes all texts. */
  void clear() {
    numbers.clear();
    texts.reset();
    clearPage();
  }

  /** Removes the numbers of the page. */
  void clearPage() {
    inPage = 0;
    plainBytes = 0;
  }

  /** Adds a text to the page. */
  void add(byte[] bytes, int from, int to) {
    Integer known = numbers.get(ByteBuffer.wrap(bytes, from, to - from));
    if (known == null) {
      known = numbers.size();
      numbers.put(ByteBuffer.wrap(Arrays.copyOfRange(bytes, from, to)), known);
      putText(bytes, from, to, texts);
    }
    if (inPage == ofPage.length) {
      ofPage = Arrays.copyOf(ofPage, 2 * inPage);
    }
    ofPage[inPage++] = known;
    plainBytes += Integer.BYTES + to - from;
  }

  /** Puts a text as PLAIN has it: its length in four bytes, lowest first, and its bytes. */
  static void putText(byte[] bytes, int from, int to, ByteArrayOutputStream out) {
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      out.write((to - from) >>> shift);
    }
    out.write(bytes, from, to - from);
  }

  boolean isFull() {
    return texts.size() >= MOST_BYTES;
  }

  /** Whether the texts of the page would take hardly more bytes without a dictionary. */
  boolean isUseless() {
    return texts.size() > plainBytes / 2;
  }

  /** The bytes of the page's texts without a dictionary. */
  long plainBytes() {
    return plainBytes;
  }

  /** The bytes of the different texts. */
  int bytes() {
    return texts.size();
  }

  /** The number of different texts. */
  int size() {
    return numbers.size();
  }

  /** The different texts, as PLAIN has them. */
  byte[] texts() {
    return texts.toByteArray();
  }

  /** The texts of the page, as PLAIN has them. */
  void putPlain(ByteArrayOutputStream out) {
    byte[] all = texts.toByteArray();
    int[] starts = new int[numbers.size() + 1];
    ByteBuffer lengths = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < numbers.size(); i++) {
      starts[i + 1] = starts[i] + Integer.BYTES + lengths.getInt(starts[i]);
    }
    for (int i = 0; i < inPage; i++) {
      int start = starts[ofPage[i]];
      out.write(all, start, starts[ofPage[i] + 1] - start);
    }
  }

  /**
   * The numbers of the page: their width in bits as a byte, and a run of groups of eight numbers,
   * packed from the lowest bit on. The last group is filled up with zeros.
   */
  void putNumbers(ByteArrayOutputStream out) {
    int width = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, numbers.size() - 1));
    out.write(width);
    int groups = (inPage + Byte.SIZE - 1) / Byte.SIZE;
    for (int left = groups << 1 | 1; ; left >>>= 7) {
      out.write(left < 0x80 ? left : (left & 0x7f) | 0x80);
      if (left < 0x80) {
        break;
      }
    }
    long bits = 0;
    int count = 0;
    for (int i = 0; i < groups * Byte.SIZE; i++) {
      bits |= (i < inPage ? (long) ofPage[i] : 0L) << count;
      count += width;
      while (count >= Byte.SIZE) {
        out.write((int) bits);
        bits >>>= Byte.SIZE;
        count -= Byte.SIZE;
      }
    }
  }
}
