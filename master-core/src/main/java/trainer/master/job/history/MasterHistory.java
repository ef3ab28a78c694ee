package trainer.master.job.history;

import java.util.ArrayList;
import java.util.List;
import trainer.master.job.api.JobView;

/**
 * The masters a job has had, as its journal tells: who led when, which of them was lost, and
 * whether any of them got the job further.
 *
 * <p>When a master died nobody writes down; it is taken for the newest time in the journal before
 * the next one's term. The loss is survived when the job is further than it can have been then.
 */
public final class MasterHistory {
  private static final double MILLIS = 1e3;

  private final List<JobView.Master> all = new ArrayList<>();
  private final List<JobView.Survived> open = new ArrayList<>();
  private final List<JobView.Survived> survived = new ArrayList<>();
  private long newestTime;
  private int fruitless;

  void took(long term, long at) {
    if (!all.isEmpty() && all.get(all.size() - 1).term() == term) {
      return;
    }
    if (!all.isEmpty()) {
      String what = "the master of term " + all.get(all.size() - 1).term();
      open.add(new JobView.Survived(what, newestTime, 0));
    }
    // A master may die with its term taken and before it has written so.
    fruitless += (int) (term - (all.isEmpty() ? 0 : all.get(all.size() - 1).term()));
    all.add(new JobView.Master(term, at));
    wasThere(at);
  }

  /** A master lived at this time. */
  void wasThere(long at) {
    newestTime = at;
  }

  /** The present master got the job further than any before it. */
  void progress() {
    fruitless = 0;
  }

  /** The job goes on, wherever it stood when a master was lost. */
  void goesOn(long at) {
    for (JobView.Survived loss : open) {
      survived.add(
          new JobView.Survived(loss.what(), loss.at(), Math.max(0, at - loss.at()) / MILLIS));
    }
    open.clear();
  }

  List<JobView.Master> all() {
    return List.copyOf(all);
  }

  List<JobView.Survived> survived() {
    return List.copyOf(survived);
  }

  /** How many masters in a row, the present one included, have not got the job any further. */
  public int fruitless() {
    return fruitless;
  }
}
