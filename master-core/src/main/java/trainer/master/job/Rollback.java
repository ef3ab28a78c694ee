package trainer.master.job;

import trainer.core.failure.FailureKind;
import trainer.core.message.FromPserver;
import trainer.master.job.checkpoints.CheckpointCoordinator;
import trainer.master.job.ending.Publication;
import trainer.master.job.history.JobHistory;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;
import trainer.master.job.partitions.LineManager;
import trainer.master.job.partitions.PserverFailover;
import trainer.master.job.training.JobWork;

/**
 * The rollback of a job to its newest checkpoint, after the loss of the last replica of a
 * partition. If that checkpoint cannot be loaded, the job rolls back once more, to an older one.
 *
 * <p>The pservers of a scoring job load its model again, and the work goes on where it is.
 *
 * <p>A training that early stopping has ended rolls back to the best version, or to the newest
 * checkpoint before it, from where that version is trained again.
 */
final class Rollback {
  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final LineManager lines;
  private final PserverFailover failover;
  private final CheckpointCoordinator checkpoints;
  private final Publication export;

  Rollback(
      JobContext context,
      JobLifecycle lifecycle,
      LineManager lines,
      PserverFailover failover,
      CheckpointCoordinator checkpoints,
      Publication export) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.lines = lines;
    this.failover = failover;
    this.checkpoints = checkpoints;
    this.export = export;
  }

  /**
   * Whether the job has to roll back. Once all parts of the model are written, or all rows are
   * scored, it has not.
   */
  boolean isNeeded() {
    return !export.isPublishing()
        && !export.isDone()
        && !context.history().isScored()
        && (failover.needsRollback() || context.history().isPastTarget());
  }

  /** Rolls the work back if that is needed, and possible now. */
  void reconcile(JobWork work) {
    if (!isNeeded()) {
      return;
    }
    export.forget();
    long target = context.history().target();
    boolean isForTheBest =
        !failover.needsRollback() && lines.isReady() && !checkpoints.isKeepingUpTo(target);
    if (isForTheBest && !checkpoints.isSearching()) {
      failover.requestRollback(context.history().stop().by());
    }
    if (failover.canRollBack() && !checkpoints.isSearching()) {
      checkpoints.retireAfter(target);
      lines.rollBack(failover.beginRollback());
      work.onRolledBack();
    }
  }

  /** A pserver cannot load the checkpoint of the last rollback. */
  void onNotLoaded(Member pserver, FromPserver.NotLoaded message) {
    JobHistory history = context.history();
    if (message.line().number() < history.lastBack().number() || lifecycle.isDecided()) {
      return;
    }
    if (history.checkpoints().isOrigin(history.checkpoint())) {
      lifecycle.fail(message.failure()); // with other initial values it is another job
      return;
    }
    FailureKind kind = message.failure().kind();
    boolean isNewest = history.checkpoints().isNewest(history.checkpoint());
    if (!isNewest && history.checkpoints().contains(history.checkpoint())) {
      return; // the job has a later checkpoint, so this rollback is over
    }
    if (kind == FailureKind.STORAGE_FAILED || kind == FailureKind.OUT_OF_MEMORY) {
      lifecycle.fail(message.failure());
      return;
    }
    // The last master may have retired the checkpoint and died before its rollback was durable.
    if (isNewest) {
      checkpoints.onDamaged(pserver, message.failure());
    }
    failover.requestRollback("a checkpoint is damaged: " + message.failure().message());
  }
}
