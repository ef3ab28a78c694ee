package trainer.data.format.orc;

import org.apache.orc.OrcProto.StripeInformation;
import trainer.data.format.unit.RowUnit;

/**
 * A stripe of a file: the streams of its indexes, those of its data, and its footer.
 *
 * @param offset its first byte
 * @param dataEnd the byte at which its footer begins
 * @param end the byte behind its footer
 */
record Stripe(long offset, long dataEnd, long end, int rows) implements RowUnit {
  /**
   * A stripe by its entry in the file's footer.
   *
   * @param end the byte at which the stripes of the file end
   * @throws IllegalArgumentException if the entry cannot be true
   */
  static Stripe of(StripeInformation entry, long end) {
    long rows = entry.getNumberOfRows();
    require(rows >= 0 && rows <= Integer.MAX_VALUE, "a stripe has " + rows + " rows");
    long offset = entry.getOffset();
    require(offset >= OrcTail.MAGIC.length && offset <= end, "a stripe begins at byte " + offset);
    long left = end - offset;
    for (long part :
        new long[] {entry.getIndexLength(), entry.getDataLength(), entry.getFooterLength()}) {
      require(
          part >= 0 && part <= left,
          "a part of a stripe has " + part + " bytes, of " + left + " at most");
      left -= part;
    }
    long dataEnd = offset + entry.getIndexLength() + entry.getDataLength();
    return new Stripe(offset, dataEnd, dataEnd + entry.getFooterLength(), (int) rows);
  }

  @Override
  public long length() {
    return end - offset;
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException(what);
    }
  }
}
