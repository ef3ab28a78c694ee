package trainer.master.job.history;

import trainer.core.fact.CheckpointFact;
import trainer.core.fact.ResultFact;
import trainer.core.fact.Speculated;
import trainer.core.fact.TrainingFact;
import trainer.core.message.Metrics;

/**
 * The recorded progress of a training: its newest version, and the counters at it. A fold over
 * facts. Under {@code async} and {@code ssp} the task queue knows more; {@link JobHistory} combines
 * the two.
 */
final class TrainingProgress {
  private static final long NONE = -1;

  private long version;
  private long recorded;
  private long recordsComputed;
  private long recordsCommitted;
  private long badRecords;
  private long epochRecords;
  private long finalVersion = NONE;
  private Metrics epochMetrics = Metrics.NONE;
  private Speculated speculated = Speculated.NOTHING;

  void on(TrainingFact.Progressed fact) {
    recorded = fact.version().number();
    version = fact.version().number();
    epochMetrics = fact.epoch();
    recordsComputed = fact.recordsComputed();
    recordsCommitted = fact.recordsCommitted();
    badRecords = fact.badRecords();
    speculated = fact.speculated();
    onEpochRecords(fact.epoch().records());
  }

  void on(ResultFact.FinalVersion fact) {
    finalVersion = fact.version().number();
    version = fact.version().number();
  }

  /** A line begins at this version, which is committed. */
  void onLine(long base) {
    version = Math.max(version, base);
  }

  void onEpochRecords(long records) {
    epochRecords = Math.max(epochRecords, records);
  }

  /**
   * The job rolls back to a version.
   *
   * @param to the checkpoint of it, or null for the initial values
   * @param computed the records computed so far, which stay counted
   */
  void rollBack(long base, CheckpointFact.CheckpointAdded to, long computed) {
    version = base;
    recorded = base;
    finalVersion = NONE;
    recordsComputed = computed;
    epochMetrics = to == null ? Metrics.NONE : to.at().epoch();
    recordsCommitted = to == null ? 0 : to.at().recordsCommitted();
    badRecords = to == null ? 0 : to.at().badRecords();
  }

  /** The newest version that the journal shows as committed. */
  long version() {
    return version;
  }

  /** The newest version with recorded metrics. */
  long recorded() {
    return recorded;
  }

  long recordsComputed() {
    return recordsComputed;
  }

  long recordsCommitted() {
    return recordsCommitted;
  }

  /** Distinct broken records of the training data so far. */
  long badRecords() {
    return badRecords;
  }

  /** The most records of one epoch that the journal shows. */
  long epochRecords() {
    return epochRecords;
  }

  Metrics epochMetrics() {
    return epochMetrics;
  }

  /** The counters of speculative execution. */
  Speculated speculated() {
    return speculated;
  }

  /** Whether the last version is committed. */
  boolean isFinal() {
    return finalVersion != NONE;
  }
}
