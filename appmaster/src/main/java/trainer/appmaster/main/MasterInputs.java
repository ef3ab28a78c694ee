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
import trainer.core.job.JobFolder;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;
import trainer.journal.StateStore;
import trainer.journal.StateStores;
import trainer.protocol.auth.Credential;
import trainer.protocol.auth.Secret;

/**
 * The inputs of the master process, in addition to those of every process of a job.
 *
 * <p>The master's own job file is that of its only job, or of a session. The settings of a session
 * hold for the application: ports, queue, attempts, state store.
 *
 * @param process the identity, job and settings of this process
 * @param controlSecret authenticates commands of users; null where the cluster's tokens do
 * @param isOnCluster whether YARN runs this master, rather than a client on this machine
 */
record MasterInputs(ContainerProcess process, Secret controlSecret, boolean isOnCluster) {
  /** Reads the inputs. */
  static MasterInputs read(ContainerProcess process) throws IOException {
    boolean onCluster = Secrets.isOnCluster();
    boolean secure = onCluster && UserGroupInformation.isSecurityEnabled();
    Secret control =
        secure
            ? null
            : onCluster ? Secrets.ofCredentials(Secrets.CONTROL) : readControlSecret(process);
    return new MasterInputs(process, control, onCluster);
  }

  /** The only job, or the session that carries jobs. Its settings hold for the application. */
  JobSpec spec() {
    return process.spec();
  }

  /** Whether this process follows another master before it leads. */
  boolean isStandby() {
    return process.identity().role() == Role.STANDBY;
  }

  /** Whether another process speaks to the cluster for this one. */
  boolean isSpokenFor() {
    return isStandby() && isOnCluster;
  }

  /** Whether users prove who they are by tokens of the cluster. */
  boolean isSecure() {
    return controlSecret == null;
  }

  /**
   * Proves to the leader that another master passes a command on. Only the attempt that YARN
   * started can check the cluster's tokens.
   */
  Credential credentialOfMasters() {
    return Credential.ofControlSecret(isSecure() ? secretOfMasters() : controlSecret);
  }

  /** Opens the application's state store. */
  StateStore openStore() throws IOException {
    return StateStores.open(settings(), folder().root(), application(), hadoop());
  }

  /** Whether this process keeps its connection to the cluster when a standby leads in its place. */
  boolean staysConnected() {
    return isOnCluster && !isStandby() && settings().get(Keys.STANDBY);
  }

  /** The container in which this process runs. */
  String container() {
    return process.identity().containerId();
  }

  /** The id of the application, or of the local run. */
  String application() {
    return spec().id().application();
  }

  /** The places of the application's files. */
  JobFolder folder() {
    return spec().files();
  }

  /** The settings of the application. */
  Settings settings() {
    return process.settings();
  }

  Configuration hadoop() {
    return process.hadoop();
  }

  /** The configuration for reading a job's input, with the user's classes. */
  Configuration reading(JobSpec job) {
    return process.reading(job);
  }

  /**
   * The secret of the processes of a job, or of a session's pool; see {@link Secret#ofJob}. That of
   * a job whose rows the pool makes is derived from the pool's, so the pool's processes know it.
   */
  Secret secretOf(JobSpec job) {
    boolean isPooled = job.isPooledBy(spec());
    Secret from = isPooled ? process.secret().ofJob(spec().id()) : process.secret();
    return from.ofJob(job.id());
  }

  /** The secret with which a master proves that it is one to another. */
  Secret secretOfMasters() {
    return process.secret().ofMasters(application());
  }

  /** The host name under which others reach this process. */
  String host() {
    return process.identity().host();
  }

  /** Whether the cluster may start another master when this one dies, according to the settings. */
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
