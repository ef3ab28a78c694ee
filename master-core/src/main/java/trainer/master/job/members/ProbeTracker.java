package trainer.master.job.members;

import java.util.HashMap;
import java.util.Map;
import trainer.core.id.Incarnation;
import trainer.core.message.ToMember;
import trainer.master.job.kernel.JobContext;

/**
 * Confirms that late workers have received their assignments. An assignment may still wait for the
 * journal. So each late worker gets a probe, which is queued behind the assignment. The worker
 * counts as late only after its answer.
 */
public final class ProbeTracker {
  private final JobContext context;
  private final Map<Incarnation, Long> asked = new HashMap<>();
  private final Map<Incarnation, Long> assured = new HashMap<>();

  public ProbeTracker(JobContext context) {
    this.context = context;
  }

  /**
   * Whether a worker has answered a probe about this assignment; if not, sends one, once.
   *
   * @param what the number of the assignment, from 0
   */
  public boolean isAssured(Incarnation worker, long what) {
    if (Long.valueOf(what).equals(assured.get(worker))) {
      return true;
    }
    if (!Long.valueOf(what).equals(asked.put(worker, what))) {
      context.send(worker, new ToMember.Probe(context.term(), question(what)));
    }
    return false;
  }

  /** The probe's number: negative, so distinct from those of {@link FailureDetector}. */
  private static long question(long what) {
    return -1 - what;
  }

  /** Whether this answers the newest probe to the worker; if so, the assignment is confirmed. */
  public boolean isAnswer(Incarnation worker, long probe) {
    Long what = asked.get(worker);
    if (what == null || probe != question(what)) {
      return false;
    }
    asked.remove(worker);
    assured.put(worker, what);
    return true;
  }

  /** Forgets an open probe, which may be lost with the worker's old stream. */
  public void askAgain(Incarnation worker) {
    asked.remove(worker);
  }

  /** Forgets a worker whose assignment was revoked. */
  public void forget(Incarnation worker) {
    asked.remove(worker);
    assured.remove(worker);
  }

  public void clear() {
    asked.clear();
    assured.clear();
  }
}
