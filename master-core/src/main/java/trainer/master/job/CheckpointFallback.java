package trainer.master.job;

import trainer.core.failure.FailureKind;
import trainer.core.message.FromMember;
import trainer.master.job.checkpoints.CheckpointCoordinator;
import trainer.master.job.history.JobHistory;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;
import trainer.master.job.partitions.PserverFailover;

/**
 * The fallback to an older checkpoint, if a pserver cannot load the checkpoint of a rollback. The
 * damaged checkpoint is retired, and the job rolls back once more.
 */
final class CheckpointFallback {
  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final CheckpointCoordinator checkpoints;
  private final PserverFailover failover;

  CheckpointFallback(
      JobContext context,
      JobLifecycle lifecycle,
      CheckpointCoordinator checkpoints,
      PserverFailover failover) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.checkpoints = checkpoints;
    this.failover = failover;
  }

  /** A pserver cannot load the checkpoint of the last rollback. */
  void onNotLoaded(Member pserver, FromMember.NotLoaded message) {
    JobHistory history = context.history();
    if (message.line() < history.lastBack() || lifecycle.isDecided()) {
      return;
    }
    FailureKind kind = message.failure().kind();
    boolean isNewest = history.kept().isNewest(history.checkpoint());
    if (!isNewest && history.kept().contains(history.checkpoint())) {
      return; // the job has a later checkpoint, so this rollback is over
    }
    if (kind == FailureKind.STORAGE_FAILED || kind == FailureKind.OUT_OF_MEMORY) {
      lifecycle.fail(message.failure());
      return;
    }
    // The last master may have retired the checkpoint and died before its rollback was durable.
    if (isNewest) {
      checkpoints.damaged(pserver, message.failure());
    }
    failover.furtherBack("a checkpoint is damaged: " + message.failure().message());
  }
}
