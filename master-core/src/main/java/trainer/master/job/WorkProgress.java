package trainer.master.job;

import trainer.core.id.Incarnation;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.master.job.allocation.GracefulDrain;
import trainer.master.job.checkpoints.CheckpointCoordinator;
import trainer.master.job.ending.Publication;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;
import trainer.master.job.members.MemoryShortages;
import trainer.master.job.partitions.LineManager;
import trainer.master.job.partitions.ReplicaRebuild;
import trainer.master.job.training.BadRecordBudget;
import trainer.master.job.training.JobWork;

/** Advances the work of a job: training and scoring, then the export, then the end. */
final class WorkProgress {
  private final JobLifecycle lifecycle;
  private final LineManager lines;
  private final GracefulDrain drain;
  private final ReplicaRebuild rebuild;
  private final MemoryShortages shortages;
  private final CheckpointCoordinator checkpoints;
  private final Publication export;
  private final BadRecordBudget badRecords;
  private final StopRequest stop;

  WorkProgress(
      JobLifecycle lifecycle,
      LineManager lines,
      GracefulDrain drain,
      ReplicaRebuild rebuild,
      MemoryShortages shortages,
      CheckpointCoordinator checkpoints,
      Publication export,
      BadRecordBudget badRecords,
      StopRequest stop) {
    this.lifecycle = lifecycle;
    this.lines = lines;
    this.drain = drain;
    this.rebuild = rebuild;
    this.shortages = shortages;
    this.checkpoints = checkpoints;
    this.export = export;
    this.badRecords = badRecords;
    this.stop = stop;
  }

  /** Repeats to a member with a new stream all orders that may have been lost with the old one. */
  void onReconnected(Member member, JobWork work) {
    work.onReconnected(member);
    if (member.role() == Role.PSERVER) {
      checkpoints.onReconnected(member);
      export.onReconnected(member);
    }
  }

  /** The map has been written without a pserver. */
  void onEvicted(Incarnation incarnation, JobWork work) {
    work.onEvicted(incarnation);
    export.onEvicted(incarnation);
  }

  /**
   * Advances the work as far as possible now.
   *
   * @return whether the work can advance: all pservers follow the newest line, or none is needed
   */
  boolean reconcile(JobWork work) {
    if (lifecycle.isDecided()) {
      return false;
    }
    drain.reconcileWorkers(work::onLeft);
    boolean areLinesReady = lines.isReady() || (lines.isOpen() && work.isScored());
    boolean isReady = !export.isDone() && areLinesReady;
    if (export.isDone()) {
      lifecycle.settle(JobState.EXITED, null);
    } else if (isReady) {
      train(work);
    }
    if (!lifecycle.isDecided()) {
      drain.reconcile();
    }
    return isReady;
  }

  private void train(JobWork work) {
    stop.take().ifPresent(work.training()::stop);
    shortages.reconcile();
    work.reconcile();
    badRecords.reconcile();
    rebuild.reconcile(work.training());
    boolean isHeld = badRecords.isWaiting() || !work.training().isLastKept();
    if (work.isDone() && !isHeld && !lifecycle.isDecided()) {
      export.begin();
    }
  }
}
