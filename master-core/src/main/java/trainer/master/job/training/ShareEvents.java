package trainer.master.job.training;

import trainer.core.message.FromWorker;
import trainer.master.job.members.Member;

/** Messages of workers about shares, under {@code bsp} and {@code versioned}. */
public interface ShareEvents {
  /** Every replica of the share's partitions has the share. */
  void onShareDone(Member worker, FromWorker.ShareDone message);

  /**
   * The data or the user's code failed in a share.
   *
   * @return whether this worker has to be replaced, because no other worker can try the share
   */
  boolean onShareFailed(Member worker, FromWorker.ShareFailed message);
}
