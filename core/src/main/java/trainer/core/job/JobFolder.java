package trainer.core.job;

import java.util.regex.Pattern;

/**
 * The places of an application's files: {@code <trainer.job.dir>/<application id>}. Paths are
 * texts, on the file system that {@code root} names.
 *
 * @param root the application's folder, fully qualified, without a slash at its end
 */
public record JobFolder(String root) {
  /** The id of an application: of YARN, or of a local run. It names the application's folder. */
  public static final Pattern APPLICATION = Pattern.compile("(application|local)_[0-9]+_[0-9]+");

  /** The name of {@link #configuration} in the job's folder. */
  public static final String CONFIGURATION = "configuration.json";

  /** Whether a folder of this name belongs to an application. */
  public static boolean isApplication(String name) {
    return APPLICATION.matcher(name).matches();
  }

  /** The term and the roster of containers. */
  public String fleet() {
    return root + "/fleet";
  }

  /** The secret of control commands, 0600: raw bytes. */
  public String controlSecret() {
    return fleet() + "/control.secret";
  }

  /** The client's effective Hadoop configuration, 0600; a resource of every container. */
  public String hadoopConfiguration() {
    return fleet() + "/trainer-hadoop.properties";
  }

  /** A text file of one line, the bundle's URI; the bundle is a resource of every container. */
  public String bundleUri() {
    return fleet() + "/bundle.uri";
  }

  /**
   * A text file of three lines: the leading master's {@code host:port}, its page's address, and its
   * term.
   */
  public String masterAddress() {
    return fleet() + "/master.address";
  }

  /** A text file of one line, in local mode: the name of the machine that the run is on. */
  public String host() {
    return fleet() + "/host";
  }

  /** The job file ({@code JobSpec}); a resource of every container of the job. */
  public String jobFile(JobId job) {
    return job(job) + "/job.avro";
  }

  /** A jar of the user, 0600; a resource of every container. */
  public String jar(UserJar jar) {
    return root + "/" + jar.path();
  }

  /** The jars of {@code trainer.classpath.extra}; resources of every container. */
  public String classPath() {
    return root + "/classpath";
  }

  /** The report of the job. */
  public String report(JobId job) {
    return job(job) + "/report.json";
  }

  /** The values of all keys with their sources: the JSON document of {@code conf show --json}. */
  public String configuration(JobId job) {
    return job(job) + "/" + CONFIGURATION;
  }

  /** The event files of a training job for TensorBoard. */
  public String tensorboard(JobId job) {
    return job(job) + "/tensorboard";
  }

  /** The folder of all jobs; each has a folder there, named by its number. */
  public String jobs() {
    return root + "/jobs";
  }

  /** The folder of one job. */
  public String job(JobId job) {
    return jobs() + "/" + job.number();
  }

  /** The logs of one container. */
  public String logs(Role role, int index, String containerId) {
    return logs() + "/" + role.word() + "-" + index + "/" + containerId;
  }

  /** The folder of all logs. */
  public String logs() {
    return root + "/logs";
  }
}
