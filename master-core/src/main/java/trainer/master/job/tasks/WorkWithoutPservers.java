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
 * Work of a job that has no pservers: nothing is committed, kept as a checkpoint or rolled back. A
 * call that only pservers cause is a bug.
 */
abstract class WorkWithoutPservers implements Training {
  @Override
  public final ShareEvents shares() {
    return UnexpectedMessages.UNEXPECTED;
  }

  @Override
  public final boolean isLastKept() {
    return true;
  }

  @Override
  public final boolean isReproducible() {
    return true;
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
    throw new IllegalStateException("there are no versions");
  }

  @Override
  public final void onRolledBack() {
    throw new IllegalStateException("nothing can be rolled back");
  }

  @Override
  public final void onComplete(Member pserver, FromPserver.Complete message) {
    throw new IllegalStateException("a version of " + pserver.named());
  }

  @Override
  public final void onEvicted(Incarnation pserver) {
    throw new IllegalStateException("there is no pserver " + pserver);
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
    throw new IllegalStateException("there are no partitions");
  }
}
