package trainer.master.job.training;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trainer.core.id.Incarnation;
import trainer.core.job.JobState;
import trainer.core.message.FromWorker;
import trainer.core.message.WorkerTotals;
import trainer.master.job.api.JobView;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;

/**
 * The duration of each epoch, the bytes that workers and pservers exchanged in it and the input
 * that workers read, from the reports of workers on finished shares and tasks.
 *
 * <p>An epoch lasts from the last report of the epoch before to its own last report. The totals of
 * a worker since its previous report count for the epoch of the share or task reported. The sum is
 * exact as long as no worker is lost. The part of one epoch is exact but for the bytes in flight at
 * its borders, some milliseconds' worth, and for input that workers read ahead of it.
 *
 * <p>In memory of this master only; epochs under earlier masters are missing. The newest {@value
 * #MOST} epochs are kept, since each status carries them.
 */
public final class EpochStatistics {
  static final int MOST = 1000;

  private static final class Epoch {
    private WorkerTotals totals = WorkerTotals.NOTHING;
    private long endedAt;
  }

  private final JobContext context;
  private final Map<Incarnation, WorkerTotals> reported = new HashMap<>();
  private final TreeMap<Integer, Epoch> epochs = new TreeMap<>();

  public EpochStatistics(JobContext context) {
    this.context = context;
  }

  public void onDone(Member worker, FromWorker.ShareDone share) {
    if (isOfThisJob(share.version().number())) {
      onDone(worker, context.history().epochOf(share.version().number()), share.totals());
    }
  }

  public void onDone(Member worker, FromWorker.TaskDone task) {
    if (isOfThisJob(task.version().number()) && context.history().queueHistory().queue() != null) {
      onDone(
          worker,
          context.history().epochOfTurn(task.version().number(), task.slot().number()),
          task.totals());
    }
  }

  private boolean isOfThisJob(long version) {
    return version >= 1 && version <= context.history().versions();
  }

  private void onDone(Member worker, int number, WorkerTotals all) {
    WorkerTotals before = reported.put(worker.incarnation(), all);
    if (before == null) {
      boolean isOurs = Membership.term(worker.incarnation()).equals(context.term());
      before = isOurs ? WorkerTotals.NOTHING : all; // its reports to earlier masters are unknown
    }
    Epoch epoch = epochs.computeIfAbsent(number, key -> new Epoch());
    epoch.totals = epoch.totals.plus(all.since(before));
    epoch.endedAt = Math.max(epoch.endedAt, context.millis());
    if (epochs.size()
        > MOST + 1) { // one more than is shown: an epoch begins with the end of the one before
      epochs.pollFirstEntry();
    }
  }

  /** The epochs whose beginning this master has seen; the last one may still go on. */
  public List<JobView.Epoch> views() {
    List<JobView.Epoch> views = new ArrayList<>();
    epochs.forEach(
        (number, epoch) -> {
          long begun = begun(number);
          if (begun > 0) {
            long millis = Math.max(0, epoch.endedAt - begun);
            views.add(new JobView.Epoch(number, millis, epoch.totals));
          }
        });
    return views;
  }

  private long begun(int number) {
    if (number == 1) {
      return context.history().states().stream()
          .filter(entered -> entered.state() == JobState.RUNNING)
          .mapToLong(JobView.Entered::at)
          .findFirst()
          .orElse(0);
    }
    Epoch before = epochs.get(number - 1);
    return before == null ? 0 : before.endedAt;
  }
}
