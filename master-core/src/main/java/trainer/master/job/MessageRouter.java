package trainer.master.job;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Blame;
import trainer.core.failure.Failure;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.master.job.members.Member;
import trainer.master.job.members.UnreachablePeers;

/**
 * Routes each message of a live member to the part of the job that it concerns. Messages that fit
 * no state are dropped.
 */
final class MessageRouter implements FromMember.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(MessageRouter.class);

  private final JobCore job;
  private final UnreachablePeers brokenWays;
  private Member from;

  MessageRouter(JobCore job) {
    this.job = job;
    this.brokenWays = new UnreachablePeers(job.members());
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
    if (from.role() == Role.WORKER && message.probe() != 0 && job.work() != null) {
      job.work().training().answered(from, message.probe());
    }
  }

  @Override
  public void on(FromMember.Sealed message) {
    if (from.role() == Role.PSERVER) {
      job.takeover().sealed(from, message);
    }
  }

  @Override
  public void on(FromMember.Lined message) {
    if (from.role() == Role.PSERVER) {
      job.lines().lined(from, message);
    }
  }

  @Override
  public void on(FromMember.Complete message) {
    if (from.role() == Role.PSERVER && job.work() != null && !job.isLeaving()) {
      job.work().training().complete(from, message);
    }
  }

  @Override
  public void on(FromMember.Folded message) {
    if (from.role() == Role.PSERVER && job.work() != null && !job.isLeaving()) {
      job.work().folded(from, message);
    }
  }

  @Override
  public void on(FromMember.ShareDone message) {
    if (from.role() == Role.WORKER && job.work() != null) {
      job.epochs().done(from, message);
      job.work().training().shares().shareDone(from, message);
    }
  }

  @Override
  public void on(FromMember.ShareFailed message) {
    if (from.role() == Role.WORKER && job.work() != null && !job.isLeaving()) {
      boolean replace = job.work().training().shares().shareFailed(from, message);
      if (replace) {
        job.members()
            .lose(from, "replaced, to try a share elsewhere: " + message.failure().message());
      }
    }
  }

  @Override
  public void on(FromMember.Clock message) {
    if (from.role() == Role.WORKER && job.work() != null) {
      job.work().training().tasks().clock(from, message);
    }
  }

  @Override
  public void on(FromMember.Reported message) {
    if (from.role() == Role.WORKER && job.work() != null && !job.isLeaving()) {
      job.work().training().tasks().reported(from, message);
    }
  }

  @Override
  public void on(FromMember.TaskDone message) {
    if (from.role() == Role.WORKER && job.work() != null && !job.isLeaving()) {
      job.epochs().done(from, message);
      job.work().training().tasks().taskDone(from, message);
    }
  }

  @Override
  public void on(FromMember.TaskFailed message) {
    if (from.role() == Role.WORKER && job.work() != null && !job.isLeaving()) {
      job.work().training().tasks().taskFailed(from, message);
    }
  }

  @Override
  public void on(FromMember.BadRecords message) {
    if (from.role() == Role.WORKER && message.count() > 0) {
      job.badRecords().heard(message);
    }
  }

  @Override
  public void on(FromMember.Evaluated message) {
    if (from.role() == Role.WORKER && job.work() != null) {
      job.work().evaluated(message);
    }
  }

  @Override
  public void on(FromMember.PartsWritten message) {
    if (from.role() == Role.PSERVER) {
      job.export().written(from, message);
    }
  }

  @Override
  public void on(FromMember.PartsFailed message) {
    if (from.role() == Role.PSERVER) {
      job.export().failed(message);
    }
  }

  @Override
  public void on(FromMember.Building message) {
    if (from.role() == Role.PSERVER && job.work() != null && !job.isLeaving()) {
      job.rebuild().said(from, message, job.work().training());
    }
  }

  @Override
  public void on(FromMember.Unreachable message) {
    if (from.role() == Role.WORKER && !job.isLeaving()) {
      brokenWays.said(from, message.pserver());
    }
  }

  @Override
  public void on(FromMember.CutBegun message) {
    if (from.role() == Role.PSERVER) {
      job.checkpoints().begun(from, message);
    }
  }

  @Override
  public void on(FromMember.CutWritten message) {
    if (from.role() == Role.PSERVER) {
      job.checkpoints().written(from, message);
    }
  }

  @Override
  public void on(FromMember.CutFailed message) {
    if (from.role() == Role.PSERVER) {
      job.checkpoints().failed(from, message);
    }
  }

  @Override
  public void on(FromMember.NotLoaded message) {
    if (from.role() == Role.PSERVER) {
      job.fallback().onNotLoaded(from, message);
    }
  }

  @Override
  public void on(FromMember.Full message) {
    if (from.role() == Role.PSERVER) {
      job.shortages().said(from, message);
    }
  }

  @Override
  public void on(FromMember.Trouble message) {
    Failure failure = message.failure();
    if (job.isLeaving()) {
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
      job.lifecycle().fail(new Failure(failure.kind(), failure.what(), where, failure.advice()));
    } else {
      job.members().excuse(from);
      job.members().lose(from, failure.message());
    }
  }

  @Override
  public void on(FromMember.Exiting message) {
    job.containers().exiting(from, message.logsComplete());
    if (job.isLeaving()) {
      job.members().exiting(from);
    } else {
      job.members().excuse(from);
      job.members().lose(from, "it left");
    }
  }
}
