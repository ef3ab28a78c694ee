package trainer.master.job.tasks;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.QueueChange;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Slot;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;

/**
 * The tasks that are given up. The job fails when they are more than {@code
 * trainer.task.max-discarded} allows.
 */
final class TaskDiscards {
  private static final Logger LOG = LoggerFactory.getLogger(TaskDiscards.class);

  private final JobContext context;
  private final JobLifecycle lifecycle;

  TaskDiscards(JobContext context, JobLifecycle lifecycle) {
    this.context = context;
    this.lifecycle = lifecycle;
  }

  /**
   * A slot that was taken back from this worker has failed; it is given up if that is too often.
   */
  void onFailed(OpenQueue open, long slot, Member worker, Failure failure) {
    LOG.warn(
        "{}: {} failed in {}: {}",
        context.spec().id(),
        worker.named(),
        open.inWords(slot),
        failure.message());
    int times = open.queue().failures(slot);
    if (times >= context.plan().tasks().maxFailures()) {
      giveUp(open, slot, "it failed " + times + " times", failure);
    }
  }

  /** Gives up the task of a slot, and fails the job if that is one too many. */
  void giveUp(OpenQueue open, long slot, String why, Failure failure) {
    LOG.error(
        "{}: {} is discarded: {}; last: {}",
        context.spec().id(),
        open.inWords(slot),
        why,
        failure.message());
    String where = open.where(slot);
    String place = failure.where().equals(where) ? "" : ", at " + failure.where();
    discard(open, slot, failure.kind().name(), where + ": " + failure.what() + place);
    judge(failure);
  }

  /** Discards a slot whose task was given up in an earlier pass. */
  void discardAgain(OpenQueue open, long slot) {
    discard(open, slot, "DISCARDED_BEFORE", "as in an earlier pass");
  }

  private static void discard(OpenQueue open, long slot, String kind, String evidence) {
    open.record(new QueueChange.Discarded(new Slot(slot), open.task(slot), kind, evidence));
  }

  /**
   * Judges the tasks that an earlier master gave up: it may have been lost before it failed the
   * job.
   */
  void judgeEarlier() {
    List<QueueChange.Discard> earlier = context.history().queueHistory().discards();
    if (!earlier.isEmpty()) {
      QueueChange.Discard last = earlier.get(earlier.size() - 1);
      judge(
          new Failure(
              FailureKind.valueOf(last.kind()),
              "a task was given up",
              last.evidence(),
              "see the logs of the workers and of the master before"));
    }
  }

  private void judge(Failure last) {
    int discarded = context.history().queueHistory().discards().size();
    int most = context.plan().tasks().maxDiscarded();
    if (discarded > most) {
      String count =
          most == 0
              ? ""
              : "; "
                  + discarded
                  + " tasks are discarded, trainer.task.max-discarded allows "
                  + most;
      lifecycle.fail(new Failure(last.kind(), last.what() + count, last.where(), last.advice()));
    }
  }
}
