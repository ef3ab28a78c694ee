package trainer.master.job.training;

import java.util.List;
import trainer.core.fact.Speculated;
import trainer.core.message.FromMember;
import trainer.master.job.api.JobView;
import trainer.master.job.commit.PserverTakeover;
import trainer.master.job.members.Member;
import trainer.master.job.partitions.CommitControl;

/**
 * The training of one job, from the first order to the last commit, by whatever rule updates are
 * synchronised.
 */
public interface Training extends CommitControl, PserverTakeover.Resumption {
  /** The job has gone back: what was ordered is void, and it goes on from there. */
  void wentBack();

  /** Versions of the whole training. */
  long versions();

  /** Whether nothing that is to be kept of the last version is still to come. */
  boolean isLastKept();

  /** Whether work that was taken back waits for a worker. */
  boolean hasReturnedWork();

  /** Opens and hands out what can be. */
  void look();

  /** A pserver says that it holds the next version. */
  void complete(Member pserver, FromMember.Complete message);

  /** The map is without one of its pservers, which may have been the only one missing. */
  void evicted(long pserver);

  /** Somebody wants the model as it is: what is begun is finished, nothing else is given out. */
  void stop(String by);

  /** Nothing is trained any more: the counters become final. */
  void close();

  /** When it is to be looked at again at the latest. */
  default long looksAt() {
    return Long.MAX_VALUE;
  }

  /** The journal has this bound of what may be ordered. */
  default void windowSafe(long upTo) {}

  /** What speculation has come to. */
  default Speculated speculated() {
    return Speculated.NOTHING;
  }

  /** A worker says that every copy has its share. */
  default void shareDone(Member worker, FromMember.ShareDone message) {}

  /**
   * The data or the user's code failed in a share.
   *
   * @return whether this worker has to be replaced, since there is no other to try it on
   */
  default boolean shareFailed(Member worker, FromMember.ShareFailed message) {
    return false;
  }

  /** A worker says that a task is done. */
  default void taskDone(Member worker, FromMember.TaskDone message) {}

  /** The data or the user's code failed in a task. */
  default void taskFailed(Member worker, FromMember.TaskFailed message) {}

  /** A worker has computed a task's gradients, which are to be given a place before they count. */
  default void reported(Member worker, FromMember.Reported message) {}

  /** A worker that may be held back says how far it is. */
  default void clock(Member worker, FromMember.Clock message) {}

  /** A worker answers a probe. */
  default void answered(Member worker, long probe) {}

  /** A new worker. */
  default void joined(Member worker) {}

  /** A worker is gone: others do what it held. */
  void lost(Member worker, String how);

  /** A worker leaves as it is told to: others do what it held, and nobody is to blame. */
  void left(Member worker);

  /** Repeats to a member with a new stream all that may have been lost with the old one. */
  void returned(Member member);

  /** What is in workers' hands, as people see it, but not more than {@code most}. */
  List<JobView.Task> hands(int most);
}
