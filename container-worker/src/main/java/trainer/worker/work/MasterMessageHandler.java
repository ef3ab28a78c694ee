package trainer.worker.work;

import trainer.core.message.ToMember;

/**
 * The handler of messages of the master. It drops those of a lower term, except refusals and
 * probes, which it handles under any term.
 */
final class MasterMessageHandler implements ToMember.Handler {
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
  public void on(ToMember.Order message) {
    if (inForce(message.term(), "order")) {
      worker.ordered(message);
    }
  }

  @Override
  public void on(ToMember.Cancel message) {
    if (inForce(message.term(), "cancel")) {
      worker.cancelled(message);
    }
  }

  @Override
  public void on(ToMember.AssignTasks message) {
    if (inForce(message.term(), "assignment")) {
      worker.assigned(message);
    }
  }

  @Override
  public void on(ToMember.Pace message) {
    if (inForce(message.term(), "pace")) {
      worker.paced(message);
    }
  }

  @Override
  public void on(ToMember.Newest message) {
    if (inForce(message.term(), "newest version")) {
      worker.newest(message);
    }
  }

  @Override
  public void on(ToMember.Evaluate message) {
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
  public void on(ToMember.Seal message) {
    notForUs("seal");
  }

  @Override
  public void on(ToMember.UpdateRows message) {
    notForUs("row update");
  }

  @Override
  public void on(ToMember.FoldRows message) {
    notForUs("fold of rows");
  }

  @Override
  public void on(ToMember.CloseVersion message) {
    notForUs("close");
  }

  @Override
  public void on(ToMember.Commit message) {
    notForUs("commit");
  }

  @Override
  public void on(ToMember.Cut message) {
    notForUs("checkpoint");
  }

  @Override
  public void on(ToMember.WriteParts message) {
    notForUs("write-parts");
  }

  @Override
  public void on(ToMember.Build message) {
    notForUs("build");
  }

  @Override
  public void on(ToMember.CloseBuild message) {
    notForUs("close-build");
  }

  private void notForUs(String what) {
    worker.note("a " + what + " is for pservers; ignored");
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
