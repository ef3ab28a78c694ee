package trainer.pserver.protocol;

/** The weights a pull asked for, all of one version. Valid only during the call it came with. */
public interface RowValues {
  /** Takes a run of floats. */
  interface Target {
    void put(float[] values, int from, int count);
  }

  /** How many floats there are. */
  int size();

  /** Hands over all of them in the order of the list, in runs. */
  void writeTo(Target target);

  /** All of them in one array. */
  default float[] toArray() {
    float[] all = new float[size()];
    int[] end = new int[1];
    writeTo(
        (values, from, count) -> {
          System.arraycopy(values, from, all, end[0], count);
          end[0] += count;
        });
    return all;
  }
}
