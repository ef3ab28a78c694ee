package trainer.master.job.history;

import java.util.ArrayList;
import java.util.List;
import trainer.core.id.Term;
import trainer.master.job.api.JobView;

/**
 * The masters of a job, from its journal: their terms, their losses, and whether the job progressed
 * under them.
 *
 * <p>No fact records the death of a master. Its time is taken as the newest time in the journal
 * before the next master's term. A loss counts as survived when the job is certainly further than
 * at that time.
 */
public final class MasterHistory {
  private static final double MILLIS = 1e3;

  private final List<JobView.Master> all = new ArrayList<>();
  private final List<JobView.Survived> open = new ArrayList<>();
  private final List<JobView.Survived> survived = new ArrayList<>();
  private long newestTime;
  private int fruitless;

  void onTermTaken(Term term, long at) {
    if (!all.isEmpty() && all.get(all.size() - 1).term() == term.number()) {
      return;
    }
    if (!all.isEmpty()) {
      String what = "the master of term " + all.get(all.size() - 1).term();
      open.add(new JobView.Survived(what, newestTime, 0));
    }
    // Terms may be missing: a master can die after it takes a term and before it records it.
    fruitless += (int) (term.number() - (all.isEmpty() ? 0 : all.get(all.size() - 1).term()));
    all.add(new JobView.Master(term.number(), at));
    onAlive(at);
  }

  /** Notes a sign of life of the present master. */
  void onAlive(long at) {
    newestTime = at;
  }

  /** Notes that the job progressed further than under any earlier master. */
  void onProgress() {
    fruitless = 0;
  }

  /** Notes that the job has recovered from all losses of masters so far. */
  void onRecovered(long at) {
    for (JobView.Survived loss : open) {
      survived.add(
          new JobView.Survived(loss.what(), loss.when(), Math.max(0, at - loss.when()) / MILLIS));
    }
    open.clear();
  }

  public List<JobView.Master> all() {
    return List.copyOf(all);
  }

  public List<JobView.Survived> survived() {
    return List.copyOf(survived);
  }

  /** The number of successive masters, the present one included, without progress of the job. */
  public int fruitless() {
    return fruitless;
  }
}
