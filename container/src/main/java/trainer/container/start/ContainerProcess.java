package trainer.container.start;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.log4j.LogManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.files.HadoopClasses;
import trainer.container.files.UserClasses;
import trainer.container.identity.Acting;
import trainer.container.identity.ClientWatch;
import trainer.container.identity.Identity;
import trainer.container.identity.WorkingFolder;
import trainer.container.logs.LogStreaming;
import trainer.container.secret.Secrets;
import trainer.container.session.AddressFile;
import trainer.container.session.MemberSession;
import trainer.container.session.SessionMember;
import trainer.container.session.SessionTerms;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.job.JobSpec;
import trainer.core.message.FromMember;
import trainer.protocol.auth.Secret;
import trainer.protocol.grpc.GrpcClasses;

/**
 * The process of a role, from its start to its end.
 *
 * <p>{@link #run} never returns: it ends the JVM with the role's exit code. The way out has a fixed
 * order: logging stops, the logs are completed, the last message is sent, the JVM halts.
 */
public final class ContainerProcess {
  /** Exit code of a process whose role failed. */
  public static final int FAILED = 1;

  /** Exit code of a process that found no master any more. */
  public static final int ORPHANED = 4;

  /** Exit code of a process with a bug. */
  public static final int UNEXPECTED = 50;

  static {
    EarlyClassLoading.begin(); // before there is a logger
  }

  private static final Logger LOG = LoggerFactory.getLogger(ContainerProcess.class);
  private static final Duration LAST_WORD = Duration.ofSeconds(2);
  private static final Duration ORPHANS_LOGS = Duration.ofMillis(1200);

  private static final AtomicReference<ContainerProcess> LEAVING = new AtomicReference<>();

  /** The work of a role. */
  @FunctionalInterface
  public interface Body {
    /** Runs the role to its end and returns the exit code. */
    int run(ContainerProcess process) throws Exception;
  }

  private final Identity identity;
  private final JobSpec spec;
  private final Settings settings;
  private final Configuration hadoop;
  private final Secret secret;
  private final LogStreaming logs;
  private volatile Consumer<Boolean> lastWord = complete -> {};
  private volatile boolean abandoned;
  private volatile boolean joined;

  private ContainerProcess(
      Identity identity, JobSpec spec, Configuration hadoop, Secret secret, LogStreaming logs) {
    this.identity = identity;
    this.spec = spec;
    this.settings = Settings.of(spec.settings());
    this.hadoop = hadoop;
    this.secret = secret;
    this.logs = logs;
  }

  /** The main method of a role. */
  public static void run(Body body) {
    JavaLogging.redirect();
    GrpcClasses.load();
    HadoopClasses.begin();
    ContainerProcess process;
    try {
      process = start();
    } catch (IOException | RuntimeException e) {
      LOG.error("this process cannot start", e);
      e.printStackTrace();
      LogManager.shutdown();
      Runtime.getRuntime().halt(FAILED);
      return;
    }
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, cause) -> {
          LOG.error("thread {} failed", thread.getName(), cause);
          process.leave(UNEXPECTED);
        });
    if (!process.identity.role().mayLead()) {
      ClientWatch.start(process::abandon);
    }
    process.leave(process.runBody(body));
  }

  private int runBody(Body body) {
    try {
      int code = body.run(this);
      LOG.info("leaving with exit code {}", code);
      return code;
    } catch (FailureException e) {
      LOG.error("leaving: {}", e.failure().message(), e);
      if (!joined && !identity.role().mayLead()) {
        tellMaster(e.failure());
      }
      return FAILED;
    } catch (Throwable e) {
      LOG.error("leaving for something unexpected", e);
      return UNEXPECTED;
    }
  }

  /** Reports a failed start to the master, which would otherwise see only an exit code. */
  private void tellMaster(Failure failure) {
    FailedStart unfit = new FailedStart(identity, spec);
    MemberSession session = join(unfit);
    if (unfit.isHeardWithin(settings.get(Keys.ORPHAN_TIMEOUT))) {
      session.send(new FromMember.MemberFailure(failure));
    }
  }

  private static ContainerProcess start() throws IOException {
    Identity identity = Identity.of(System.getProperties(), System.getenv());
    EarlyClassLoading.await();
    JobSpec spec = WorkingFolder.job();
    Configuration hadoop = WorkingFolder.hadoop();
    Secret secret = Secrets.of(identity.role());
    Acting.as(spec.user(), hadoop);
    LogStreaming logs =
        LogStreaming.start(
            identity.logDir(),
            spec.files().logs(identity.role(), identity.index(), identity.containerId()),
            hadoop,
            Settings.of(spec.settings()).get(Keys.LOGS_FLUSH));
    LOG.info(
        "{}-{} of {} in {} on {}, process {}, Java {}",
        identity.role().word(),
        identity.index(),
        spec.id(),
        identity.containerId(),
        identity.host(),
        ProcessHandle.current().pid(),
        Runtime.version());
    return new ContainerProcess(identity, spec, hadoop, secret, logs);
  }

  public Identity identity() {
    return identity;
  }

  public JobSpec spec() {
    return spec;
  }

  public Settings settings() {
    return settings;
  }

  public Configuration hadoop() {
    return hadoop;
  }

  /** The class loader of the job's model. */
  public ClassLoader userClasses() {
    return UserClasses.of(WorkingFolder.jars(spec));
  }

  /** The configuration for reading a job's input, with the user's classes. */
  public Configuration reading(JobSpec job) {
    return UserClasses.reading(hadoop, WorkingFolder.jars(job));
  }

  /** The job's secret; the application's in its master. */
  public Secret secret() {
    return secret;
  }

  /**
   * Opens the session with the master; the session's exit message becomes the last action of this
   * process.
   */
  public MemberSession join(SessionMember member) {
    joined = true;
    MemberSession session =
        MemberSession.start(
            terms(
                settings,
                new SessionTerms.Credentials(spec.id(), identity.role(), identity.index(), secret)),
            new LeavingMember(member, () -> leave(ORPHANED)));
    lastWord = complete -> session.exit(complete, LAST_WORD);
    return session;
  }

  /**
   * Opens a further session, for a job that this process serves as a worker of a pool. Its loss
   * ends nothing but the service.
   */
  public MemberSession join(JobSpec job, int index, SessionMember member) {
    Settings ofJob = Settings.of(job.settings());
    return MemberSession.start(
        terms(
            ofJob,
            new SessionTerms.Credentials(job.id(), identity.role(), index, secret.ofJob(job.id()))),
        member);
  }

  private SessionTerms terms(Settings of, SessionTerms.Credentials credentials) {
    return new SessionTerms(
        identity.master(),
        mayBeFollowed() ? new AddressFile(spec.files().masterAddress(), hadoop) : null,
        credentials,
        new SessionTerms.Times(
            of.get(Keys.HEARTBEAT_INTERVAL),
            of.get(Keys.HEARTBEAT_TIMEOUT),
            of.get(mayBeRestarted() ? Keys.MASTER_PATIENCE : Keys.ORPHAN_TIMEOUT)));
  }

  /** Whether YARN may start another master after the present one. */
  private boolean mayBeRestarted() {
    return Secrets.isOnCluster() && settings.get(Keys.MASTER_ATTEMPTS) > 1;
  }

  /** Whether another master may lead after the present one. */
  private boolean mayBeFollowed() {
    return mayBeRestarted() || settings.get(Keys.STANDBY);
  }

  /**
   * Sets the last action before the process halts. It receives whether the logs are complete. A
   * later call replaces an earlier one.
   */
  public void atLast(Consumer<Boolean> word) {
    lastWord = word;
  }

  /**
   * Ends this process because the client, and so the whole job, is gone. Logs that are incomplete
   * after a moment are not uploaded, since the file system may be gone, too.
   */
  public void abandon() {
    abandoned = true;
    leave(ORPHANED);
  }

  /**
   * Ends this process: completes the logs, runs the last action, halts. Any thread. The first
   * caller determines the exit code, and no call returns.
   */
  public void leave(int exitCode) {
    if (LEAVING.compareAndSet(null, this)) {
      boolean orphan = exitCode == ORPHANED;
      Duration patience = orphan ? ORPHANS_LOGS : settings.get(Keys.EXIT_TIMEOUT);
      silence();
      boolean complete = logs.complete(patience);
      if (abandoned && !complete) {
        LogStreaming.renounce();
      }
      if (!orphan) {
        lastWord.accept(complete);
      }
      Runtime.getRuntime().halt(exitCode);
    }
    // No call returns: a caller must not go on in a process that is about to halt.
    while (true) {
      try {
        Thread.sleep(Long.MAX_VALUE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /**
   * Stops the growth of the local logs, since their copies have to equal them. The log is closed
   * last, since log4j writes to stderr when a thread logs after its end.
   */
  private static void silence() {
    System.out.flush();
    System.err.flush();
    PrintStream nothing =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    System.setOut(nothing);
    System.setErr(nothing);
    LogManager.shutdown();
  }
}
