package trainer.data.format.orc;

import java.math.BigInteger;
import trainer.data.format.encoding.BadPageException;
import trainer.data.format.stream.IntegerStream;
import trainer.data.format.stream.StreamInput;
import trainer.data.format.table.DecimalScale;
import trainer.data.format.unit.UnitReader;

/** Reads decimals: whole numbers of any size in 7 bits a byte, and the scale of each. */
final class DecimalReader implements ValueReader {
  private static final int BITS = 7;

  /** The bits of a number that a long has in any case. */
  private static final int SHORT = 56;

  /** The bytes of a number of 38 digits, and some more. */
  private static final int MOST_BYTES = 32;

  private static final int MOST_SCALE = 1000;

  private final StreamInput data;
  private final IntegerStream scales;
  private final long[] scale = new long[UnitReader.BATCH];

  DecimalReader(StreamInput data, IntegerStream scales) {
    this.data = data;
    this.scales = scales;
  }

  @Override
  public void read(OrcBatch batch, int[] rows, int count) {
    scales.read(scale, 0, count);
    boolean hasTexts = batch.hasTexts();
    for (int i = 0; i < count; i++) {
      if (scale[i] < 0 || scale[i] > MOST_SCALE) {
        throw new BadPageException("a decimal has the scale " + scale[i]);
      }
      DecimalScale digits = new DecimalScale((int) scale[i]);
      if (hasTexts) {
        BigInteger unscaled = unfolded(large(0, 0));
        batch.putNumber(rows[i], digits.number(unscaled));
        batch.putDigits(rows[i], digits.text(unscaled));
      } else {
        batch.putNumber(rows[i], next(digits));
      }
    }
  }

  private double next(DecimalScale digits) {
    long low = 0;
    for (int shift = 0; shift < SHORT; shift += BITS) {
      int b = data.next();
      low |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return digits.number((low >>> 1) ^ -(low & 1));
      }
    }
    return digits.number(unfolded(large(low, SHORT / BITS)));
  }

  /** A number whose first {@code read} bytes are read, and have the bits {@code low}. */
  private BigInteger large(long low, int read) {
    BigInteger number = BigInteger.valueOf(low);
    for (int bytes = read; bytes < MOST_BYTES; bytes++) {
      int b = data.next();
      number = number.or(BigInteger.valueOf(b & 0x7F).shiftLeft(bytes * BITS));
      if (b < 0x80) {
        return number;
      }
    }
    throw new BadPageException("a decimal of more than " + MOST_BYTES + " bytes");
  }

  /** A stored number, whose lowest bit is the sign. */
  private static BigInteger unfolded(BigInteger stored) {
    BigInteger half = stored.shiftRight(1);
    return stored.testBit(0) ? half.not() : half;
  }
}
