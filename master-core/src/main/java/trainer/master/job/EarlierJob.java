package trainer.master.job;

import java.util.ArrayList;
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

  /** Its checkpoints, the oldest first. */
  public List<CheckpointFact.CheckpointAdded> checkpoints() {
    return history.checkpoints().all();
  }

  /** Whether a folder has the rows that it began with in place of initial values. */
  public boolean isOrigin(String folder) {
    return history.checkpoints().isOrigin(folder);
  }

  /**
   * The facts with which the other job begins: what was measured, its checkpoints, and what was
   * known at the newest of them.
   *
   * @param checkpoints those that can be loaded, the oldest first
   */
  public List<Fact> originAt(List<CheckpointFact.CheckpointAdded> checkpoints) {
    List<Fact> origin = new ArrayList<>();
    if (history.measured().isWhole()) {
      facts.stream().filter(EarlierJob::isMeasured).forEach(origin::add);
    }
    if (checkpoints.isEmpty()) {
      return origin;
    }
    long version = checkpoints.get(checkpoints.size() - 1).version().number();
    history.curve().points().stream()
        .filter(point -> point.version().number() <= version)
        .forEach(origin::add);
    origin.addAll(history.aggregatedInTurn(version));
    checkpoints.forEach(checkpoint -> origin.add(ofNoLine(checkpoint)));
    return origin;
  }

  /** A checkpoint of no line of the other job. */
  private static CheckpointFact.CheckpointAdded ofNoLine(CheckpointFact.CheckpointAdded one) {
    return new CheckpointFact.CheckpointAdded(
        one.version(),
        one.mark(),
        Line.NONE,
        one.folder(),
        one.digest(),
        one.bytes(),
        one.at(),
        one.queue());
  }

  private static boolean isMeasured(Fact fact) {
    return fact instanceof TrainingFact.Measured
        || fact instanceof TrainingFact.StandardisationsGiven;
  }
}
