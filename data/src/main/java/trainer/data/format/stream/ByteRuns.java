package trainer.data.format.stream;

/**
 * Bytes in runs. A control byte from 0 on is 3 less than the length of a run of the byte behind it;
 * one below 0 is the negative number of bytes that follow as they are.
 */
public final class ByteRuns implements IntegerStream {
  private static final int SHORTEST = 3;

  private final StreamInput in;
  private int left;
  private boolean isRepeated;
  private byte repeated;

  public ByteRuns(StreamInput in) {
    this.in = in;
  }

  /** The next byte. */
  byte next() {
    if (left == 0) {
      byte control = (byte) in.next();
      isRepeated = control >= 0;
      left = isRepeated ? control + SHORTEST : -control;
      if (isRepeated) {
        repeated = (byte) in.next();
      }
    }
    left--;
    return isRepeated ? repeated : (byte) in.next();
  }

  @Override
  public void read(long[] into, int from, int count) {
    for (int i = 0; i < count; i++) {
      into[from + i] = next();
    }
  }
}
