package trainer.data.format.stream;

/** Whole numbers in runs of one of the two versions. A run is decoded as a whole. */
public abstract class IntegerRuns implements IntegerStream {
  /** The most numbers of a run. */
  static final int LONGEST = 512;

  final StreamInput in;
  final boolean isSigned;
  final long[] run = new long[LONGEST];
  private int at;
  private int held;

  IntegerRuns(StreamInput in, boolean isSigned) {
    this.in = in;
    this.isSigned = isSigned;
  }

  /**
   * The numbers of a stream.
   *
   * @param version 1 or 2
   * @param isSigned whether the lowest bit of a stored number is its sign
   */
  public static IntegerStream of(int version, StreamInput in, boolean isSigned) {
    return version == 1 ? new RunLengthV1(in, isSigned) : new RunLengthV2(in, isSigned);
  }

  /**
   * Decodes the next run.
   *
   * @return the number of its values, 1 to {@link #LONGEST}
   */
  abstract int decode();

  @Override
  public final void read(long[] into, int from, int count) {
    int done = 0;
    while (done < count) {
      if (at == held) {
        held = decode();
        at = 0;
      }
      int part = Math.min(count - done, held - at);
      System.arraycopy(run, at, into, from + done, part);
      at += part;
      done += part;
    }
  }

  /** A stored number, whose lowest bit is the sign. */
  static long unfolded(long stored) {
    return (stored >>> 1) ^ -(stored & 1);
  }

  /** The next number in 7 bits a byte. */
  final long nextNumber() {
    long stored = in.nextVarint();
    return isSigned ? unfolded(stored) : stored;
  }
}
