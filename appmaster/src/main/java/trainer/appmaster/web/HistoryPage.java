package trainer.appmaster.web;

import java.util.Optional;
import trainer.appmaster.loop.Cluster;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;

/** The page of an application in the history, which shows its report after the end. */
public final class HistoryPage {
  private HistoryPage() {}

  /** The page of a job or of a session; empty without a history. */
  public static Optional<String> of(JobId id, Settings settings) {
    String name = id.isSession() ? id.application() : id.toString();
    return settings
        .find(Keys.HISTORY_ADDRESS)
        .map(address -> "http://" + address + "/?job=" + name);
  }

  /**
   * The end with the address of its page; as it is without a history. A job without a report has no
   * page there.
   */
  public static Cluster.Ending link(Cluster.Ending end, JobSpec spec) {
    return of(spec.id(), Settings.of(spec.settings()))
        .filter(page -> spec.id().isSession() || end.isReported())
        .map(end::shownAt)
        .orElse(end);
  }
}
