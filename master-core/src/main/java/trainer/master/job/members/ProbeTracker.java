package trainer.master.job.members;

import java.util.HashMap;
import java.util.Map;
import trainer.core.message.ToMember;
import trainer.master.job.kernel.JobContext;

/**
 * Whether workers that seem late have heard of what they are late with. What they were given may
 * have waited for the journal, so each is asked, behind that, and believed to be late with it only
 * after its answer.
 */
public final class ProbeTracker {
  private final JobContext context;
  private final Map<Long, Long> asked = new HashMap<>();
  private final Map<Long, Long> assured = new HashMap<>();

  public ProbeTracker(JobContext context) {
    this.context = context;
  }

  /**
   * Whether a worker has answered what it was asked about this; if not, it is asked, once.
   *
   * @param what a number from 0, of its own for each thing given
   */
  public boolean isAssured(long worker, long what) {
    if (Long.valueOf(what).equals(assured.get(worker))) {
      return true;
    }
    if (!Long.valueOf(what).equals(asked.put(worker, what))) {
      context.send(worker, new ToMember.Probe(context.term(), question(what)));
    }
    return false;
  }

  /** Below every number that {@link FailureDetector} asks with. */
  private static long question(long what) {
    return -1 - what;
  }

  /** Whether this answers what the worker was asked last; then it is assured of that. */
  public boolean isAnswer(long worker, long probe) {
    Long what = asked.get(worker);
    if (what == null || probe != question(what)) {
      return false;
    }
    asked.remove(worker);
    assured.put(worker, what);
    return true;
  }

  /** Its stream is another: what it was asked may be lost. */
  public void askAgain(long worker) {
    asked.remove(worker);
  }

  /** What it was given is not its own any more. */
  public void forget(long worker) {
    asked.remove(worker);
    assured.remove(worker);
  }

  public void clear() {
    asked.clear();
    assured.clear();
  }
}
