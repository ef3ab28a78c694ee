package trainer.appmaster.tracker;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Blame;
import trainer.core.failure.Failure;
import trainer.core.job.Role;
import trainer.core.message.FromMember;

/** Hands what a live member says to the concern it belongs to; what makes no sense is dropped. */
final class Sayings implements FromMember.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(Sayings.class);

  private final Tracker tracker;
  private final BrokenWays brokenWays;
  private Member from;

  Sayings(Tracker tracker) {
    this.tracker = tracker;
    this.brokenWays = new BrokenWays(tracker.members());
  }

  void said(Member member, FromMember message) {
    from = member;
    message.to(this);
  }

  @Override
  public void on(FromMember.Register message) {
    LOG.warn("{} registers on a stream that is its own already, ignored", from.named());
  }

  @Override
  public void on(FromMember.Heartbeat message) {
    from.beat(message);
    if (from.role() == Role.WORKER && message.probe() != 0 && tracker.work() != null) {
      tracker.work().training().answered(from, message.probe());
    }
  }

  @Override
  public void on(FromMember.Sealed message) {
    if (from.role() == Role.PSERVER) {
      tracker.takeover().sealed(from, message);
    }
  }

  @Override
  public void on(FromMember.Lined message) {
    if (from.role() == Role.PSERVER) {
      tracker.lines().lined(from, message);
    }
  }

  @Override
  public void on(FromMember.Complete message) {
    if (from.role() == Role.PSERVER && tracker.work() != null && !tracker.isLeaving()) {
      tracker.work().training().complete(from, message);
    }
  }

  @Override
  public void on(FromMember.Folded message) {
    if (from.role() == Role.PSERVER && tracker.work() != null && !tracker.isLeaving()) {
      tracker.work().folded(from, message);
    }
  }

  @Override
  public void on(FromMember.ShareDone message) {
    if (from.role() == Role.WORKER && tracker.work() != null) {
      tracker.epochs().done(from, message);
      tracker.work().training().shareDone(from, message);
    }
  }

  @Override
  public void on(FromMember.ShareFailed message) {
    if (from.role() == Role.WORKER && tracker.work() != null && !tracker.isLeaving()) {
      boolean replace = tracker.work().training().shareFailed(from, message);
      if (replace) {
        tracker
            .members()
            .lose(from, "replaced, to try a share elsewhere: " + message.failure().message());
      }
    }
  }

  @Override
  public void on(FromMember.Clock message) {
    if (from.role() == Role.WORKER && tracker.work() != null) {
      tracker.work().training().clock(from, message);
    }
  }

  @Override
  public void on(FromMember.Reported message) {
    if (from.role() == Role.WORKER && tracker.work() != null && !tracker.isLeaving()) {
      tracker.work().training().reported(from, message);
    }
  }

  @Override
  public void on(FromMember.TaskDone message) {
    if (from.role() == Role.WORKER && tracker.work() != null && !tracker.isLeaving()) {
      tracker.epochs().done(from, message);
      tracker.work().training().taskDone(from, message);
    }
  }

  @Override
  public void on(FromMember.TaskFailed message) {
    if (from.role() == Role.WORKER && tracker.work() != null && !tracker.isLeaving()) {
      tracker.work().training().taskFailed(from, message);
    }
  }

  @Override
  public void on(FromMember.BadRecords message) {
    if (from.role() == Role.WORKER && message.count() > 0) {
      tracker.tolerance().heard(message);
    }
  }

  @Override
  public void on(FromMember.Evaluated message) {
    if (from.role() == Role.WORKER && tracker.work() != null) {
      tracker.work().evaluated(message);
    }
  }

  @Override
  public void on(FromMember.PartsWritten message) {
    if (from.role() == Role.PSERVER) {
      tracker.export().written(from, message);
    }
  }

  @Override
  public void on(FromMember.PartsFailed message) {
    if (from.role() == Role.PSERVER) {
      tracker.export().failed(message);
    }
  }

  @Override
  public void on(FromMember.Building message) {
    if (from.role() == Role.PSERVER && tracker.work() != null && !tracker.isLeaving()) {
      tracker.builds().said(from, message, tracker.work().training());
    }
  }

  @Override
  public void on(FromMember.Unreachable message) {
    if (from.role() == Role.WORKER && !tracker.isLeaving()) {
      brokenWays.said(from, message.pserver());
    }
  }

  @Override
  public void on(FromMember.CutBegun message) {
    if (from.role() == Role.PSERVER) {
      tracker.checkpoints().begun(from, message);
    }
  }

  @Override
  public void on(FromMember.CutWritten message) {
    if (from.role() == Role.PSERVER) {
      tracker.checkpoints().written(from, message);
    }
  }

  @Override
  public void on(FromMember.CutFailed message) {
    if (from.role() == Role.PSERVER) {
      tracker.checkpoints().failed(from, message);
    }
  }

  @Override
  public void on(FromMember.NotLoaded message) {
    if (from.role() == Role.PSERVER) {
      tracker.notLoaded(from, message);
    }
  }

  @Override
  public void on(FromMember.Full message) {
    if (from.role() == Role.PSERVER) {
      tracker.shortages().said(from, message);
    }
  }

  @Override
  public void on(FromMember.Trouble message) {
    Failure failure = message.failure();
    if (tracker.isLeaving()) {
      LOG.info("{} is leaving; then: {}", from.named(), failure.message());
      return;
    }
    boolean fatal =
        from.role() == Role.PSERVER
            || failure.kind().blame() == Blame.USER
            || failure.kind().blame() == Blame.BUG;
    if (fatal) {
      String where =
          failure.where().isEmpty() ? from.named() : failure.where() + ", " + from.named();
      tracker
          .lifecycle()
          .fail(new Failure(failure.kind(), failure.what(), where, failure.advice()));
    } else {
      tracker.members().excuse(from);
      tracker.members().lose(from, failure.message());
    }
  }

  @Override
  public void on(FromMember.Exiting message) {
    tracker.containers().exiting(from, message.logsComplete());
    if (tracker.isLeaving()) {
      tracker.members().exiting(from);
    } else {
      tracker.members().excuse(from);
      tracker.members().lose(from, "it left");
    }
  }
}
