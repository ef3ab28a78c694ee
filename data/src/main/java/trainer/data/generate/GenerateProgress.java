package trainer.data.generate;

/** Receives the number of records written, on any thread. */
@FunctionalInterface
public interface GenerateProgress {
  /** Reports that {@code records} of {@code total} are written. */
  void written(long records, long total);
}
