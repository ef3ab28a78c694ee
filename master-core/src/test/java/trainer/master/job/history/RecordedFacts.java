package trainer.master.job.history;

import trainer.core.fact.CheckpointFact;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;

/** Facts with the components that matter to a test. */
final class RecordedFacts {
  private RecordedFacts() {}

  static TrainingFact.Progressed progressed(long version, long epochRecords, long computed) {
    Metrics epoch = new Metrics(epochRecords, ExactSum.ZERO, ExactSum.ZERO);
    return new TrainingFact.Progressed(
        new Version(version), epoch, computed, computed, 1, 10 * version);
  }

  static CheckpointFact.CheckpointAsked asked(long version) {
    return new CheckpointFact.CheckpointAsked(
        new Version(version), 0, new Line(1), "folder-" + version, at(version), null);
  }

  static CheckpointFact.CheckpointAdded added(long version) {
    return new CheckpointFact.CheckpointAdded(
        new Version(version), 0, new Line(1), "folder-" + version, "00", 9, at(version), null);
  }

  private static TrainingFact.Progressed at(long version) {
    return progressed(version, version, version);
  }
}
