package trainer.master.job.training;

import trainer.core.id.Incarnation;
import trainer.core.message.FromPserver;
import trainer.master.job.api.JobView;
import trainer.master.job.commit.PserverTakeover;
import trainer.master.job.members.Member;
import trainer.master.job.partitions.CommitControl;

/**
 * The training of one job, from the first order to the last commit. {@code trainer.sync} chooses
 * the kind. No method has a default: each kind states its reaction to every event.
 */
public interface Training extends CommitControl, PserverTakeover.Resumption {
  /** Messages about shares. */
  ShareEvents shares();

  /** Messages about tasks. */
  TaskEvents tasks();

  /**
   * The job has rolled back: all orders are void, and training goes on from the journal's state.
   */
  void onRolledBack();

  /** Versions of the whole training. */
  long versions();

  /** Whether the last version is committed and nothing of it is left to be kept. */
  boolean isLastKept();

  /** Whether work that was taken back waits for a worker. */
  boolean hasReturnedWork();

  /** Opens versions and hands out work, as far as possible now. */
  void reconcile();

  /** A pserver holds the next version. */
  void onComplete(Member pserver, FromPserver.Complete message);

  /** The map is without one of its pservers, perhaps the last one that a commit waited for. */
  void onEvicted(Incarnation pserver);

  /** A user wants the model as it is: open work is finished, no other is handed out. */
  void stop(String by);

  /** Training is over: the counters become final. */
  void close();

  /** When {@link #reconcile} is due at the latest, in nanoseconds; Long.MAX_VALUE for no time. */
  long nextDeadline();

  /** The journal holds this bound of the versions that may be ordered. */
  void onWindowSafe(long upTo);

  /** A worker answers a probe. */
  void onProbeAnswered(Member worker, long probe);

  /** A worker has joined. */
  void onJoined(Member worker);

  /** A worker is lost: other workers get its work. */
  void onLost(Member worker, String how);

  /** A worker leaves on request: other workers get its work, and no block is blamed. */
  void onLeft(Member worker);

  /** Repeats to a member with a new stream every order that may have been lost with the old one. */
  void onReconnected(Member member);

  /** The work in workers' hands, for people, at most {@code most} entries. */
  JobView.Hands assignments(int most);
}
