package trainer.master.sharing;

import java.util.List;
import java.util.Map;
import java.util.Set;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;
import trainer.core.turns.TurnTaking;

/**
 * The jobs that each worker serves. A worker of two jobs has both models, and takes turns ({@link
 * TurnTaking}).
 *
 * @param jobsOf each worker, in the jobs' order; empty for a worker that is not needed
 * @param measured the jobs whose speeds were known
 * @param isolated the jobs whose workers were to serve no other
 * @param at the time of the last change, in nanoseconds
 * @param corrections changes since workers or jobs were others, because rates differed
 */
public record Assignment(
    Map<Incarnation, List<JobId>> jobsOf,
    Set<JobId> jobs,
    Set<JobId> measured,
    Set<JobId> isolated,
    long at,
    int corrections) {
  /** Before any worker or job is there. */
  public static final Assignment NONE =
      new Assignment(Map.of(), Set.of(), Set.of(), Set.of(), 0, 0);

  public Assignment {
    jobsOf = Map.copyOf(jobsOf);
    jobs = Set.copyOf(jobs);
    measured = Set.copyOf(measured);
    isolated = Set.copyOf(isolated);
  }

  /** The jobs of a worker. */
  public List<JobId> of(Incarnation worker) {
    return jobsOf.getOrDefault(worker, List.of());
  }
}
