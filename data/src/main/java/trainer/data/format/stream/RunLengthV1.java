package trainer.data.format.stream;

/**
 * The first version of runs of integers. A control byte from 0 on is 3 less than the length of a
 * run; a byte with the difference of its values and its first value follow. One below 0 is the
 * negative number of values that follow.
 */
final class RunLengthV1 extends IntegerRuns {
  private static final int SHORTEST = 3;

  RunLengthV1(StreamInput in, boolean isSigned) {
    super(in, isSigned);
  }

  @Override
  int decode() {
    byte control = (byte) in.next();
    if (control < 0) {
      for (int i = 0; i < -control; i++) {
        run[i] = nextNumber();
      }
      return -control;
    }
    int count = control + SHORTEST;
    byte step = (byte) in.next();
    long value = nextNumber();
    for (int i = 0; i < count; i++) {
      run[i] = value;
      value += step;
    }
    return count;
  }
}
