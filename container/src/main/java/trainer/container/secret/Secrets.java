package trainer.container.secret;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import trainer.core.job.Role;
import trainer.protocol.auth.Secret;

/**
 * Reads the secrets of this process from YARN's credentials. In local mode it reads its secret from
 * a 0600 file of raw bytes, and deletes the file.
 */
public final class Secrets {
  /** The alias of the application's secret; only the master has it. */
  public static final String APPLICATION = "trainer.application.secret";

  /** The alias of a job's secret, which the master derives for the containers of that job. */
  public static final String JOB = "trainer.job.secret";

  /** The alias of the secret of control commands; only the master has it. */
  public static final String CONTROL = "trainer.control.secret";

  /** The system property that names the file in local mode. */
  public static final String FILE_PROPERTY = "trainer.secret.file";

  private Secrets() {}

  /** Whether YARN runs this process, rather than a client on this machine. */
  public static boolean isOnCluster() {
    return System.getProperty(FILE_PROPERTY) == null;
  }

  /**
   * The secret of a process of this role: the application's for one that may lead, else the job's.
   */
  public static Secret of(Role role) throws IOException {
    String file = System.getProperty(FILE_PROPERTY);
    return file == null
        ? ofCredentials(role.mayLead() ? APPLICATION : JOB)
        : takeFile(Path.of(file));
  }

  /** A secret of this process's credentials. */
  public static Secret ofCredentials(String alias) throws IOException {
    Credentials credentials = UserGroupInformation.getLoginUser().getCredentials();
    byte[] bytes = credentials.getSecretKey(new Text(alias));
    if (bytes == null) {
      throw new IOException("the container's credentials hold no " + alias);
    }
    return Secret.of(bytes);
  }

  /** Reads the secret and deletes the file. */
  static Secret takeFile(Path file) throws IOException {
    try {
      if (Files.size(file) != Secret.BYTES) {
        throw new IOException(file + " holds no secret of " + Secret.BYTES + " bytes");
      }
      return Secret.of(Files.readAllBytes(file));
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
