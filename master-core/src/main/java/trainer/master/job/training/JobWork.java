package trainer.master.job.training;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import trainer.core.input.BlockIndex;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;

/**
 * The work of a job, from the moment its input is cut. After the training come the scores of the
 * held-out records, if any, and the aggregates over the final rows.
 */
public final class JobWork {
  private final Training training;
  private final HeldOutScoring validation;
  private final JobContext context;
  private final TableAggregation aggregation;
  private final List<Integer> folds;

  /**
   * @param heldOut the blocks that are scored, or null
   */
  public JobWork(TrainingParts parts, Training training, BlockIndex heldOut) {
    this.context = parts.context();
    this.training = training;
    this.aggregation = parts.aggregation();
    folds = folds(context.spec().model());
    validation =
        heldOut == null
            ? null
            : new HeldOutScoring(
                context, parts.members(), parts.lines(), parts.badRecords(), heldOut);
  }

  /** The folds of the final version, including those of phases that an early stop has skipped. */
  private static List<Integer> folds(ModelSpec model) {
    Stream<Integer> ofPhases =
        IntStream.range(0, model.phases().size())
            .filter(phase -> model.phases().get(phase) instanceof Phase.Aggregate)
            .boxed();
    Stream<Integer> summaries = IntStream.range(0, model.tables().size()).mapToObj(model::summary);
    return Stream.concat(ofPhases, summaries).toList();
  }

  public Training training() {
    return training;
  }

  /** Takes the answer to a task of scoring. */
  public void evaluated(FromWorker.Evaluated message) {
    if (isTrained() && validation != null) {
      validation.evaluated(message);
    }
  }

  /** Takes a pserver's answer to a fold. */
  public void folded(Member pserver, FromPserver.Folded message) {
    aggregation.folded(pserver, message);
  }

  public boolean isTrained() {
    return training.isFinished();
  }

  /** Whether the last version is committed, folded, and all that is held out is scored. */
  public boolean isDone() {
    return isTrained()
        && (validation == null || validation.isDone())
        && folds.stream().allMatch(aggregation::isKnown);
  }

  /** Advances the training, then the aggregates and the scoring. */
  public void look() {
    training.look();
    if (isTrained()) {
      aggregation.look(folds, context.history().version());
    }
    if (isTrained() && validation != null && !validation.isDone()) {
      validation.look();
    }
  }

  /** A new process belongs to the job. */
  public void joined(Member member) {
    if (member.role() == Role.WORKER) {
      training.joined(member);
    }
  }

  /**
   * Repeats to a member with a new stream all messages that may have been lost with the old one.
   */
  public void returned(Member member) {
    training.returned(member);
    if (member.role() == Role.PSERVER) {
      aggregation.returned(member);
    }
    if (isTrained() && validation != null) {
      validation.returned(member);
    }
  }

  /** The map is without one of its pservers. */
  public void evicted(long pserver) {
    training.evicted(pserver);
  }

  /** The job rolled back to a checkpoint: it is trained and scored from there. */
  public void wentBack() {
    training.wentBack();
    if (validation != null) {
      validation.wentBack();
    }
  }

  /**
   * A worker is lost: its work is given to others. A finished training is informed too, because a
   * rollback may resume it.
   */
  public void lost(Member worker, String how) {
    training.lost(worker, how);
    if (validation != null) {
      validation.lost(worker);
    }
  }

  /** A worker leaves the job: its work is given to others, and no block is suspected. */
  public void left(Member worker) {
    training.left(worker);
    if (validation != null) {
      validation.lost(worker);
    }
  }
}
