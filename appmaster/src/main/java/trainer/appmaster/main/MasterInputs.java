package trainer.appmaster.main;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import trainer.avro.job.JobFile;
import trainer.container.secret.Secrets;
import trainer.container.start.ContainerProcess;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.protocol.auth.Secret;

/**
 * The inputs of the master process, in addition to those of every process of a job.
 *
 * <p>An application has one job or several. The first is that of the master's own job file; its
 * settings hold for the application too: ports, queue, attempts, state store. The others are those
 * whose files lie in the application's folder when a master starts.
 *
 * @param process the identity, first job and settings of this process
 * @param controlSecret authenticates commands of users; null where the cluster's tokens do
 * @param isOnCluster whether YARN runs this master, rather than a client on this machine
 */
record MasterInputs(ContainerProcess process, Secret controlSecret, boolean isOnCluster) {
  private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,8}");

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

  /** The first job. */
  JobSpec firstJob() {
    return process.spec();
  }

  /** The jobs beside the first, by number. */
  List<JobSpec> furtherJobs(FileSystem files) throws IOException {
    List<JobSpec> found = new ArrayList<>();
    for (int number : numbers(files)) {
      Path file = new Path(folder().jobFile(new JobId(application(), number)));
      if (number != firstJob().id().number() && files.exists(file)) {
        found.add(JobFile.read(files.open(file), file.toString()));
      }
    }
    return found;
  }

  private List<Integer> numbers(FileSystem files) throws IOException {
    try {
      return Arrays.stream(files.listStatus(new Path(folder().jobs())))
          .map(one -> one.getPath().getName())
          .filter(name -> NUMBER.matcher(name).matches())
          .map(Integer::valueOf)
          .sorted()
          .toList();
    } catch (FileNotFoundException e) {
      return List.of(); // the first job's file is missing, too, and ends this master
    }
  }

  /** The id of the application, or of the local run. */
  String application() {
    return firstJob().id().application();
  }

  /** The places of the application's files. */
  JobFolder folder() {
    return firstJob().files();
  }

  /** The settings of the application: those of its first job. */
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

  /** The secret of a job's processes; see {@link Secret#ofJob}. */
  Secret secretOf(JobId job) {
    return process.secret().ofJob(job);
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
