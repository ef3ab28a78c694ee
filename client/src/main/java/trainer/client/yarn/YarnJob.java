package trainer.client.yarn;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Token;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import trainer.client.watch.FinishedJob;
import trainer.client.watch.JobDocument;
import trainer.client.watch.JournalStatus;
import trainer.client.watch.MasterLink;
import trainer.client.watch.Observation;
import trainer.client.watch.RunningJob;
import trainer.client.watch.SessionJob;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.journal.report.JournaledReport;
import trainer.protocol.auth.Credential;
import trainer.protocol.grpc.ControlListener;
import trainer.protocol.grpc.JobStatus;

/**
 * A job on YARN. Its state comes from its master or, failing that, from the ResourceManager and the
 * folder.
 */
public final class YarnJob implements RunningJob {
  /**
   * The time for which a job is followed without an answer from the ResourceManager or its master.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  /**
   * The time for a master to write its report after the ResourceManager has lost the application.
   */
  private static final Duration FORGOTTEN_PATIENCE = Duration.ofSeconds(30);

  private final YarnConnection yarn;
  private final ApplicationId id;
  private final JobId job;
  private final MasterLink link;
  private final JournalStatus journalStatus;
  private final WaitingMaster waiting;
  private final Configuration hadoop;
  private final ScaleUpRoom growth;
  private final String user;
  private ApplicationReport last;
  private long answeredAt;

  public YarnJob(
      YarnConnection yarn, JobId job, JobFolder folder, Configuration hadoop, String user) {
    this.yarn = yarn;
    this.id = parse(job.application());
    this.job = job;
    this.link = new MasterLink(job, folder, hadoop);
    this.waiting = new WaitingMaster(yarn, hadoop);
    this.journalStatus = new JournalStatus(link, job, hadoop);
    this.hadoop = hadoop;
    this.growth = new ScaleUpRoom(yarn, folder.jobFile(job), hadoop);
    this.user = user;
  }

  /**
   * Checks that a text is an application id.
   *
   * @throws FailureException when it is not
   */
  public static void check(String application) {
    parse(application);
  }

  private static ApplicationId parse(String application) {
    try {
      return ApplicationId.fromString(application);
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          new Failure(
              FailureKind.APPLICATION_NOT_FOUND,
              "'" + application + "' is no application or job id",
              "",
              "give one like application_1795000000000_0001"),
          e);
    }
  }

  @Override
  public String jobId() {
    return job.toString();
  }

  @Override
  public MasterLink link() {
    return link;
  }

  @Override
  public Observation observe() throws IOException {
    try {
      ApplicationReport report = reportUnlessForgotten();
      if (report == null) {
        return observeForgotten();
      }
      last = report;
      answeredAt = System.nanoTime();
      return withFolderAccess(report, () -> SessionJob.endedOr(link, job, () -> observe(report)));
    } catch (FailureException e) {
      if (last != null && e.failure().kind() == FailureKind.CLUSTER_UNREACHABLE) {
        return SessionJob.endedOr(link, job, () -> observeWithoutResourceManager(e));
      }
      throw e;
    }
  }

  /** The application's report; null once the ResourceManager has forgotten what it knew. */
  private ApplicationReport reportUnlessForgotten() {
    try {
      return report();
    } catch (FailureException e) {
      if (last != null && e.failure().kind() == FailureKind.APPLICATION_NOT_FOUND) {
        return null;
      }
      throw e;
    }
  }

  /** An operation that needs the job's folder. */
  private interface FolderOperation<T> {
    T read() throws IOException;
  }

  /**
   * Runs an operation that needs the job's folder, which only its owner may read. On a secure
   * cluster YARN gives users with the view right a token for the master. With that token no folder
   * is needed.
   *
   * @throws FailureException ACCESS_DENIED, with the job's owner and its state in YARN
   */
  private <T> T withFolderAccess(ApplicationReport report, FolderOperation<T> reading)
      throws IOException {
    boolean foreign = report.getUser() != null && !report.getUser().equals(user);
    try {
      if (foreign && report.getClientToAMToken() == null) {
        link.isThere(); // else YARN's incomplete report would pass for the job's state
      }
      return reading.read();
    } catch (AccessControlException e) {
      if (!foreign) {
        throw e;
      }
      throw new FailureException(
          new Failure(
              FailureKind.ACCESS_DENIED,
              "this is a job of "
                  + report.getUser()
                  + ", whose folder "
                  + user
                  + " may not read; YARN says: "
                  + describe(report),
              link.folder().root(),
              "ask " + report.getUser() + "; administrators see yarn application -status " + id),
          e);
    }
  }

  private static String describe(ApplicationReport report) {
    YarnApplicationState state = report.getYarnApplicationState();
    return isEnd(state) ? state + ", " + report.getFinalApplicationStatus() : state.toString();
  }

  /**
   * Observes a job after the ResourceManager has lost its state. A master that is alive detects
   * that and writes a report.
   */
  private Observation observeForgotten() throws IOException {
    if (System.nanoTime() - answeredAt < FORGOTTEN_PATIENCE.toNanos() && link.report() == null) {
      return journalStatus.observe(
          "YARN " + last.getYarnApplicationState(), "", "the ResourceManager has forgotten it");
    }
    Failure failure =
        new Failure(
            FailureKind.MASTER_LOST,
            "the ResourceManager has forgotten the application, and ended its containers",
            id.toString(),
            "see the ResourceManager's log, then submit again");
    return FinishedJob.observe(
        link,
        job,
        new JournaledReport.End(JobState.FAILED, failure, System.currentTimeMillis()),
        hadoop);
  }

  /** Observes a job while the ResourceManager restarts or fails over. The job goes on meanwhile. */
  private Observation observeWithoutResourceManager(FailureException why) throws IOException {
    JobStatus status =
        last.getRpcPort() > 0 ? link.status(last.getHost(), last.getRpcPort()) : null;
    if (status != null) {
      answeredAt = System.nanoTime();
      return new Observation(
          status.state(),
          false,
          "",
          JobDocument.parse(status.report()),
          "the ResourceManager does not answer");
    }
    if (System.nanoTime() - answeredAt > PATIENCE.toNanos()) {
      throw why;
    }
    return journalStatus.observe(
        "YARN " + last.getYarnApplicationState(),
        "",
        "neither the ResourceManager nor the master answers");
  }

  private Observation observe(ApplicationReport report) throws IOException {
    YarnApplicationState state = report.getYarnApplicationState();
    if (isEnd(state)) {
      return observeEnd(report);
    }
    String url = report.getTrackingUrl();
    String tracking = state == YarnApplicationState.RUNNING && url != null ? url : "";
    boolean isBetween = isBetweenMasters(report);
    if (isBetween || (state == YarnApplicationState.RUNNING && report.getRpcPort() > 0)) {
      JobStatus status = link.status(report.getHost(), report.getRpcPort());
      if (status != null) {
        // Not ended, even if the status reads so: the master unregisters after it has written the
        // report.
        return new Observation(status.state(), false, tracking, JobDocument.parse(status.report()));
      }
      return journalStatus.observe(
          "YARN " + state,
          tracking,
          isBetween
              ? "the master is gone and YARN starts another one"
              : "the master at "
                  + report.getHost()
                  + ":"
                  + report.getRpcPort()
                  + " does not answer");
    }
    String why = state == YarnApplicationState.RUNNING ? "" : waiting.explain(report);
    return new Observation("YARN " + state, false, tracking, null, why);
  }

  private static boolean isBetweenMasters(ApplicationReport report) {
    ApplicationAttemptId attempt = report.getCurrentApplicationAttemptId();
    return attempt != null
        && attempt.getAttemptId() > 1
        && report.getYarnApplicationState() == YarnApplicationState.ACCEPTED;
  }

  private Observation observeEnd(ApplicationReport report) throws IOException {
    if (SessionJob.isOne(link, job)) {
      return SessionJob.observeLeft(link, job, hadoop);
    }
    SessionJob.requireJob(link, job);
    if (report.getFinalApplicationStatus() == FinalApplicationStatus.SUCCEEDED) {
      return FinishedJob.observe(
          link,
          job,
          new JournaledReport.End(JobState.EXITED, null, report.getFinishTime()),
          hadoop);
    }
    boolean killed = report.getFinalApplicationStatus() == FinalApplicationStatus.KILLED;
    Failure failure =
        killed
            ? new Failure(
                FailureKind.KILLED_BY_USER,
                "the master ended without a report: "
                    + LostMaster.cause(String.valueOf(report.getDiagnostics())),
                id.toString(),
                "see yarn logs -applicationId " + id)
            : LostMaster.failure(id.toString(), String.valueOf(report.getDiagnostics()));
    return FinishedJob.observe(
        link,
        job,
        new JournaledReport.End(
            killed ? JobState.KILLED : JobState.FAILED, failure, report.getFinishTime()),
        hadoop);
  }

  /**
   * The application's report. On a secure cluster it contains a token for the master, for users
   * with the view right.
   */
  private ApplicationReport report() {
    ApplicationReport report = yarn.call(client -> client.getApplicationReport(id));
    Token token = report.getClientToAMToken();
    if (token != null) {
      link.authenticateWith(
          Credential.ofToken(bytes(token.getIdentifier()), bytes(token.getPassword())));
    }
    return report;
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static boolean isEnd(YarnApplicationState state) {
    return state == YarnApplicationState.FINISHED
        || state == YarnApplicationState.FAILED
        || state == YarnApplicationState.KILLED;
  }

  @Override
  public ControlListener.Answer kill(String reason) throws IOException {
    ApplicationReport report = report();
    if (isEnd(report.getYarnApplicationState())) {
      return new ControlListener.Answer(false, job + " has ended already");
    }
    if (report.getRpcPort() > 0 || isBetweenMasters(report)) {
      try {
        return link.kill(report.getHost(), report.getRpcPort(), user, reason);
      } catch (IOException e) {
        // by force, then
      }
    }
    boolean isTagged = !job.isSession() && YarnJobs.isSession(report);
    if (isTagged || SessionJob.isOne(link, job)) {
      return SessionJob.unreachable(job);
    }
    yarn.call(
        client -> {
          client.killApplication(id, reason);
          return null;
        });
    return new ControlListener.Answer(true, job + " is being killed by the ResourceManager");
  }

  @Override
  public ControlListener.Answer stop(String reason) throws IOException {
    return send((host, port) -> link.stop(host, port, user, reason));
  }

  @Override
  public ControlListener.Answer scale(Role role, int count) throws IOException {
    return send(
        (host, port) -> {
          ControlListener.Answer answer = link.scale(host, port, user, role, count);
          if (answer.accepted()) {
            JobStatus status = link.status(host, port);
            growth
                .shortfall(
                    role,
                    count,
                    status == null ? null : JobDocument.parse(status.report()).report())
                .ifPresent(shortfall -> System.err.println("WARNING " + shortfall));
          }
          return answer;
        });
  }

  private ControlListener.Answer send(MasterLink.Command command) throws IOException {
    ApplicationReport report = report();
    YarnApplicationState state = report.getYarnApplicationState();
    if (isEnd(state)) {
      return new ControlListener.Answer(false, job + " has ended already");
    }
    boolean isRunning = state == YarnApplicationState.RUNNING && report.getRpcPort() > 0;
    if (!isRunning && !isBetweenMasters(report)) {
      return new ControlListener.Answer(
          false, job + " has no master yet (YARN " + state + "); kill ends it");
    }
    return withFolderAccess(report, () -> command.send(report.getHost(), report.getRpcPort()));
  }

  @Override
  public ControlListener.Answer offer(String digest) throws IOException {
    ApplicationReport report = report();
    if (isEnd(report.getYarnApplicationState())) {
      return new ControlListener.Answer(false, "the session has ended");
    }
    return link.submit(report.getHost(), report.getRpcPort(), digest);
  }

  @Override
  public boolean survivesClient() {
    return true;
  }

  @Override
  public void close() {
    link.close();
  }
}
