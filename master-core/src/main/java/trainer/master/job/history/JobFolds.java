package trainer.master.job.history;

import trainer.core.fact.Fact;
import trainer.core.id.Term;
import trainer.core.table.PartitionMap;
import trainer.master.queue.QueueHistory;

/**
 * The folds of a job's facts. Each fact is passed to the folds that it concerns; {@link JobHistory}
 * shows their state.
 */
final class JobFolds implements Fact.Handler {
  private final JobPlan plan;
  final StateHistory states = new StateHistory();
  final MasterHistory masters = new MasterHistory();
  final LineHistory lines = new LineHistory();
  final TrainingTarget target;
  final TrainingProgress progress = new TrainingProgress();
  final QueueHistory queueHistory = new QueueHistory();
  final RepeatedWork repeatedWork = new RepeatedWork();
  final CheckpointCatalog checkpoints = new CheckpointCatalog();
  final BlockTimeouts timeouts = new BlockTimeouts();
  final AggregateResults aggregates = new AggregateResults();
  final PublicationHistory publication = new PublicationHistory();
  final PserverTargets pserverTargets;
  ScoringProgress scores = new ScoringProgress();
  BspQueueView bspQueue;
  PartitionMap map;
  Fact.WorkersWanted workersWanted;
  Term term = Term.NONE;
  long window;

  JobFolds(JobPlan plan) {
    this.plan = plan;
    this.target = new TrainingTarget(plan);
    this.pserverTargets = new PserverTargets(plan.pservers().count());
  }

  @Override
  public void on(Fact.TermTaken fact) {
    term = fact.term();
    masters.onTermTaken(fact.term(), fact.at());
  }

  @Override
  public void on(Fact.JobDefined fact) {
    target.on(fact);
    bspQueue =
        plan.training().sync().mode().hasTasks()
            ? null
            : new BspQueueView(plan, fact.seed(), fact.blocks());
  }

  @Override
  public void on(Fact.StateEntered fact) {
    states.on(fact);
    masters.onAlive(fact.at());
    masters.onRecovered(fact.at());
    masters.onProgress();
  }

  @Override
  public void on(Fact.MapDefined fact) {
    map = fact.map();
    pserverTargets.on(fact);
  }

  @Override
  public void on(Fact.LineOpened fact) {
    lines.on(fact);
    progress.onLine(fact.base().number());
    if (fact.back()) {
      rollBack(fact.base().number());
    } else {
      queueHistory.beginLine(fact.base().number());
    }
  }

  /** Rolls the state back to a version. Tables folded up to it stay. */
  private void rollBack(long base) {
    Fact.CheckpointAdded to = checkpoints.newest();
    checkpoints.rollBack();
    // the task queue forgets these records below, but they were computed all the same
    progress.rollBack(base, to, Math.max(progress.recordsComputed(), queueHistory.records()));
    scores = new ScoringProgress();
    aggregates.rollBack(base);
    repeatedWork.rollBack(queueHistory, to);
  }

  @Override
  public void on(Fact.StopScheduled fact) {
    target.on(fact);
    masters.onAlive(fact.at());
    queueHistory.stop(fact.stopAt().number());
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
    if (lines.isNewWork(fact.version().number())) {
      masters.onRecovered(fact.at());
    }
    if (fact.version().number() > progress.recorded()) {
      masters.onProgress();
    }
    progress.on(fact);
  }

  @Override
  public void on(Fact.FinalVersion fact) {
    progress.on(fact);
    masters.onProgress();
  }

  @Override
  public void on(Fact.Aggregated fact) {
    aggregates.on(fact);
    masters.onProgress();
  }

  @Override
  public void on(Fact.Scored fact) {
    scores.on(fact);
    masters.onProgress();
  }

  @Override
  public void on(Fact.PublishingBegun fact) {
    publication.on(fact);
    masters.onProgress();
  }

  @Override
  public void on(Fact.Exported fact) {
    publication.on(fact);
    masters.onProgress();
  }

  @Override
  public void on(Fact.EndDecided fact) {
    states.on(fact);
    masters.onAlive(fact.at());
    masters.onRecovered(fact.at());
    masters.onProgress();
  }

  @Override
  public void on(Fact.Ended fact) {
    states.on(fact);
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
      lines.onTaskFinished();
      masters.onProgress();
    }
    fact.change().to(queueHistory);
    progress.onEpochRecords(queueHistory.metrics().records());
  }

  @Override
  public void on(Fact.BlockTimedOut fact) {
    timeouts.on(fact);
  }

  @Override
  public void on(Fact.CheckpointAsked fact) {
    checkpoints.on(fact);
  }

  @Override
  public void on(Fact.CheckpointAdded fact) {
    checkpoints.on(fact);
    masters.onProgress();
  }

  @Override
  public void on(Fact.CheckpointRetired fact) {
    checkpoints.retire(fact);
  }
}
