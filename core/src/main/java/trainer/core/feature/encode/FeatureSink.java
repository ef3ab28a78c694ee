package trainer.core.feature.encode;

/** The receiver of the features of a record. */
@FunctionalInterface
public interface FeatureSink {
  /** Receives a feature with its value. */
  void feature(long key, float value);
}
