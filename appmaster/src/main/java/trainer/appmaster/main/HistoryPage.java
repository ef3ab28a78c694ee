package trainer.appmaster.main;

import trainer.appmaster.loop.Cluster;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;

/** The page of an application in the history, which shows its report after the end. */
final class HistoryPage {
  private HistoryPage() {}

  /**
   * The end with the address of its page; as it is without a history. A job without a report has no
   * page there.
   */
  static Cluster.Ending link(Cluster.Ending end, JobSpec spec) {
    JobId id = spec.id();
    String name = id.isSession() ? id.application() : id.toString();
    return Settings.of(spec.settings())
        .find(Keys.HISTORY_ADDRESS)
        .filter(address -> id.isSession() || end.isReported())
        .map(address -> end.shownAt("http://" + address + "/?job=" + name))
        .orElse(end);
  }
}
