package trainer.master.job.history;

import java.util.List;
import java.util.NavigableMap;
import trainer.core.aggregate.Aggregate;
import trainer.core.config.Keys;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.EndingFact;
import trainer.core.fact.Fact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.ResultFact;
import trainer.core.fact.Speculated;
import trainer.core.fact.TargetFact;
import trainer.core.failure.Failure;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.job.JobState;
import trainer.core.message.EvaluationSummary;
import trainer.core.message.Metrics;
import trainer.core.table.PartitionMap;
import trainer.master.job.api.JobView;
import trainer.master.queue.QueueCounts;
import trainer.master.queue.QueueHistory;

/**
 * The journaled state of one job: a fold over its facts. The running core applies each fact as it
 * appends it; a reader applies the facts that it reads. Both arrive at the same state.
 *
 * <p>Each group of facts has its own fold, such as {@link LineHistory} or {@link TrainingProgress}.
 * {@link JobFolds} passes each fact to those that it concerns, and this class combines their state.
 */
public final class JobHistory {
  private final JobPlan plan;
  private final JobFolds folds;

  public JobHistory(JobPlan plan) {
    this.plan = plan;
    this.folds = new JobFolds(plan);
  }

  public void apply(Fact fact) {
    fact.to(folds);
  }

  /** The checkpoints that a rollback may use. */
  public CheckpointCatalog checkpoints() {
    return folds.checkpoints;
  }

  /** The work that rollbacks repeated under {@code async} and {@code ssp}. */
  public JobView.Repeated repeated() {
    return folds.repeatedWork.repeated();
  }

  /** The valid and the damaged checkpoints, for the report. */
  public List<JobView.Checkpoint> checkpointViews() {
    return folds.checkpoints.views();
  }

  /** The newest checkpoint request if its outcome is not recorded, else null. */
  public CheckpointFact.CheckpointAsked asked() {
    return folds.checkpoints.asked();
  }

  /** The folder of the checkpoint used by the last rollback; empty for the initial values. */
  public String checkpoint() {
    return folds.checkpoints.used();
  }

  /** The timeouts of blocks under {@code bsp}. */
  public BlockTimeouts timeouts() {
    return folds.timeouts;
  }

  public JobState state() {
    return folds.states.state();
  }

  public List<JobView.Entered> states() {
    return folds.states.entered();
  }

  public Failure failure() {
    return folds.states.failure();
  }

  public PartitionMap map() {
    return folds.map;
  }

  /** The newest request for a number of workers, or null. */
  public TargetFact.WorkersWanted workersWanted() {
    return folds.workersWanted;
  }

  /** The target indices of the pservers. */
  public PserverTargets pserverTargets() {
    return folds.pserverTargets;
  }

  public Term term() {
    return folds.term;
  }

  public Line line() {
    return folds.lines.line();
  }

  public long base() {
    return folds.lines.base();
  }

  /** The line under which version {@link #base} was committed. */
  public Line lineOfBase() {
    return folds.lines.lineOfBase();
  }

  /** The newest line that began with a rollback; 0 if there was none. */
  public Line lastBack() {
    return folds.lines.lastBack();
  }

  /** The number of rollbacks. */
  public long rollbacks() {
    return folds.lines.rollbacks();
  }

  /** The newest version with recorded metrics. */
  public long progressed() {
    return folds.progress.recorded();
  }

  /** The masters of the job so far. */
  public MasterHistory masters() {
    return folds.masters;
  }

  /** The digest of the input when its block index was built, or null before. */
  public String indexDigest() {
    return folds.target.indexDigest();
  }

  /** Whether the wind-down is over. */
  public boolean isEnded() {
    return folds.states.isEnded();
  }

  /** The newest version that the journal shows as committed. */
  public long version() {
    return folds.progress.version();
  }

  /** Versions of the whole training; 0 before the block index is built. */
  public long versions() {
    return folds.target.versions();
  }

  /** The version at which training ends: the last one, unless a user asked for an earlier stop. */
  public long target() {
    return folds.target.last();
  }

  /**
   * Whether the training has gone beyond its last version, because an earlier one is the best: the
   * job has to roll back.
   */
  public boolean isPastTarget() {
    return folds.target.isEarly() && version() > target();
  }

  /** What early stopping makes of the learning curve so far; its best version is 0 without it. */
  public EarlyStopping.Verdict earlyStopping() {
    return folds.curve.verdict();
  }

  /** Whether the training has been ended because the held-out metric did not improve. */
  public boolean isStoppedEarly() {
    return folds.target.isEarly();
  }

  /** Whether the learning curve says that the training is over, and nobody has recorded it yet. */
  public boolean isOverfitted() {
    EarlyStopping rule = plan.training().validation().stopping();
    return rule != null && !isStoppedEarly() && rule.ends(earlyStopping());
  }

  /** The request to end before the last version, or null. */
  public JobView.Stop stop() {
    return folds.target.stop();
  }

  public long window() {
    return folds.window;
  }

  /** The pass of the newest committed version, from 1; 0 before the first version. */
  public int epoch() {
    return isByQueue()
        ? folds.target.epochsBefore(folds.queueHistory.queue().version())
            + (int) folds.queueHistory.pass().number()
            + 1
        : folds.target.epoch(version());
  }

  /** Whether the task queue knows more of the progress than the recorded versions. */
  private boolean isByQueue() {
    return folds.queueHistory.queue() != null && plan.training().sync().mode().isOnArrival();
  }

  /** The pass in which a version is made. */
  public int epochOf(long ofVersion) {
    return folds.target.epoch(ofVersion);
  }

  /** The pass of a task slot, from 1, under {@code async} and {@code ssp}. */
  public int epochOfTurn(long ofVersion, long slot) {
    return folds.target.epochsBefore(ofVersion)
        + (int) (slot / folds.queueHistory.queue().tasks())
        + 1;
  }

  /** The most records of one epoch that the journal shows. */
  public long epochRecords() {
    return folds.progress.epochRecords();
  }

  /** Distinct broken records of the training data so far. */
  public long badRecords() {
    return folds.progress.badRecords();
  }

  /** The counters of speculative execution. */
  public Speculated speculated() {
    return folds.progress.speculated();
  }

  public long recordsComputed() {
    return Math.max(
        Math.max(folds.progress.recordsComputed(), folds.queueHistory.totals().records()),
        folds.output.rows());
  }

  /** Records of all committed versions, by the newest recorded progress. */
  public long recordsCommitted() {
    return Math.max(
        Math.max(folds.progress.recordsCommitted(), folds.queueHistory.totals().records()),
        folds.output.rows());
  }

  /** The progressive metrics of the epoch so far. */
  public Metrics epochMetrics() {
    return isByQueue() ? folds.queueHistory.pass().metrics() : folds.progress.epochMetrics();
  }

  /**
   * The task queues for the report; null before the block index is built.
   *
   * @param hands the assigned tasks to list
   */
  public JobView.Tasks tasks(JobView.Hands hands) {
    if (folds.bspQueue != null) {
      return folds.bspQueue.at(version(), folds.window, hands);
    }
    if (folds.queueHistory.queue() == null) {
      return null;
    }
    QueueCounts counts = folds.queueHistory.queue().counts();
    return new JobView.Tasks(
        counts.todo(),
        counts.pending(),
        counts.done(),
        counts.discarded(),
        hands,
        folds.queueHistory.discards().stream()
            .map(one -> new JobView.Discarded(one.task(), one.kind(), one.evidence()))
            .toList(),
        folds.queueHistory.totals().staleness().counts());
  }

  /** Admitted and refused gradients under {@code versioned}; else null. */
  public JobView.Versioned versioned() {
    QueueChange.Totals totals = folds.queueHistory.totals();
    return plan.training().sync().mode() == Keys.Sync.VERSIONED
        ? new JobView.Versioned(totals.reports(), totals.refusals())
        : null;
  }

  /** The task queue; empty for a job without one. */
  public QueueHistory queueHistory() {
    return folds.queueHistory;
  }

  public boolean isFinal() {
    return folds.progress.isFinal();
  }

  /** Whether a scoring job has all its rows, so that nothing is left to do for pservers. */
  public boolean isScored() {
    return plan.training().isScoring() && isFinal();
  }

  /** The moments of the columns that are standardised, so far. */
  public MeasuredColumns measured() {
    return folds.measured;
  }

  /** The scores of the held-out records, by version. */
  public LearningCurve curve() {
    return folds.curve;
  }

  /** The metrics of the held-out records with the final version, or null. */
  public EvaluationSummary heldOut() {
    return isFinal() ? folds.curve.at(version()) : null;
  }

  /** The files of a scoring job's output that count. */
  public OutputHistory output() {
    return folds.output;
  }

  /** Results of the recorded aggregations, by {@link trainer.core.job.ModelSpec#fold}. */
  public NavigableMap<Integer, ResultFact.Aggregated> aggregated() {
    return folds.aggregates.all();
  }

  /**
   * Results of the aggregate phases that had their turn up to a version. A stop may have skipped
   * others, which were folded at the end.
   */
  public List<ResultFact.Aggregated> aggregatedInTurn(long upTo) {
    return aggregated().values().stream()
        .filter(one -> one.version().number() <= upTo)
        .filter(one -> folds.target.folds(one.version().number()).contains(one.fold()))
        .toList();
  }

  /** Results of the aggregate phases before this one. */
  public List<Aggregate> aggregatesBefore(int phase) {
    return folds.aggregates.before(Math.min(phase, plan.training().phases().size()));
  }

  /** Whether the model may already be visible at its output path. */
  public boolean isPublishing() {
    return folds.publication.isBegun();
  }

  /** The folder that the newest publication renames to the output path, or null. */
  public String publishedFrom() {
    return folds.publication.folder();
  }

  /** The decided end of the job, or null. */
  public EndingFact.EndDecided decided() {
    return folds.states.decided();
  }

  public String modelId() {
    return folds.publication.modelId();
  }

  public String modelLocation() {
    return folds.publication.location();
  }
}
