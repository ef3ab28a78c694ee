package trainer.appmaster.main;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import trainer.appmaster.loop.Cluster;
import trainer.core.job.JobState;

/**
 * The end of an application, from the ends of its jobs. It is over when all of them are.
 *
 * <p>It has FAILED if a job has FAILED, and otherwise was KILLED if a job was KILLED. Failure and
 * report are those of the first such job. Example: job 1 EXITED, jobs 2 and 3 FAILED; the
 * application FAILED with the failure and the report of job 2.
 */
final class ApplicationEnd {
  private static final List<JobState> WORST_FIRST =
      List.of(JobState.FAILED, JobState.KILLED, JobState.EXITED);

  private ApplicationEnd() {}

  /** The final state, from those of the jobs. */
  static JobState state(Collection<JobState> jobs) {
    return jobs.stream().min(Comparator.comparing(WORST_FIRST::indexOf)).orElseThrow();
  }

  /** The end, from those of the jobs in the order of their numbers. */
  static Cluster.Ending of(List<Cluster.Ending> jobs) {
    JobState worst = state(jobs.stream().map(Cluster.Ending::state).toList());
    return jobs.stream().filter(end -> end.state() == worst).findFirst().orElseThrow();
  }
}
