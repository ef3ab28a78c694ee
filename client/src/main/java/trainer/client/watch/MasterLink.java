package trainer.client.watch;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import trainer.container.session.AddressFile;
import trainer.container.session.HostPort;
import trainer.container.session.MasterAddress;
import trainer.core.failure.FailureException;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.protocol.auth.Credential;
import trainer.protocol.auth.HandshakeException;
import trainer.protocol.auth.Secret;
import trainer.protocol.grpc.ControlClient;
import trainer.protocol.grpc.ControlListener;
import trainer.protocol.grpc.JobStatus;

/**
 * The control connection to a job's master, and the application's folder. The connection is opened
 * at its first use and again after it broke. The folder holds the files that outlast a master, such
 * as its report.
 */
public final class MasterLink implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final long RETRY_NANOS = 1_000_000_000L;

  private final JobId job;
  private final JobFolder folder;
  private final Configuration hadoop;
  private Credential token;
  private ControlClient client;

  /** Null until it is looked up. */
  private Boolean ofSession;

  private boolean submitted;
  private String address = "";
  private long lastFailure = System.nanoTime() - RETRY_NANOS;

  /** A command that only a master can carry out. */
  public interface Command {
    /** Sends it to the master at this address. */
    ControlListener.Answer send(String host, int port) throws IOException;
  }

  public MasterLink(JobId job, JobFolder folder, Configuration hadoop) {
    this.job = job;
    this.folder = folder;
    this.hadoop = hadoop;
  }

  /** Authenticates commands with a token of the cluster instead of the folder's control secret. */
  public void authenticateWith(Credential given) {
    token = given;
  }

  /**
   * The master's status, or null when the master does not answer.
   *
   * @throws AccessControlException when the control secret may not be read
   */
  public JobStatus status(String host, int port) throws AccessControlException {
    if (System.nanoTime() - lastFailure < RETRY_NANOS) {
      return null;
    }
    try {
      return open(host, port).status(job.toString());
    } catch (HandshakeException e) {
      throw refused(e);
    } catch (AccessControlException e) {
      throw e; // the folder belongs to another user, which differs from a silent master
    } catch (IOException e) {
      drop();
      return null;
    }
  }

  /** Requests the end of the job. */
  public ControlListener.Answer kill(String host, int port, String user, String reason)
      throws IOException {
    try {
      return open(host, port).kill(job.toString(), user, reason);
    } catch (HandshakeException e) {
      throw refused(e);
    }
  }

  /** Requests the end of the job at a committed version. */
  public ControlListener.Answer stop(String host, int port, String user, String reason)
      throws IOException {
    try {
      return open(host, port).stop(job.toString(), user, reason);
    } catch (HandshakeException e) {
      throw refused(e);
    }
  }

  /** Requests another number of processes of a role. */
  public ControlListener.Answer scale(String host, int port, String user, Role role, int count)
      throws IOException {
    try {
      return open(host, port).scale(job.toString(), user, role, count);
    } catch (HandshakeException e) {
      throw refused(e);
    }
  }

  /** Asks the master of a session to carry the job. */
  public ControlListener.Answer submit(String host, int port, String digest) throws IOException {
    try {
      ControlClient master = open(host, port);
      submitted = true;
      return master.submit(job.toString(), digest);
    } catch (HandshakeException e) {
      throw refused(e);
    } catch (IOException e) {
      drop();
      throw e;
    }
  }

  /** Whether a master was asked to carry the job. Its answer may be lost. */
  public boolean hasSubmitted() {
    return submitted;
  }

  /** Whether the job's file exists. */
  public boolean hasJobFile() throws IOException {
    Path file = new Path(folder.jobFile(job));
    return file.getFileSystem(hadoop).exists(file);
  }

  /** Whether the job is one of a session, or the session itself. */
  public boolean isOfSession() throws IOException {
    if (ofSession == null) {
      Path session = new Path(folder.jobFile(JobId.ofSession(job.application())));
      ofSession = session.getFileSystem(hadoop).exists(session);
    }
    return ofSession;
  }

  /** The address of the leading master; empty before there is one. */
  public Optional<MasterAddress> masterAddress() throws IOException {
    return new AddressFile(folder.masterAddress(), hadoop).read();
  }

  /** The machine of a local run; empty if it is not recorded. */
  public String host() throws IOException {
    byte[] text = read(folder.host());
    return text == null ? "" : new String(text, java.nio.charset.StandardCharsets.UTF_8).strip();
  }

  /** {@code report.json}, or null if it was not written. */
  public byte[] report() throws IOException {
    return read(folder.report(job));
  }

  /** Whether the application's folder exists. */
  public boolean isThere() throws IOException {
    Path root = new Path(folder.root());
    return root.getFileSystem(hadoop).exists(root);
  }

  public String reportPath() {
    return folder.report(job);
  }

  public JobFolder folder() {
    return folder;
  }

  private byte[] read(String path) throws IOException {
    Path file = new Path(path);
    try (InputStream in = file.getFileSystem(hadoop).open(file)) {
      return in.readAllBytes();
    } catch (java.io.FileNotFoundException e) {
      return null;
    }
  }

  private ControlClient open(String host, int port) throws IOException {
    String wanted = host + ":" + port;
    if (client != null && !wanted.equals(address)) {
      drop();
    }
    if (client == null) {
      client = connect(new HostPort(host, port));
      address = wanted;
    }
    return client;
  }

  /**
   * Connects to the master that the cluster names; if none answers there, to the one that the
   * folder names: a standby leads before the cluster knows. A standby knows no tokens of the
   * cluster and refuses them; that is no answer to the user.
   */
  private ControlClient connect(HostPort named) throws IOException {
    try {
      if (named.port() <= 0) {
        throw new IOException("the cluster names no master");
      }
      return connectTo(named);
    } catch (AccessControlException e) {
      throw e;
    } catch (IOException e) {
      HostPort other = leader().filter(leader -> !leader.equals(named)).orElseThrow(() -> e);
      try {
        return connectTo(other);
      } catch (HandshakeException refused) {
        throw token == null ? refused : e;
      }
    }
  }

  private Optional<HostPort> leader() {
    try {
      return masterAddress().map(MasterAddress::listens);
    } catch (IOException e) {
      return Optional.empty(); // the folder may be closed to this user
    }
  }

  private ControlClient connectTo(HostPort master) throws IOException {
    return ControlClient.open(
        master.host(),
        master.port(),
        job.application(),
        token == null ? controlSecret() : token,
        PATIENCE);
  }

  private Credential controlSecret() throws IOException {
    byte[] secret = read(folder.controlSecret());
    if (secret == null) {
      throw new IOException("no control secret in " + folder.controlSecret());
    }
    return Credential.ofControlSecret(Secret.of(secret));
  }

  private static FailureException refused(HandshakeException e) {
    return new FailureException(e.failure(), e);
  }

  private void drop() {
    lastFailure = System.nanoTime();
    close();
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
      client = null;
    }
  }
}
