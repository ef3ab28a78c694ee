package trainer.worker.work;

import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToRole;
import trainer.core.message.ToWorker;
import trainer.worker.api.WorkerAction;

/** The handler of messages of the master. It drops those of a lower term. */
final class MasterMessageHandler implements ToRole.Handler, ToWorker.Handler {
  private final LineChange change;
  private final ShareOrders shares;
  private final TaskSteps steps;
  private final VersionedSteps versioned;
  private final ScoringTasks scoring;
  private final MeasuringTasks measuring;
  private final WorkerOutbox out;
  private long term;

  MasterMessageHandler(
      LineChange change,
      ShareOrders shares,
      TaskSteps steps,
      VersionedSteps versioned,
      ScoringTasks scoring,
      MeasuringTasks measuring,
      WorkerOutbox out) {
    this.change = change;
    this.shares = shares;
    this.steps = steps;
    this.versioned = versioned;
    this.scoring = scoring;
    this.measuring = measuring;
    this.out = out;
  }

  @Override
  public void on(ToMember.Welcome message) {
    if (inForce(message.term().number(), "welcome")) {
      change.enter(
          message.line().number(),
          message.base().number(),
          message.lastBack().number(),
          message.map());
    }
  }

  @Override
  public void on(ToMember.NewLine message) {
    if (inForce(message.term().number(), "new line")) {
      change.enter(
          message.line().number(),
          message.base().number(),
          message.lastBack().number(),
          message.map());
    }
  }

  @Override
  public void on(ToWorker.Order message) {
    if (inForce(message.term().number(), "order")) {
      shares.onOrder(message);
    }
  }

  @Override
  public void on(ToWorker.Cancel message) {
    if (inForce(message.term().number(), "cancel")) {
      shares.onCancel(message);
    }
  }

  @Override
  public void on(ToWorker.AssignTasks message) {
    if (inForce(message.term().number(), "assignment")) {
      steps.onAssigned(message);
    }
  }

  @Override
  public void on(ToWorker.Pace message) {
    if (inForce(message.term().number(), "pace")) {
      steps.onPace(message);
    }
  }

  @Override
  public void on(ToWorker.ModelVersion message) {
    if (inForce(message.term().number(), "newest version")) {
      versioned.onModelVersion(message.line().number(), message.version().number());
    }
  }

  @Override
  public void on(ToWorker.Evaluate message) {
    if (inForce(message.term().number(), "evaluation")) {
      scoring.onEvaluate(message);
    }
  }

  @Override
  public void on(ToWorker.Measure message) {
    if (inForce(message.term().number(), "measurement")) {
      measuring.onMeasure(message);
    }
  }

  @Override
  public void on(ToWorker.Standardise message) {
    if (inForce(message.term().number(), "standardisation")) {
      out.add(new WorkerAction.Standardise(message.standardisations()));
    }
  }

  @Override
  public void on(ToWorker.Serve message) {
    out.note("a message for a worker of a pool, ignored: " + message);
  }

  @Override
  public void on(ToMember.Leave message) {
    if (inForce(message.term().number(), "leave")) {
      change.dropAll();
      measuring.clear();
      out.add(new WorkerAction.Leave(message.reason()));
    }
  }

  @Override
  public void on(ToWorker message) {
    message.to((ToWorker.Handler) this);
  }

  @Override
  public void on(ToPserver message) {
    out.note("a message for pservers, ignored: " + message);
  }

  private boolean inForce(long ofTerm, String what) {
    if (ofTerm < term) {
      out.note(what + " of term " + ofTerm + " refused: the term is " + term);
      return false;
    }
    term = ofTerm;
    return true;
  }
}
