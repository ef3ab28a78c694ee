package trainer.master.job;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.message.FromWorker;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.members.UnreachablePeers;
import trainer.master.job.training.BadRecordBudget;
import trainer.master.job.training.EpochStatistics;

/** Routes each message of a worker to the part of the job that it concerns. */
final class WorkerMessageRouter {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerMessageRouter.class);

  private final CurrentPhase phase;
  private final Membership members;
  private final EpochStatistics epochs;
  private final BadRecordBudget badRecords;
  private final UnreachablePeers unreachable;

  WorkerMessageRouter(
      CurrentPhase phase, Membership members, EpochStatistics epochs, BadRecordBudget badRecords) {
    this.phase = phase;
    this.members = members;
    this.epochs = epochs;
    this.badRecords = badRecords;
    this.unreachable = new UnreachablePeers(members);
  }

  void route(Member worker, FromWorker message) {
    message.to(new OfOne(worker));
  }

  /** Handles one message of one worker. */
  private final class OfOne implements FromWorker.Handler {
    private final Member from;

    OfOne(Member from) {
      this.from = from;
    }

    @Override
    public void on(FromWorker.ShareDone message) {
      phase
          .work()
          .ifPresent(
              work -> {
                epochs.onDone(from, message);
                work.training().shares().onShareDone(from, message);
              });
    }

    @Override
    public void on(FromWorker.ShareFailed message) {
      boolean isReplaced =
          phase
              .work()
              .filter(work -> work.training().shares().onShareFailed(from, message))
              .isPresent();
      if (isReplaced) {
        members.lose(from, "replaced, to try a share elsewhere: " + message.failure().message());
      }
    }

    @Override
    public void on(FromWorker.TaskDone message) {
      phase
          .work()
          .ifPresent(
              work -> {
                epochs.onDone(from, message);
                work.training().tasks().onTaskDone(from, message);
              });
    }

    @Override
    public void on(FromWorker.TaskFailed message) {
      phase.work().ifPresent(work -> work.training().tasks().onTaskFailed(from, message));
    }

    @Override
    public void on(FromWorker.Clock message) {
      phase.work().ifPresent(work -> work.training().tasks().onClock(from, message));
    }

    @Override
    public void on(FromWorker.Reported message) {
      phase.work().ifPresent(work -> work.training().tasks().onReported(from, message));
    }

    @Override
    public void on(FromWorker.FileWritten message) {
      phase.work().ifPresent(work -> work.training().tasks().onFileWritten(from, message));
    }

    @Override
    public void on(FromWorker.Measured message) {
      phase.work().ifPresent(work -> work.onMeasured(message));
    }

    @Override
    public void on(FromWorker.Evaluated message) {
      phase.work().ifPresent(work -> work.onEvaluated(message));
    }

    @Override
    public void on(FromWorker.BadRecords message) {
      if (message.count() > 0) {
        badRecords.onBadRecords(message);
      }
    }

    @Override
    public void on(FromWorker.Served message) {
      LOG.warn("{} is no worker of a pool, ignored: {}", from.named(), message);
    }

    @Override
    public void on(FromWorker.Unreachable message) {
      if (phase.work().isPresent()) {
        unreachable.onUnreachable(from, message.pserver());
      }
    }
  }
}
