package trainer.model.score;

/** A model that scores one row. Immutable, so that any number of threads use it. */
public interface RowModel {
  /** The number of scores of a row. */
  int scores();

  /**
   * Computes the scores of a row: the log odds of 1, the number predicted, or a logit a class.
   *
   * @param keys of the features, from {@code from} to {@code to} − 1
   * @param values of the features, at the places of their keys; null if all are 1
   * @param scores to be filled; {@link #scores} of them
   * @throws trainer.model.failure.RowException for a key that a model of known features lacks
   */
  void score(long[] keys, float[] values, int from, int to, float[] scores);
}
