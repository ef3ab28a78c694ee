package trainer.data.format.stream;

/** Bits in bytes that are {@link ByteRuns}, the highest bit first. As numbers they are 0 and 1. */
public final class BitRuns implements IntegerStream {
  private final ByteRuns bytes;
  private int bits;
  private int left;

  public BitRuns(StreamInput in) {
    bytes = new ByteRuns(in);
  }

  private boolean next() {
    if (left == 0) {
      bits = bytes.next();
      left = Byte.SIZE;
    }
    left--;
    return (bits >>> left & 1) == 1;
  }

  /** Reads whether each of some bits is 0. */
  public void readZeros(boolean[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = !next();
    }
  }

  @Override
  public void read(long[] into, int from, int count) {
    for (int i = 0; i < count; i++) {
      into[from + i] = next() ? 1 : 0;
    }
  }
}
