package trainer.data.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Writes {@code label index:value …} lines. */
final class LibsvmRowWriter implements RowWriter {
  private static final int FLUSH = 1 << 20;
  private static final int MOST_PER_FEATURE = 48;

  private final OutputStream out;
  private byte[] bytes = new byte[FLUSH * 2];
  private int length;

  LibsvmRowWriter(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(Row row) throws IOException {
    int most = (row.indices.length + 1) * MOST_PER_FEATURE;
    if (bytes.length - length < most) {
      bytes = Arrays.copyOf(bytes, length + most);
    }
    number(row.label);
    for (int i = 0; i < row.indices.length; i++) {
      bytes[length++] = ' ';
      number(row.indices[i]);
      bytes[length++] = ':';
      if (row.units == null) {
        bytes[length++] = '1';
      } else {
        decimal(row.units[i]);
      }
    }
    bytes[length++] = '\n';
    if (length >= FLUSH) {
      flush();
    }
  }

  private void flush() throws IOException {
    out.write(bytes, 0, length);
    length = 0;
  }

  private void number(long value) {
    int digits = 1;
    for (long rest = value; rest >= 10; rest /= 10) {
      digits++;
    }
    digits(value, digits);
  }

  private void digits(long value, int digits) {
    long rest = value;
    for (int at = length + digits - 1; at >= length; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
  }

  private void decimal(int units) {
    if (units < 0) {
      bytes[length++] = '-';
    }
    int absolute = Math.abs(units);
    number(absolute / Row.UNIT);
    int fraction = absolute % Row.UNIT;
    if (fraction != 0) {
      bytes[length++] = '.';
      digits(fraction, 4);
    }
  }

  @Override
  public void close() throws IOException {
    flush();
    out.close();
  }
}
