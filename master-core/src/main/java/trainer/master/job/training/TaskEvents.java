package trainer.master.job.training;

import trainer.core.message.FromWorker;
import trainer.master.job.members.Member;

/** Messages of workers about tasks, under {@code async}, {@code ssp} and {@code versioned}. */
public interface TaskEvents {
  /** A task is done. */
  void onTaskDone(Member worker, FromWorker.TaskDone message);

  /** The data or the user's code failed in a task. */
  void onTaskFailed(Member worker, FromWorker.TaskFailed message);

  /** The gradients of a task are computed; they need a share number before they count. */
  void onReported(Member worker, FromWorker.Reported message);

  /** A worker of a scoring job has closed a file of the output. */
  void onFileWritten(Member worker, FromWorker.FileWritten message);

  /** The step that a worker under a staleness bound has reached. */
  void onClock(Member worker, FromWorker.Clock message);
}
