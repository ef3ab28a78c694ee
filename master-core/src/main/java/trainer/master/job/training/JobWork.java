package trainer.master.job.training;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import trainer.core.fact.TargetFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Version;
import trainer.core.input.BlockIndex;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.master.job.history.EarlyStopping;
import trainer.master.job.history.JobHistory;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;

/**
 * The work of a job, from the moment its input is cut. Before the training, the columns that are
 * standardised are measured. After it come the scores of the held-out records with the final
 * version, if any, and the aggregates over the final rows.
 */
public final class JobWork {
  private final ColumnMeasurement measurement;
  private final Training training;
  private final HeldOutScoring validation;
  private final JobContext context;
  private final TableAggregation aggregation;
  private final List<Integer> folds;

  /**
   * @param index the blocks of the training data
   */
  public JobWork(
      TrainingParts parts, Training training, HeldOutScoring validation, BlockIndex index) {
    this.context = parts.context();
    this.measurement = new ColumnMeasurement(context, parts.members(), index);
    this.training = training;
    this.aggregation = parts.aggregation();
    this.validation = validation;
    folds = context.spec().isTraining() ? folds(context.spec().model()) : List.of();
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

  /** Takes the answer to a task of the first pass. */
  public void onMeasured(FromWorker.Measured message) {
    measurement.onMeasured(message);
  }

  /** Takes the answer to a task of scoring. */
  public void onEvaluated(FromWorker.Evaluated message) {
    validation.onEvaluated(message);
  }

  /** Takes a pserver's answer to a fold. */
  public void onFolded(Member pserver, FromPserver.Folded message) {
    aggregation.onFolded(pserver, message);
  }

  public boolean isTrained() {
    return training.isFinished();
  }

  /** Whether a scoring job has all its rows. */
  public boolean isScored() {
    return context.history().isScored();
  }

  /** Whether the last version is committed, folded, and all that is held out is scored. */
  public boolean isDone() {
    return isTrained()
        && validation.isDone(context.history().version())
        && !context.history().isPastTarget()
        && folds.stream().allMatch(aggregation::isKnown);
  }

  /** Advances the first pass, then the training, then the aggregates and the scoring. */
  public void reconcile() {
    measurement.reconcile();
    if (!measurement.isDone()) {
      return;
    }
    training.reconcile();
    if (isTrained()) {
      aggregation.reconcile(folds, context.history().version());
    }
    if (isTrained()) {
      validation.reconcile(context.history().version());
    }
  }

  /**
   * Ends the training with the best version, if early stopping says so, or if the training has
   * ended with another one. The best may be the newest: gains below the least that counts.
   */
  public void stopEarly() {
    JobHistory history = context.history();
    EarlyStopping.Verdict verdict = history.earlyStopping();
    boolean isLastScored = isTrained() && history.curve().has(history.version());
    boolean isOver = history.isOverfitted() || (isLastScored && !history.isStoppedEarly());
    if (isOver && verdict.best() > 0 && verdict.best() < history.target()) {
      EarlyStopping rule = context.plan().training().validation().stopping();
      context.record(
          new TargetFact.StopScheduled(
              new Version(history.version()),
              new Version(verdict.best()),
              "early stopping, best " + rule.metric() + " " + verdict.value(),
              context.millis()));
    }
  }

  /** A new process belongs to the job. */
  public void onJoined(Member member) {
    if (member.role() == Role.WORKER) {
      measurement.onJoined();
      training.onJoined(member);
    }
  }

  /**
   * Repeats to a member with a new stream all messages that may have been lost with the old one.
   */
  public void onReconnected(Member member) {
    if (member.role() == Role.WORKER) {
      measurement.onReconnected(member); // before any work
    }
    training.onReconnected(member);
    if (member.role() == Role.PSERVER) {
      aggregation.onReconnected(member);
    }
    if (member.role() == Role.WORKER) {
      validation.onReconnected(member);
    }
  }

  /** The map is without one of its pservers. */
  public void onEvicted(Incarnation pserver) {
    training.onEvicted(pserver);
  }

  /** The job rolled back to a checkpoint: it is trained and scored from there. */
  public void onRolledBack() {
    training.onRolledBack();
  }

  /**
   * A worker is lost: its work is given to others. A finished training is informed too, because a
   * rollback may resume it.
   */
  public void onLost(Member worker, String how) {
    measurement.onLost(worker);
    training.onLost(worker, how);
    validation.onLost(worker);
  }

  /** A worker leaves the job: its work is given to others, and no block is suspected. */
  public void onLeft(Member worker) {
    measurement.onLost(worker);
    training.onLeft(worker);
    validation.onLost(worker);
  }
}
