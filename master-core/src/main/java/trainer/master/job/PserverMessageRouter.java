package trainer.master.job;

import trainer.core.message.FromPserver;
import trainer.master.job.checkpoints.CheckpointCoordinator;
import trainer.master.job.commit.PserverTakeover;
import trainer.master.job.ending.Publication;
import trainer.master.job.members.Member;
import trainer.master.job.members.MemoryShortages;
import trainer.master.job.partitions.LineManager;
import trainer.master.job.partitions.ReplicaRebuild;

/** Routes each message of a pserver to the part of the job that it concerns. */
final class PserverMessageRouter {
  private final CurrentPhase phase;
  private final PserverTakeover takeover;
  private final LineManager lines;
  private final ReplicaRebuild rebuild;
  private final CheckpointCoordinator checkpoints;
  private final Rollback rollback;
  private final Publication export;
  private final MemoryShortages shortages;

  PserverMessageRouter(
      CurrentPhase phase,
      PserverTakeover takeover,
      LineManager lines,
      ReplicaRebuild rebuild,
      CheckpointCoordinator checkpoints,
      Rollback rollback,
      Publication export,
      MemoryShortages shortages) {
    this.phase = phase;
    this.takeover = takeover;
    this.lines = lines;
    this.rebuild = rebuild;
    this.checkpoints = checkpoints;
    this.rollback = rollback;
    this.export = export;
    this.shortages = shortages;
  }

  void route(Member pserver, FromPserver message) {
    message.to(new OfOne(pserver));
  }

  /** Handles one message of one pserver. */
  private final class OfOne implements FromPserver.Handler {
    private final Member from;

    OfOne(Member from) {
      this.from = from;
    }

    @Override
    public void on(FromPserver.Sealed message) {
      takeover.onSealed(from, message);
    }

    @Override
    public void on(FromPserver.LineAccepted message) {
      lines.onLineAccepted(from, message);
    }

    @Override
    public void on(FromPserver.Complete message) {
      phase.work().ifPresent(work -> work.training().onComplete(from, message));
    }

    @Override
    public void on(FromPserver.Folded message) {
      phase.work().ifPresent(work -> work.onFolded(from, message));
    }

    @Override
    public void on(FromPserver.Building message) {
      phase.work().ifPresent(work -> rebuild.onBuilding(from, message, work.training()));
    }

    @Override
    public void on(FromPserver.CheckpointBegun message) {
      checkpoints.onBegun(from, message);
    }

    @Override
    public void on(FromPserver.CheckpointWritten message) {
      checkpoints.onWritten(from, message);
    }

    @Override
    public void on(FromPserver.CheckpointFailed message) {
      checkpoints.onFailed(from, message);
    }

    @Override
    public void on(FromPserver.NotLoaded message) {
      rollback.onNotLoaded(from, message);
    }

    @Override
    public void on(FromPserver.PartsWritten message) {
      export.onWritten(from, message);
    }

    @Override
    public void on(FromPserver.PartsFailed message) {
      export.onFailed(message);
    }

    @Override
    public void on(FromPserver.OutOfRoom message) {
      shortages.onOutOfRoom(from, message);
    }
  }
}
