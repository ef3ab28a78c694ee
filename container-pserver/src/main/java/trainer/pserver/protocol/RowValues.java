package trainer.pserver.protocol;

/** The weights for a pull, all of one version. Valid only during the call that passes them. */
public interface RowValues {
  /** A receiver of a run of floats. */
  interface Target {
    void put(float[] values, int from, int count);
  }

  /** The number of floats. */
  int size();

  /** Writes all floats in the order of the list, in runs. */
  void writeTo(Target target);

  /** All floats in one array. */
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
