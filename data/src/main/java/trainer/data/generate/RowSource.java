package trainer.data.generate;

/**
 * A source of records. Record i depends on the seeds and i alone, so that any part can be generated
 * separately.
 */
interface RowSource {
  /** A row of this source's shape, to be filled repeatedly. */
  Row newRow();

  /** Fills {@code row} with record {@code number}. */
  void fill(long number, Row row);

  /** Whether labels are 0 and 1, so that there is an AUC. */
  boolean isBinary();

  /** The source of the records that {@code spec} defines. */
  static RowSource of(SyntheticSpec spec) {
    return switch (spec.kind()) {
      case CLICKS -> new ClickSource(spec);
      case DENSE -> new DenseSource(spec);
      case MULTICLASS -> new ClassSource(spec);
    };
  }
}
