package trainer.appmaster.yarn;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.Mailbox;
import trainer.master.fleet.FleetEvent;

/**
 * The reaction to a ResourceManager that does not accept this master's attempt any more. There are
 * two cases:
 *
 * <ul>
 *   <li>The application is over, killed or forgotten: this master brings the job to its end.
 *   <li>Another attempt follows: this process ends silently, and reporting and deleting are left to
 *       that attempt.
 * </ul>
 *
 * <p>An application that is being killed appears as running for a moment, so the query is repeated.
 * Without an answer the master assumes that another attempt follows.
 */
public final class LostLeadership {
  private static final Logger LOG = LoggerFactory.getLogger(LostLeadership.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long PERIOD_MILLIS = 250;
  private static final int RETRY_MILLIS = 500;

  /** The query of the application's report. */
  @FunctionalInterface
  interface Question {
    ApplicationReport ask() throws YarnException, IOException;
  }

  private final Configuration hadoop;
  private final ApplicationAttemptId attempt;
  private final boolean isOnly;
  private final Mailbox mailbox;
  private final Runnable followed;
  private final AtomicBoolean decided = new AtomicBoolean();

  /**
   * @param containerId this master's container
   * @param isOnly whether YARN starts no other attempt
   * @param followed ends this process silently
   */
  public LostLeadership(
      Configuration hadoop,
      String containerId,
      boolean isOnly,
      Mailbox mailbox,
      Runnable followed) {
    this.hadoop = hadoop;
    this.attempt = ContainerId.fromString(containerId).getApplicationAttemptId();
    this.isOnly = isOnly;
    this.mailbox = mailbox;
    this.followed = followed;
  }

  /**
   * Starts the reaction, once; returns at once.
   *
   * @param why the reason, for the log and the job's end
   */
  void because(String why) {
    if (decided.compareAndSet(false, true)) {
      LOG.warn("{}", why);
      Thread asking = new Thread(() -> decide(why), "disowned");
      asking.setDaemon(true);
      asking.start();
    }
  }

  private void decide(String why) {
    if (!isOnly && mayBeFollowed()) {
      followed.run();
    } else {
      mailbox.offer(new FleetEvent.ShutdownOrdered(why));
    }
  }

  private boolean mayBeFollowed() {
    Configuration impatient = new YarnConfiguration(hadoop);
    impatient.setLong(
        YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, PATIENCE.toMillis() / 2);
    impatient.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, RETRY_MILLIS);
    try (YarnClient client = YarnClient.createYarnClient()) {
      client.init(impatient);
      client.start();
      return mayBeFollowed(
          attempt, () -> client.getApplicationReport(attempt.getApplicationId()), PATIENCE);
    } catch (IOException e) {
      LOG.info("Asking the ResourceManager ended badly: {}", e.toString());
      return true;
    }
  }

  /** Whether an attempt after this one leads, or may lead. */
  static boolean mayBeFollowed(ApplicationAttemptId attempt, Question question, Duration patience) {
    long start = System.nanoTime();
    do {
      try {
        ApplicationReport report = question.ask();
        if (isOver(report.getYarnApplicationState())) {
          return false;
        }
        if (!attempt.equals(report.getCurrentApplicationAttemptId())) {
          return true;
        }
      } catch (ApplicationNotFoundException e) {
        return false;
      } catch (YarnException | IOException e) {
        LOG.info("The ResourceManager cannot be asked about {}: {}", attempt, e.toString());
      }
    } while (System.nanoTime() - start < patience.toNanos() && pause());
    return true;
  }

  private static boolean isOver(YarnApplicationState state) {
    return state == YarnApplicationState.FINISHED
        || state == YarnApplicationState.FAILED
        || state == YarnApplicationState.KILLED;
  }

  private static boolean pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
