package trainer.worker.work;

import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;

/**
 * The handler of messages of the master. It drops those of a lower term, except refusals and
 * probes, which it handles under any term.
 */
final class MasterMessageHandler implements ToMember.Handler, ToWorker.Handler {
  private final Worker worker;
  private long term;

  MasterMessageHandler(Worker worker) {
    this.worker = worker;
  }

  @Override
  public void on(ToMember.Welcome message) {
    if (inForce(message.term(), "welcome")) {
      worker.enter(message.line(), message.base(), message.lastBack(), message.map());
    }
  }

  @Override
  public void on(ToMember.NewLine message) {
    if (inForce(message.term(), "new line")) {
      worker.enter(message.line(), message.base(), message.lastBack(), message.map());
    }
  }

  @Override
  public void on(ToWorker.Order message) {
    if (inForce(message.term(), "order")) {
      worker.ordered(message);
    }
  }

  @Override
  public void on(ToWorker.Cancel message) {
    if (inForce(message.term(), "cancel")) {
      worker.cancelled(message);
    }
  }

  @Override
  public void on(ToWorker.AssignTasks message) {
    if (inForce(message.term(), "assignment")) {
      worker.assigned(message);
    }
  }

  @Override
  public void on(ToWorker.Pace message) {
    if (inForce(message.term(), "pace")) {
      worker.paced(message);
    }
  }

  @Override
  public void on(ToWorker.ModelVersion message) {
    if (inForce(message.term(), "newest version")) {
      worker.newest(message);
    }
  }

  @Override
  public void on(ToWorker.Evaluate message) {
    if (inForce(message.term(), "evaluation")) {
      worker.evaluate(message);
    }
  }

  @Override
  public void on(ToMember.Refused message) {
    worker.act(new WorkerAction.Leave("refused by the master: " + message.reason()));
  }

  @Override
  public void on(ToMember.Probe message) {
    worker.act(new WorkerAction.Beat(message.number()));
  }

  @Override
  public void on(ToMember.Leave message) {
    if (inForce(message.term(), "leave")) {
      worker.dropAll();
      worker.act(new WorkerAction.Leave(message.reason()));
    }
  }

  @Override
  public void on(ToWorker message) {
    message.to((ToWorker.Handler) this);
  }

  @Override
  public void on(ToPserver message) {
    worker.note("a message for pservers, ignored: " + message);
  }

  private boolean inForce(long ofTerm, String what) {
    if (ofTerm < term) {
      worker.note(what + " of term " + ofTerm + " refused: the term is " + term);
      return false;
    }
    term = ofTerm;
    return true;
  }
}
