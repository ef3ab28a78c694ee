package trainer.master.job.training;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.master.job.members.Member;

/** Messages that no worker sends under the synchronisation mode of a job: logged and dropped. */
public final class UnexpectedMessages implements ShareEvents, TaskEvents {
  /** The only one: it has no state. */
  public static final UnexpectedMessages UNEXPECTED = new UnexpectedMessages();

  private static final Logger LOG = LoggerFactory.getLogger(UnexpectedMessages.class);

  private UnexpectedMessages() {}

  @Override
  public void onShareDone(Member worker, FromWorker.ShareDone message) {
    drop(worker, message);
  }

  @Override
  public boolean onShareFailed(Member worker, FromWorker.ShareFailed message) {
    drop(worker, message);
    return false;
  }

  @Override
  public void onTaskDone(Member worker, FromWorker.TaskDone message) {
    drop(worker, message);
  }

  @Override
  public void onTaskFailed(Member worker, FromWorker.TaskFailed message) {
    drop(worker, message);
  }

  @Override
  public void onReported(Member worker, FromWorker.Reported message) {
    drop(worker, message);
  }

  @Override
  public void onFileWritten(Member worker, FromWorker.FileWritten message) {
    drop(worker, message);
  }

  @Override
  public void onClock(Member worker, FromWorker.Clock message) {
    drop(worker, message);
  }

  private static void drop(Member worker, FromMember message) {
    LOG.warn("not expected of {}, dropped: {}", worker.named(), message);
  }
}
