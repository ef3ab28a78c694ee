package trainer.master.job.history;

import java.util.List;
import trainer.core.fact.JobFact;
import trainer.core.fact.TargetFact;
import trainer.master.job.api.JobView;

/**
 * The versions that a training has to make: fixed when the block index is built, and shortened by a
 * stop. A fold over facts.
 */
final class TrainingTarget {
  private final JobPlan plan;
  private String indexDigest;
  private long versions;
  private VersionSchedule schedule;
  private JobView.Stop stop;

  TrainingTarget(JobPlan plan) {
    this.plan = plan;
  }

  void on(JobFact.JobDefined fact) {
    indexDigest = fact.indexDigest();
    versions = fact.versions();
    schedule = VersionSchedule.ofLength(plan.steps(), versions);
  }

  void on(TargetFact.StopScheduled fact) {
    boolean isEarly = fact.stopAt().number() < fact.fromVersion().number();
    stop = new JobView.Stop(fact.by(), fact.at(), fact.stopAt().number(), isEarly);
  }

  /** The digest of the input when its block index was built, or null before. */
  String indexDigest() {
    return indexDigest;
  }

  /** Versions of the whole training; 0 before the block index is built. */
  long versions() {
    return versions;
  }

  /** The version at which training ends: the last one, unless a user asked for an earlier stop. */
  long last() {
    return stop == null ? versions : stop.version();
  }

  /** The request to end before the last version, or null. */
  JobView.Stop stop() {
    return stop;
  }

  /** Whether the last version is one before the newest: it was the best. */
  boolean isEarly() {
    return stop != null && stop.isEarly();
  }

  /** The pass in which a version is made, from 1; 0 before the block index is built. */
  int epoch(long version) {
    return schedule == null ? 0 : schedule.epoch(version);
  }

  /** The aggregate phases that run after a version and before the next. */
  List<Integer> folds(long version) {
    return schedule == null ? List.of() : schedule.folds(version);
  }

  /** Passes over the data before the phase that makes a version. */
  int epochsBefore(long version) {
    return plan.epochsBefore(schedule.phase(version));
  }
}
