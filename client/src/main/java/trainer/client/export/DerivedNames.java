package trainer.client.export;

/**
 * The names of derived fields of PMML.
 *
 * @param prefix that no column has
 */
record DerivedNames(String prefix) {
  /** The value of a term, or the joined texts of a cross. */
  String term(int i) {
    return prefix + "term" + (i + 1);
  }

  /** Whether the column of a term is NULL. */
  String missing(int i) {
    return term(i) + ".missing";
  }

  /** Whether a number is in bucket {@code k}. */
  String bucket(int i, int k) {
    return term(i) + "." + k;
  }

  /** What a term adds to number {@code j} of the sum of rows. */
  String contribution(int i, int j) {
    return term(i) + ".row." + j;
  }

  /** The sum of number {@code j} over the terms. */
  String sum(int j) {
    return prefix + "sum." + j;
  }

  /** The sum of the squares of number {@code j}. */
  String squares(int j) {
    return prefix + "squares." + j;
  }

  /** The log odds, or the number predicted. */
  String margin() {
    return prefix + "margin";
  }
}
