package trainer.master.pool;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import trainer.core.failure.Failure;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.master.job.api.JobEvent;

/** The state of the pool, as its jobs and its users receive it. */
final class PoolNews {
  private final int count;
  private final PoolMembers members;
  private final PoolOutbox out;
  private String lastFailure = "";

  /**
   * @param count the number of workers that the session wants
   */
  PoolNews(int count, PoolMembers members, PoolOutbox out) {
    this.count = count;
    this.members = members;
    this.out = out;
  }

  /** Records the failure of a worker, for explanations. */
  void onFailed(Failure failure) {
    lastFailure = failure.message();
  }

  /** Sends each job the number of workers that serve it, if it has changed. */
  void tell(Map<JobId, PooledJob> jobs) {
    jobs.forEach(
        (id, job) -> {
          int granted = (int) members.services(id).count();
          JobEvent.Standing standing =
              new JobEvent.Standing(
                  Role.WORKER, job.wanted().size(), granted, granted, explanation(job, granted));
          if (job.isNews(standing)) {
            out.tell(id, standing);
          }
        });
  }

  private String explanation(PooledJob job, int granted) {
    if (granted > 0 || job.wanted().isEmpty()) {
      return "";
    }
    return members.all().isEmpty()
        ? "the session's pool has no worker yet"
            + (lastFailure.isEmpty() ? "" : "; the last worker failed: " + lastFailure)
        : "all workers of the session's pool serve earlier jobs";
  }

  /**
   * The pool for users.
   *
   * @param moves changes of the assignment so far
   * @param now in nanoseconds
   */
  PoolView view(Map<JobId, PooledJob> jobs, long moves, long now) {
    Map<JobId, PoolView.Job> ofJobs = new LinkedHashMap<>();
    jobs.forEach(
        (id, job) ->
            ofJobs.put(
                id,
                new PoolView.Job(
                    job.rate(now),
                    job.expected(),
                    job.rows(),
                    (int) members.services(id).filter(Service::isReady).count())));
    int there = (int) members.all().stream().filter(PoolMember::isAvailable).count();
    List<PoolView.Worker> workers = members.all().stream().map(PoolNews::view).toList();
    return new PoolView(count, there, moves, ofJobs, workers);
  }

  private static PoolView.Worker view(PoolMember worker) {
    Map<Boolean, List<JobId>> byReadiness =
        worker.services().stream()
            .collect(
                Collectors.partitioningBy(
                    Service::isReady, Collectors.mapping(Service::job, Collectors.toList())));
    return new PoolView.Worker(
        worker.container(), worker.host(), byReadiness.get(true), byReadiness.get(false));
  }
}
