package trainer.data.generate;

/** Told of records written, from any thread. */
@FunctionalInterface
public interface Progress {
  /** {@code records} of {@code total} are written. */
  void written(long records, long total);
}
