package trainer.appmaster.main;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import trainer.avro.job.JobFile;
import trainer.core.config.Settings;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.protocol.auth.Secret;

/**
 * What the master's process was given: command line, working directory, environment and
 * credentials. Read once, before anything is done.
 *
 * @param hadoop the client's effective Hadoop configuration; files are made for their owner alone
 * @param host what others reach this process under
 * @param isOnCluster whether YARN runs it, rather than a client on this machine
 * @param credentials of the containers of this application; empty where there is no cluster
 */
record Given(
    JobId job,
    JobSpec spec,
    Settings settings,
    Configuration hadoop,
    Secret jobSecret,
    Secret controlSecret,
    String host,
    boolean isOnCluster,
    Credentials credentials) {
  /** The alias of the job's secret in a container's credentials. */
  static final String JOB_SECRET = "trainer.job.secret";

  /** The alias of the control secret in the master's credentials. */
  static final String CONTROL_SECRET = "trainer.control.secret";

  private static final String SECRET_FILE = "trainer.secret.file";

  /** Reads it all; the file with the secret, if there is one, is deleted. */
  static Given read() throws IOException {
    JobId job = JobId.parse(property("trainer.job"));
    Configuration hadoop = new YarnConfiguration();
    hadoop.addResource(Path.of("trainer-hadoop.xml").toUri().toURL());
    hadoop.set("fs.permissions.umask-mode", "077");
    JobSpec spec;
    try (InputStream in = Files.newInputStream(Path.of(JobFile.NAME))) {
      spec = JobFile.read(in, JobFile.NAME);
    }
    Credentials credentials = UserGroupInformation.getCurrentUser().getCredentials();
    Optional<Path> secretFile = Optional.ofNullable(System.getProperty(SECRET_FILE)).map(Path::of);
    Secret jobSecret =
        secretFile.isPresent()
            ? readOnce(secretFile.get())
            : Secret.of(required(credentials, JOB_SECRET));
    byte[] control = credentials.getSecretKey(new Text(CONTROL_SECRET));
    return new Given(
        job,
        spec,
        Settings.of(spec.settings()),
        hadoop,
        jobSecret,
        control == null ? readControlSecret(hadoop, spec) : Secret.of(control),
        Optional.ofNullable(System.getenv("NM_HOST")).orElse("localhost"),
        secretFile.isEmpty(),
        credentials);
  }

  /** The job file as text, as it goes into the journal. */
  String specText() {
    return SpecText.of(spec);
  }

  private static String property(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalStateException("-D" + name + " is not on the command line");
    }
    return value;
  }

  private static byte[] required(Credentials credentials, String alias) {
    byte[] secret = credentials.getSecretKey(new Text(alias));
    if (secret == null) {
      throw new IllegalStateException("no " + alias + " in this container's credentials");
    }
    return secret;
  }

  private static Secret readOnce(Path file) throws IOException {
    byte[] secret = Files.readAllBytes(file);
    Files.delete(file);
    return Secret.of(secret);
  }

  private static Secret readControlSecret(Configuration hadoop, JobSpec spec) throws IOException {
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(spec.files().controlSecret());
    FileSystem files = file.getFileSystem(hadoop);
    try (InputStream in = files.open(file)) {
      return Secret.of(in.readNBytes(2 * Secret.BYTES));
    }
  }

  /** Text for people and logs, without the secrets. */
  @Override
  public String toString() {
    return job + " at " + host + " as " + spec.user();
  }
}
