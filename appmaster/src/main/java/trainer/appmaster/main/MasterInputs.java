package trainer.appmaster.main;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import trainer.container.secret.Secrets;
import trainer.container.start.ContainerProcess;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.protocol.auth.Secret;

/**
 * What the master was given, beside what every process of a job is.
 *
 * @param process who this is
 * @param controlSecret proves commands of users; null where the cluster's tokens do
 * @param isOnCluster whether YARN runs it, rather than a client on this machine
 */
record MasterInputs(ContainerProcess process, Secret controlSecret, boolean isOnCluster) {
  /** Reads it. */
  static MasterInputs read(ContainerProcess process) throws IOException {
    boolean onCluster = Secrets.isOnCluster();
    boolean secure = onCluster && UserGroupInformation.isSecurityEnabled();
    Secret control =
        secure
            ? null
            : onCluster ? Secrets.ofCredentials(Secrets.CONTROL) : readControlSecret(process);
    return new MasterInputs(process, control, onCluster);
  }

  JobSpec spec() {
    return process.spec();
  }

  JobId job() {
    return process.spec().id();
  }

  Settings settings() {
    return process.settings();
  }

  Configuration hadoop() {
    return process.hadoop();
  }

  /** What others reach this process under. */
  String host() {
    return process.identity().host();
  }

  /** Whether the cluster starts another master when this one dies, as far as it is known here. */
  boolean mayBeFollowed() {
    return isOnCluster && settings().get(Keys.MASTER_ATTEMPTS) > 1;
  }

  private static Secret readControlSecret(ContainerProcess process) throws IOException {
    Path file = new Path(process.spec().files().controlSecret());
    try (InputStream in = file.getFileSystem(process.hadoop()).open(file)) {
      return Secret.of(in.readNBytes(2 * Secret.BYTES));
    }
  }
}
