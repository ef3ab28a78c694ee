package trainer.client.yarn;

import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueStatistics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.launch.MasterShare;
import trainer.core.failure.FailureException;
import trainer.core.text.OneLine;

/**
 * The reason why a job has no master yet: the ResourceManager's diagnostics of the application, and
 * the state of its queue. The queue is queried every five seconds at most.
 */
final class WaitingMaster {
  private static final Logger LOG = LoggerFactory.getLogger(WaitingMaster.class);
  private static final long PERIOD_NANOS = 5_000_000_000L;

  private final YarnConnection yarn;
  private final Configuration hadoop;
  private String queue = "";
  private long askedAt;

  WaitingMaster(YarnConnection yarn, Configuration hadoop) {
    this.yarn = yarn;
    this.hadoop = hadoop;
  }

  /** The reason, in one line. */
  String explain(ApplicationReport report) {
    long now = System.nanoTime();
    if (queue.isEmpty() || now - askedAt > PERIOD_NANOS) {
      queue = describe(report.getQueue());
      askedAt = now;
    }
    // "Details" is followed by half a kilobyte on the queue, of which the text below has the
    // essentials.
    String said = report.getDiagnostics() == null ? "" : report.getDiagnostics();
    return joined(OneLine.of(said).replaceFirst("[;.]? ?Details : .*", ""), queue);
  }

  /**
   * Both in one line.
   *
   * @param reason YARN's, with or without a full stop at its end
   * @param queue or empty
   */
  static String joined(String reason, String queue) {
    boolean hasBoth = !reason.isEmpty() && !queue.isEmpty();
    return (hasBoth ? reason.replaceFirst("[.;]$", "") + "; " : reason) + queue;
  }

  private String describe(String name) {
    try {
      QueueInfo info = yarn.call(client -> client.getQueueInfo(name));
      if (info == null) {
        return "";
      }
      QueueStatistics now = info.getQueueStatistics();
      return String.format(
          Locale.ROOT,
          "queue %s (%s) uses %.0f %% of its share of %.0f %%, at most %.0f %%%s%s",
          name,
          info.getQueueState(),
          info.getCurrentCapacity() * 100,
          info.getCapacity() * 100,
          info.getMaximumCapacity() * 100,
          now == null
              ? ""
              : String.format(
                  Locale.ROOT,
                  ", %d MB free, %d applications running, %d pending",
                  now.getAvailableMemoryMB(),
                  now.getNumAppsRunning(),
                  now.getNumAppsPending()),
          MasterShare.of(name, hadoop).map(share -> "; " + share.words()).orElse(""));
    } catch (FailureException e) {
      LOG.info("The queue cannot be asked about: {}", e.toString());
      return "";
    }
  }
}
