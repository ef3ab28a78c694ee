package trainer.master.job.tasks;

import java.util.List;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.table.PartitionMap;
import trainer.master.job.members.Member;
import trainer.master.job.training.ShareEvents;
import trainer.master.job.training.Training;
import trainer.master.job.training.UnexpectedMessages;

/**
 * Work with a trained model, which workers hold, or pservers. The pservers have loaded it as the
 * base of their first line, and no line changes it: nothing is committed or kept as a checkpoint.
 * When the last replica of a partition is lost, the pservers load the model again, and the work
 * goes on where it is.
 */
abstract class WorkOnTrainedModel implements Training {
  @Override
  public final ShareEvents shares() {
    return UnexpectedMessages.UNEXPECTED;
  }

  @Override
  public final boolean isLastKept() {
    return true;
  }

  /** A replica is loaded, and never built from another. */
  @Override
  public final boolean isReproducible() {
    return false;
  }

  @Override
  public final long nextDeadline() {
    return Long.MAX_VALUE;
  }

  /** The journal holds all of the work's state. */
  @Override
  public final void resume(long version, Line cutUnder, long metricsFrom, List<Metrics> metrics) {
    // Nothing is to be continued.
  }

  @Override
  public final boolean mayBeFollowed(long version) {
    return false;
  }

  /** Workers ask again for the rows that they lack, under the new line. */
  @Override
  public final void onRolledBack() {
    // Nothing is void.
  }

  @Override
  public final void onComplete(Member pserver, FromPserver.Complete message) {
    throw new IllegalStateException("a version of " + pserver.named());
  }

  /** The other replicas go on. */
  @Override
  public final void onEvicted(Incarnation pserver) {
    // No commit waits for it.
  }

  @Override
  public final void onWindowSafe(long upTo) {
    throw new IllegalStateException("there is no window of versions");
  }

  @Override
  public final void pauseCommits() {
    throw new IllegalStateException("there are no commits");
  }

  @Override
  public final void resumeCommits() {
    throw new IllegalStateException("there are no commits");
  }

  @Override
  public final void changeMap(PartitionMap map, String reason) {
    throw new IllegalStateException("partitions stay where they are: " + reason);
  }
}
