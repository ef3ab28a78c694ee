package trainer.model.feature;

import java.util.List;

/** A term of {@code trainer.features}: columns and their use. Immutable. */
final class Term {
  private final List<String> columns;
  private final String use;
  private final double[] bounds;

  /**
   * @param use {@code category}, {@code number}, {@code raw}, {@code log}, {@code bucket} or {@code
   *     cross}
   * @param bounds of a bucket, ascending; else none
   */
  Term(List<String> columns, String use, double... bounds) {
    this.columns = List.copyOf(columns);
    this.use = use;
    this.bounds = bounds.clone();
  }

  List<String> columns() {
    return columns;
  }

  String use() {
    return use;
  }

  double[] bounds() {
    return bounds.clone();
  }

  /** Whether the column is read as a number. */
  boolean isNumeric() {
    return use.equals("bucket") || use.equals("raw") || isStandardised();
  }

  /** Whether the number is standardised, so that the manifest has its mean and deviation. */
  boolean isStandardised() {
    return use.equals("number") || use.equals("log");
  }
}
