package trainer.master.job;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.Fact;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Line;
import trainer.core.job.JobSpec;
import trainer.master.job.history.JobHistory;
import trainer.master.job.history.JobPlan;

/** A job that another one goes on from, as its journal shows it. */
public final class EarlierJob {
  private final List<Fact> facts;
  private final JobHistory history;

  /**
   * @param facts of its log
   */
  public EarlierJob(JobSpec spec, List<Fact> facts) {
    this.facts = List.copyOf(facts);
    this.history = new JobHistory(JobPlan.of(spec));
    facts.forEach(history::apply);
  }

  /** The digest of its input, or null if it had not been read. */
  public String indexDigest() {
    return history.indexDigest();
  }

  /** Its checkpoints, the newest first. */
  public List<CheckpointFact.CheckpointAdded> checkpoints() {
    List<CheckpointFact.CheckpointAdded> all = new ArrayList<>(history.checkpoints().all());
    Collections.reverse(all);
    return all;
  }

  /**
   * The facts with which the other job begins: what was measured, and what was known at a
   * checkpoint.
   *
   * @param checkpoint to begin at, or null for the initial values
   */
  public List<Fact> originAt(CheckpointFact.CheckpointAdded checkpoint) {
    List<Fact> origin = new ArrayList<>();
    if (history.measured().isWhole()) {
      facts.stream().filter(EarlierJob::isMeasured).forEach(origin::add);
    }
    if (checkpoint == null) {
      return origin;
    }
    long version = checkpoint.version().number();
    history.curve().points().stream()
        .filter(point -> point.version().number() <= version)
        .forEach(origin::add);
    history.aggregated().values().stream()
        .filter(one -> one.version().number() <= version)
        .forEach(origin::add);
    origin.add(
        new CheckpointFact.CheckpointAdded(
            checkpoint.version(),
            checkpoint.mark(),
            Line.NONE,
            checkpoint.folder(),
            checkpoint.digest(),
            checkpoint.bytes(),
            checkpoint.at(),
            checkpoint.queue()));
    return origin;
  }

  private static boolean isMeasured(Fact fact) {
    return fact instanceof TrainingFact.Measured
        || fact instanceof TrainingFact.StandardisationsGiven;
  }
}
