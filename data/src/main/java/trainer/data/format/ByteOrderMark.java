package trainer.data.format;

import java.util.Arrays;

/** The mark of three bytes that Windows programs write before UTF-8 text; it is no part of it. */
public final class ByteOrderMark {
  private static final byte[] UTF_8 = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private ByteOrderMark() {}

  /** The length of the mark at the beginning of a file, 0 if there is none. */
  public static int length(byte[] bytes, int count) {
    boolean isMarked = count >= UTF_8.length && Arrays.equals(bytes, 0, UTF_8.length, UTF_8, 0, 3);
    return isMarked ? UTF_8.length : 0;
  }
}
