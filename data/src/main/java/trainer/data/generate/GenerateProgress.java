package trainer.data.generate;

/** Told of records written, from any thread. */
@FunctionalInterface
public interface GenerateProgress {
  /** {@code records} of {@code total} are written. */
  void written(long records, long total);
}
