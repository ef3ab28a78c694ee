package trainer.master.job.history;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import trainer.core.aggregate.Aggregate;
import trainer.core.config.Keys;
import trainer.core.fact.Fact;
import trainer.core.fact.Speculated;
import trainer.core.failure.Failure;
import trainer.core.job.JobState;
import trainer.core.message.Metrics;
import trainer.core.table.PartitionMap;
import trainer.master.job.api.JobView;
import trainer.master.queue.QueueCounts;
import trainer.master.queue.QueueHistory;

/**
 * The journaled state of one job: a fold over its facts. The running core applies each fact as it
 * appends it; a reader applies the facts that it reads. Both arrive at the same state.
 */
public final class JobHistory implements Fact.Handler {
  private final JobPlan plan;
  private final List<JobView.Entered> states = new ArrayList<>();
  private final MasterHistory masters = new MasterHistory();
  private final QueueHistory queueHistory = new QueueHistory();
  private final PserverTargets pserverTargets;
  private Fact.WorkersWanted workersWanted;
  private ScoringProgress scores = new ScoringProgress();
  private final NavigableMap<Integer, Fact.Aggregated> aggregated = new TreeMap<>();
  private JobState state = JobState.NEW;
  private Failure failure;
  private PartitionMap map;
  private String indexDigest;
  private long term;
  private long line;
  private long base;
  private long lineOfBase;
  private long lastBack;
  private long rollbacks;
  private final CheckpointCatalog checkpoints = new CheckpointCatalog();
  private final List<JobView.Checkpoint> damaged = new ArrayList<>();
  private String checkpoint = "";
  private JobView.Repeated repeated = new JobView.Repeated(0, 0);
  private Fact.CheckpointAsked asked;
  private long version;
  private long progressed;
  private long versions;
  private VersionSchedule schedule;
  private BspQueueView bspQueue;
  private JobView.Stop stop;
  private long window;
  private long recordsComputed;
  private Speculated speculated = Speculated.NOTHING;
  private long recordsCommitted;
  private long badRecords;
  private Metrics epochMetrics = Metrics.NONE;
  private long epochRecords;
  private long finalVersion = -1;
  private String publishedFrom;
  private String modelId;
  private String modelLocation;
  private Fact.EndDecided decided;
  private boolean ended;
  private boolean doneSinceLine;
  private final BlockTimeouts timeouts = new BlockTimeouts();

  public JobHistory(JobPlan plan) {
    this.plan = plan;
    this.pserverTargets = new PserverTargets(plan.pservers());
  }

  public void apply(Fact fact) {
    fact.to(this);
  }

  @Override
  public void on(Fact.TermTaken fact) {
    term = fact.term();
    masters.onTermTaken(fact.term(), fact.at());
  }

  @Override
  public void on(Fact.JobDefined fact) {
    indexDigest = fact.indexDigest();
    versions = fact.versions();
    schedule = VersionSchedule.ofLength(plan.steps(), versions);
    bspQueue = plan.sync().hasTasks() ? null : new BspQueueView(plan, fact.seed(), fact.blocks());
  }

  @Override
  public void on(Fact.StateEntered fact) {
    state = fact.state();
    states.add(new JobView.Entered(fact.state(), fact.at()));
    masters.onAlive(fact.at());
    masters.onRecovered(fact.at());
    masters.onProgress();
    if (fact.failure() != null) {
      failure = fact.failure();
    }
  }

  @Override
  public void on(Fact.MapDefined fact) {
    map = fact.map();
    pserverTargets.on(fact);
  }

  @Override
  public void on(Fact.LineOpened fact) {
    line = fact.line();
    base = fact.base();
    lineOfBase = fact.lineOfBase();
    doneSinceLine = false;
    version = Math.max(version, fact.base());
    if (fact.back()) {
      rollBack();
    } else {
      queueHistory.beginLine(base);
    }
  }

  /**
   * Rolls the state back to the base of the line. Computed records and tables folded up to the base
   * stay counted.
   */
  private void rollBack() {
    Fact.CheckpointAdded to = checkpoints.newest();
    rollbacks++;
    lastBack = line;
    asked = null;
    checkpoint = to == null ? "" : to.folder();
    version = base;
    progressed = base;
    epochMetrics = to == null ? Metrics.NONE : to.at().epoch();
    recordsCommitted = to == null ? 0 : to.at().recordsCommitted();
    badRecords = to == null ? 0 : to.at().badRecords();
    finalVersion = -1;
    scores = new ScoringProgress();
    aggregated.values().removeIf(one -> one.version() > base);
    // rollBack below forgets these records, but they were computed all the same
    recordsComputed = recordsComputed();
    long finished = queueHistory.records();
    int again = queueHistory.rollBack(to == null ? null : to.queue());
    repeated = repeated.plus(finished - queueHistory.records(), again);
  }

  @Override
  public void on(Fact.StopScheduled fact) {
    stop = new JobView.Stop(fact.by(), fact.at(), fact.stopAt());
    masters.onAlive(fact.at());
    queueHistory.stop(fact.stopAt());
  }

  @Override
  public void on(Fact.PserversWanted fact) {
    pserverTargets.on(fact);
    masters.onAlive(fact.at());
  }

  @Override
  public void on(Fact.WorkersWanted fact) {
    workersWanted = fact;
    masters.onAlive(fact.at());
  }

  @Override
  public void on(Fact.WindowOpened fact) {
    window = Math.max(window, fact.upTo());
  }

  @Override
  public void on(Fact.Progressed fact) {
    masters.onAlive(fact.at());
    // progress recorded at the base of a line proves no new work
    if (fact.version() > base || doneSinceLine) {
      masters.onRecovered(fact.at());
    }
    if (fact.version() > progressed) {
      masters.onProgress();
    }
    progressed = fact.version();
    version = fact.version();
    epochMetrics = fact.epoch();
    recordsComputed = fact.recordsComputed();
    recordsCommitted = fact.recordsCommitted();
    badRecords = fact.badRecords();
    speculated = fact.speculated();
    epochRecords = Math.max(epochRecords, fact.epoch().records());
  }

  @Override
  public void on(Fact.FinalVersion fact) {
    finalVersion = fact.version();
    version = fact.version();
    masters.onProgress();
  }

  @Override
  public void on(Fact.Aggregated fact) {
    aggregated.put(fact.fold(), fact);
    masters.onProgress();
  }

  @Override
  public void on(Fact.Scored fact) {
    scores.on(fact);
    masters.onProgress();
  }

  @Override
  public void on(Fact.PublishingBegun fact) {
    publishedFrom = fact.folder();
    masters.onProgress();
  }

  @Override
  public void on(Fact.Exported fact) {
    modelId = fact.modelId();
    modelLocation = fact.location();
    masters.onProgress();
  }

  @Override
  public void on(Fact.EndDecided fact) {
    decided = fact;
    masters.onAlive(fact.at());
    masters.onRecovered(fact.at());
    masters.onProgress();
  }

  @Override
  public void on(Fact.Ended fact) {
    ended = true; // the last StateEntered holds the end state
  }

  @Override
  public void on(Fact.ContainerNoted fact) {
    // Kept in the fleet's journal; ContainerRoster folds those of a job.
  }

  @Override
  public void on(Fact.NodeNoted fact) {
    // Kept in the fleet's journal; NodeHealth folds them.
  }

  @Override
  public void on(Fact.QueueChanged fact) {
    if (queueHistory.isFinishing(fact.change())) {
      doneSinceLine = true;
      masters.onProgress();
    }
    fact.change().to(queueHistory);
    epochRecords = Math.max(epochRecords, queueHistory.metrics().records());
  }

  @Override
  public void on(Fact.BlockTimedOut fact) {
    timeouts.on(fact);
  }

  @Override
  public void on(Fact.CheckpointAsked fact) {
    asked = fact;
    checkpoints.on(fact);
  }

  @Override
  public void on(Fact.CheckpointAdded fact) {
    checkpoints.on(fact);
    answered(fact.version(), fact.mark());
    masters.onProgress();
  }

  /** Clears the open checkpoint request if it is this one: its outcome is recorded. */
  private void answered(long ofVersion, long mark) {
    if (asked != null && asked.version() == ofVersion && asked.mark() == mark) {
      asked = null;
    }
  }

  @Override
  public void on(Fact.CheckpointRetired fact) {
    answered(fact.version(), fact.mark());
    Fact.CheckpointAdded condemned = checkpoints.retire(fact);
    if (condemned != null && !fact.damage().isEmpty()) {
      damaged.add(view(condemned, fact.damage()));
    }
  }

  private static JobView.Checkpoint view(Fact.CheckpointAdded fact, String damage) {
    return new JobView.Checkpoint(
        fact.version(), fact.folder(), fact.bytes(), fact.at().at(), damage);
  }

  /** The checkpoints that a rollback may use. */
  public CheckpointCatalog checkpoints() {
    return checkpoints;
  }

  /** The work that rollbacks repeated under {@code async} and {@code ssp}. */
  public JobView.Repeated repeated() {
    return repeated;
  }

  /** The valid and the damaged checkpoints, for the report. */
  public List<JobView.Checkpoint> checkpointViews() {
    List<JobView.Checkpoint> views = new ArrayList<>(damaged);
    checkpoints.all().forEach(one -> views.add(view(one, "")));
    return views;
  }

  /** The newest checkpoint request if its outcome is not recorded, else null. */
  public Fact.CheckpointAsked asked() {
    return asked;
  }

  /** The folder of the checkpoint used by the last rollback; empty for the initial values. */
  public String checkpoint() {
    return checkpoint;
  }

  /** The timeouts of blocks under {@code bsp}. */
  public BlockTimeouts timeouts() {
    return timeouts;
  }

  public JobState state() {
    return state;
  }

  public List<JobView.Entered> states() {
    return List.copyOf(states);
  }

  public Failure failure() {
    return failure == null && decided != null ? decided.failure() : failure;
  }

  public PartitionMap map() {
    return map;
  }

  /** The newest request for a number of workers, or null. */
  public Fact.WorkersWanted workersWanted() {
    return workersWanted;
  }

  /** The target indices of the pservers. */
  public PserverTargets pserverTargets() {
    return pserverTargets;
  }

  public long term() {
    return term;
  }

  public long line() {
    return line;
  }

  public long base() {
    return base;
  }

  /** The line under which version {@link #base} was committed. */
  public long lineOfBase() {
    return lineOfBase;
  }

  /** The newest line that began with a rollback; 0 if there was none. */
  public long lastBack() {
    return lastBack;
  }

  /** The number of rollbacks. */
  public long rollbacks() {
    return rollbacks;
  }

  /** The newest version with recorded metrics. */
  public long progressed() {
    return progressed;
  }

  /** The masters of the job so far. */
  public MasterHistory masters() {
    return masters;
  }

  /** The digest of the input when its block index was built, or null before. */
  public String indexDigest() {
    return indexDigest;
  }

  /** Whether the wind-down is over. */
  public boolean isEnded() {
    return ended;
  }

  /** The newest version that the journal shows as committed. */
  public long version() {
    return version;
  }

  /** Versions of the whole training; 0 before the block index is built. */
  public long versions() {
    return versions;
  }

  /** The version at which training ends: the last one, unless a user asked for an earlier stop. */
  public long target() {
    return stop == null ? versions : stop.version();
  }

  /** The request to end before the last version, or null. */
  public JobView.Stop stop() {
    return stop;
  }

  public long window() {
    return window;
  }

  /** The pass of the newest committed version, from 1; 0 before the first version. */
  public int epoch() {
    if (queueHistory.queue() != null && plan.sync().isOnArrival()) {
      return plan.epochsBefore(schedule.phase(queueHistory.queue().version()))
          + (int) queueHistory.pass()
          + 1;
    }
    return schedule == null ? 0 : schedule.epoch(version);
  }

  /** The pass in which a version is made. */
  public int epochOf(long ofVersion) {
    return schedule.epoch(ofVersion);
  }

  /** The pass of a task slot, from 1, under {@code async} and {@code ssp}. */
  public int epochOfTurn(long ofVersion, long turn) {
    return plan.epochsBefore(schedule.phase(ofVersion))
        + (int) (turn / queueHistory.queue().tasks())
        + 1;
  }

  /** The most records of one epoch that the journal shows. */
  public long epochRecords() {
    return epochRecords;
  }

  /** Distinct broken records of the training data so far. */
  public long badRecords() {
    return badRecords;
  }

  /** The counters of speculative execution. */
  public Speculated speculated() {
    return speculated;
  }

  public long recordsComputed() {
    return Math.max(recordsComputed, queueHistory.records());
  }

  /** Records of all committed versions, by the newest recorded progress. */
  public long recordsCommitted() {
    return Math.max(recordsCommitted, queueHistory.records());
  }

  /** The progressive metrics of the epoch so far. */
  public Metrics epochMetrics() {
    return queueHistory.queue() != null && plan.sync().isOnArrival()
        ? queueHistory.metrics()
        : epochMetrics;
  }

  /**
   * The task queues for the report; null before the block index is built.
   *
   * @param hands the assigned tasks to list
   */
  public JobView.Tasks tasks(List<JobView.Task> hands) {
    if (bspQueue != null) {
      return bspQueue.at(version, window, hands);
    }
    if (queueHistory.queue() == null) {
      return null;
    }
    QueueCounts counts = queueHistory.queue().counts();
    return new JobView.Tasks(
        counts.todo(),
        counts.pending(),
        counts.done(),
        counts.discarded(),
        hands,
        queueHistory.discards().stream()
            .map(one -> new JobView.Discarded(one.task(), one.kind(), one.evidence()))
            .toList(),
        queueHistory.staleness().counts());
  }

  /** Admitted and refused gradients under {@code versioned}; else null. */
  public JobView.Versioned versioned() {
    return plan.sync() == Keys.Sync.VERSIONED
        ? new JobView.Versioned(queueHistory.reports(), queueHistory.refusals())
        : null;
  }

  /** The task queue; empty for a job without one. */
  public QueueHistory queueHistory() {
    return queueHistory;
  }

  public boolean isFinal() {
    return finalVersion >= 0;
  }

  /** The scores of the held-out records so far. */
  public ScoringProgress scores() {
    return scores;
  }

  /** Results of the recorded aggregations, by {@link trainer.core.job.ModelSpec#fold}. */
  public NavigableMap<Integer, Fact.Aggregated> aggregated() {
    return aggregated;
  }

  /** Results of the aggregate phases before this one. */
  public List<Aggregate> aggregatesBefore(int phase) {
    int phases = Math.min(phase, plan.phases().size());
    return aggregated.headMap(phases).values().stream().map(Fact.Aggregated::result).toList();
  }

  /** Whether the model may already be visible at its output path. */
  public boolean isPublishing() {
    return publishedFrom != null;
  }

  /** The folder that the newest publication renames to the output path, or null. */
  public String publishedFrom() {
    return publishedFrom;
  }

  /** The decided end of the job, or null. */
  public Fact.EndDecided decided() {
    return decided;
  }

  public String modelId() {
    return modelId;
  }

  public String modelLocation() {
    return modelLocation;
  }
}
