package trainer.master.job;

import trainer.core.message.FromMember;
import trainer.master.job.checkpoints.CheckpointCoordinator;
import trainer.master.job.commit.PserverTakeover;
import trainer.master.job.ending.ModelExport;
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
  private final ModelExport export;
  private final MemoryShortages shortages;

  PserverMessageRouter(
      CurrentPhase phase,
      PserverTakeover takeover,
      LineManager lines,
      ReplicaRebuild rebuild,
      CheckpointCoordinator checkpoints,
      Rollback rollback,
      ModelExport export,
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

  void route(Member pserver, FromMember.OfPserver message) {
    message.to(new OfOne(pserver));
  }

  /** Handles one message of one pserver. */
  private final class OfOne implements FromMember.OfPserver.PserverHandler {
    private final Member from;

    OfOne(Member from) {
      this.from = from;
    }

    @Override
    public void on(FromMember.Sealed message) {
      takeover.sealed(from, message);
    }

    @Override
    public void on(FromMember.Lined message) {
      lines.lined(from, message);
    }

    @Override
    public void on(FromMember.Complete message) {
      phase.work().ifPresent(work -> work.training().complete(from, message));
    }

    @Override
    public void on(FromMember.Folded message) {
      phase.work().ifPresent(work -> work.folded(from, message));
    }

    @Override
    public void on(FromMember.Building message) {
      phase.work().ifPresent(work -> rebuild.said(from, message, work.training()));
    }

    @Override
    public void on(FromMember.CutBegun message) {
      checkpoints.begun(from, message);
    }

    @Override
    public void on(FromMember.CutWritten message) {
      checkpoints.written(from, message);
    }

    @Override
    public void on(FromMember.CutFailed message) {
      checkpoints.failed(from, message);
    }

    @Override
    public void on(FromMember.NotLoaded message) {
      rollback.onNotLoaded(from, message);
    }

    @Override
    public void on(FromMember.PartsWritten message) {
      export.written(from, message);
    }

    @Override
    public void on(FromMember.PartsFailed message) {
      export.failed(message);
    }

    @Override
    public void on(FromMember.Full message) {
      shortages.said(from, message);
    }
  }
}
