package trainer.client.run;

import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import trainer.client.submit.Machine;
import trainer.client.submit.OutputReservation;
import trainer.client.yarn.YarnConnection;
import trainer.client.yarn.YarnJobs;
import trainer.container.files.OutputClaim;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;

/** The check whether jobs that claimed outputs are over: by their process, or by YARN. */
final class ClaimingJobs implements OutputReservation.Claimants {
  /** The maximum time from a claim until YARN lists the application. */
  private static final Duration SUBMISSION = Duration.ofMinutes(5);

  private final Configuration hadoop;

  ClaimingJobs(Configuration hadoop) {
    this.hadoop = hadoop;
  }

  @Override
  public boolean isOver(OutputClaim claim, Duration age) {
    if (claim.job().isEmpty()) {
      return age.compareTo(SUBMISSION) > 0; // its client died while it wrote the claim
    }
    if (claim.process().pid() != 0) {
      return claim.process().isGone(Machine.name());
    }
    return claim.cluster().equals(cluster(hadoop))
        && YarnJobs.isConfigured(hadoop)
        && isOverOnYarn(claim, age);
  }

  /** A name of the YARN cluster; other clusters do not have its jobs. */
  static String cluster(Configuration hadoop) {
    String id = hadoop.get(YarnConfiguration.RM_CLUSTER_ID, "");
    return id.isEmpty()
        ? hadoop.get(YarnConfiguration.RM_ADDRESS, "")
            + hadoop.get(YarnConfiguration.RM_HOSTNAME, "")
        : id;
  }

  private boolean isOverOnYarn(OutputClaim claim, Duration age) {
    try (YarnConnection yarn = YarnConnection.open(hadoop)) {
      return YarnJobs.isOver(JobId.parse(claim.job()).application(), yarn);
    } catch (FailureException e) {
      return e.failure().kind() == FailureKind.APPLICATION_NOT_FOUND
          && age.compareTo(SUBMISSION) > 0;
    } catch (IllegalArgumentException e) {
      return false; // not one of our job ids
    }
  }
}
