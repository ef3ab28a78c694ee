package trainer.master.job.history;

import trainer.core.fact.CheckpointFact;
import trainer.core.fact.EndingFact;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.fact.JobFact;
import trainer.core.fact.ResultFact;
import trainer.core.fact.SessionFact;
import trainer.core.fact.TargetFact;
import trainer.core.fact.TrainingFact;
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
  final MeasuredColumns measured = new MeasuredColumns();
  final OutputHistory output = new OutputHistory();
  final LearningCurve curve;
  BspQueueView bspQueue;
  PartitionMap map;
  TargetFact.WorkersWanted workersWanted;
  Term term = Term.NONE;
  long window;

  JobFolds(JobPlan plan) {
    this.plan = plan;
    this.target = new TrainingTarget(plan);
    this.curve = new LearningCurve(plan.training().validation().stopping());
    this.pserverTargets = new PserverTargets(plan.pservers().count());
  }

  @Override
  public void on(JobFact.TermTaken fact) {
    term = fact.term();
    masters.onTermTaken(fact.term(), fact.at());
  }

  @Override
  public void on(JobFact.JobDefined fact) {
    target.on(fact);
    bspQueue =
        plan.training().sync().mode().hasTasks()
            ? null
            : new BspQueueView(plan, fact.seed(), fact.order(), fact.blocks());
  }

  @Override
  public void on(JobFact.StateEntered fact) {
    states.on(fact);
    masters.onAlive(fact.at());
    masters.onRecovered(fact.at());
    masters.onProgress();
  }

  @Override
  public void on(TrainingFact.MapDefined fact) {
    map = fact.map();
    pserverTargets.on(fact);
  }

  @Override
  public void on(TrainingFact.LineOpened fact) {
    lines.on(fact, map != null);
    progress.onLine(fact.base().number());
    if (fact.back() && plan.training().isScoring()) {
      checkpoints.rollBack(); // the pservers load the model again; what is scored stays scored
    } else if (fact.back()) {
      rollBack(fact.base().number());
    } else {
      queueHistory.beginLine(fact.base().number());
    }
  }

  /** Rolls the state back to a version. Tables folded up to it stay. */
  private void rollBack(long base) {
    CheckpointFact.CheckpointAdded to = checkpoints.newest();
    checkpoints.rollBack();
    // the task queue forgets these records below, but they were computed all the same
    progress.rollBack(
        base, to, Math.max(progress.recordsComputed(), queueHistory.totals().records()));
    curve.rollBack(base, target.last());
    aggregates.rollBack(base);
    repeatedWork.rollBack(queueHistory, to, map != null);
  }

  @Override
  public void on(TargetFact.StopScheduled fact) {
    target.on(fact);
    masters.onAlive(fact.at());
    queueHistory.stop(fact.stopAt().number());
  }

  @Override
  public void on(TargetFact.PserversWanted fact) {
    pserverTargets.on(fact);
    masters.onAlive(fact.at());
  }

  @Override
  public void on(TargetFact.WorkersWanted fact) {
    workersWanted = fact;
    masters.onAlive(fact.at());
  }

  @Override
  public void on(TrainingFact.WindowOpened fact) {
    window = Math.max(window, fact.upTo());
  }

  @Override
  public void on(TrainingFact.Progressed fact) {
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
  public void on(TrainingFact.Measured fact) {
    measured.on(fact);
    masters.onProgress();
  }

  @Override
  public void on(TrainingFact.StandardisationsGiven fact) {
    measured.on(fact);
  }

  @Override
  public void on(ResultFact.FinalVersion fact) {
    progress.on(fact);
    masters.onProgress();
  }

  @Override
  public void on(ResultFact.Aggregated fact) {
    aggregates.on(fact);
    masters.onProgress();
  }

  @Override
  public void on(ResultFact.Scored fact) {
    curve.on(fact);
    masters.onProgress();
  }

  @Override
  public void on(ResultFact.FileWritten fact) {
    output.on(fact);
    fact.file().tasks().forEach(task -> queueHistory.onWritten(task.slot().number()));
    lines.onTaskFinished();
    masters.onProgress();
  }

  @Override
  public void on(EndingFact.PublishingBegun fact) {
    publication.on(fact);
    masters.onProgress();
  }

  @Override
  public void on(EndingFact.Exported fact) {
    publication.on(fact);
    masters.onProgress();
  }

  @Override
  public void on(EndingFact.EndDecided fact) {
    states.on(fact);
    masters.onAlive(fact.at());
    masters.onRecovered(fact.at());
    masters.onProgress();
  }

  @Override
  public void on(EndingFact.Ended fact) {
    states.on(fact);
  }

  @Override
  public void on(FleetFact.ContainerNoted fact) {
    // Kept in the fleet's journal; ContainerRoster folds those of a job.
  }

  @Override
  public void on(FleetFact.NodeNoted fact) {
    // Kept in the fleet's journal; NodeHealth folds them.
  }

  @Override
  public void on(SessionFact.JobAccepted fact) {
    // Kept in the fleet's journal, for the session.
  }

  @Override
  public void on(SessionFact.JobOver fact) {
    // Kept in the fleet's journal, for the session.
  }

  @Override
  public void on(SessionFact.EndAsked fact) {
    // Kept in the fleet's journal, for the session.
  }

  @Override
  public void on(TrainingFact.QueueChanged fact) {
    if (queueHistory.isFinishing(fact.change())) {
      lines.onTaskFinished();
      masters.onProgress();
    }
    fact.change().to(queueHistory);
    progress.onEpochRecords(queueHistory.pass().metrics().records());
  }

  @Override
  public void on(TrainingFact.BlockTimedOut fact) {
    timeouts.on(fact);
  }

  @Override
  public void on(CheckpointFact.CheckpointAsked fact) {
    checkpoints.on(fact);
  }

  @Override
  public void on(CheckpointFact.CheckpointAdded fact) {
    checkpoints.on(fact);
    masters.onProgress();
  }

  @Override
  public void on(CheckpointFact.CheckpointRetired fact) {
    checkpoints.retire(fact);
  }
}
