package trainer.appmaster.loop;

import java.io.IOException;
import java.time.Duration;
import trainer.core.failure.Failure;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.master.fleet.FleetAction;
import trainer.protocol.auth.Secret;

/**
 * The source of containers: YARN, or this machine.
 *
 * <p>Implementations offer all their findings to the mailbox. The core thread calls the methods,
 * which do not block, except {@link #prepare}, {@link #join} and {@link #leave}.
 */
public interface Cluster extends FleetAction.Handler {
  /** The addresses under which this master is reached. */
  record Address(String host, int port, String trackingUrl) {}

  /**
   * The end of the application, for the cluster's own records.
   *
   * @param failure null without one
   * @param details what else a reader of these records should know: where the report is, or how
   *     each job ended; empty if there is nothing
   * @param page the address of the page that shows the application after its end; empty without one
   */
  record Ending(JobState state, Failure failure, String details, String page) {
    /**
     * The end of a job.
     *
     * @param report null if it could not be written
     */
    public static Ending ofJob(JobState state, Failure failure, String report) {
      return new Ending(state, failure, report == null ? "" : "Report: " + report, "");
    }

    /** The same with a page. */
    public Ending shownAt(String address) {
      return new Ending(state, failure, details, address);
    }

    /** Whether its report is written. */
    public boolean isReported() {
      return !details.isEmpty();
    }
  }

  /**
   * Registers this master. Called once, before any ask. Containers that earlier masters left
   * running are offered as {@link trainer.master.fleet.FleetEvent.Joined} before this returns; YARN
   * may report more of them later.
   */
  void join(Address address);

  /**
   * Whether the cluster has answered this master within this time. It has not if the master is cut
   * off.
   */
  boolean isHeardWithin(Duration time);

  /**
   * Prepares the launch of a job's containers: their files, their settings and the job's secret.
   * Called before the core knows the job; it may block.
   */
  void prepare(JobSpec job, Secret secret) throws IOException;

  /**
   * Prepares the launch of standbys; as {@link #prepare}.
   *
   * @param application the only job, or the session
   * @param secret the application's, since a standby may lead
   */
  void prepareStandby(JobSpec application, Secret secret) throws IOException;

  /** Forgets a job that is over: none of its containers is launched any more. */
  void forget(JobId job);

  /**
   * Stops all containers that still run, reports the end, and unregisters. The last call of a
   * master.
   */
  void leave(Ending ending);
}
