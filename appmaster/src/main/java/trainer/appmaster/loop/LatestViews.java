package trainer.appmaster.loop;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import trainer.core.job.JobId;
import trainer.master.job.api.JobView;

/**
 * The newest view of every job, for readers on any thread. The core thread is the only writer.
 * Readers get an immutable snapshot.
 */
public final class LatestViews {
  private volatile Map<String, JobView> views = Map.of();

  /** Shows this view to all readers from now on. */
  public void show(JobView view) {
    Map<String, JobView> next = new TreeMap<>(views);
    next.put(view.id().toString(), view);
    views = Map.copyOf(next);
  }

  /** The newest view of a job. */
  public Optional<JobView> of(JobId job) {
    return Optional.ofNullable(views.get(job.toString()));
  }
}
