package trainer.client.run;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;
import trainer.client.config.ClientConfiguration;
import trainer.client.local.LocalJob;
import trainer.client.submit.ServiceFailure;
import trainer.client.watch.JobDocument;
import trainer.client.watch.MasterLink;
import trainer.client.watch.Observation;
import trainer.client.watch.RunningJob;
import trainer.client.yarn.YarnConnection;
import trainer.client.yarn.YarnJob;
import trainer.client.yarn.YarnJobs;
import trainer.core.config.Keys;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.protocol.grpc.ControlListener;

/** A job by its id, on any kind of cluster. */
public final class JobHandle implements AutoCloseable {
  private final RunningJob job;
  private final YarnConnection yarn;

  private JobHandle(RunningJob job, YarnConnection yarn) {
    this.job = job;
    this.yarn = yarn;
  }

  /** Finds a job by its id, or by the id of an application that carries only this job. */
  public static JobHandle find(String id, ClientConfiguration configuration) {
    JobId named = parse(id);
    boolean isNumbered = id.contains(".");
    JobHandle handle = find(isNumbered ? named : new JobId(named.application(), 1), configuration);
    if (named.isSession() && handle.isOfSession(false)) {
      handle.close();
      throw new FailureException(
          FailureKind.BAD_FLAGS,
          named.application() + " is a session, and no job",
          id,
          "name one of its jobs, such as "
              + new JobId(named.application(), 1)
              + "; see trainer session status "
              + named.application());
    }
    return handle;
  }

  /**
   * Finds a session by the id of its application. In another user's folder, its master tells
   * whether there is one.
   *
   * @throws FailureException APPLICATION_NOT_FOUND if the application carries no session
   */
  public static JobHandle session(String id, ClientConfiguration configuration) {
    JobId session = JobId.ofSession(parse(id).application());
    JobHandle handle = find(session, configuration);
    if (!handle.isOfSession(true)) {
      handle.close();
      throw new FailureException(
          FailureKind.APPLICATION_NOT_FOUND,
          "there is no session " + session.application(),
          handle.folder().root(),
          "trainer session list has your sessions");
    }
    return handle;
  }

  /**
   * Whether the application carries a session.
   *
   * @param unreadable the answer for another user's folder
   */
  private boolean isOfSession(boolean unreadable) {
    try {
      return job.link().isOfSession();
    } catch (AccessControlException e) {
      return unreadable;
    } catch (IOException e) {
      close();
      throw ServiceFailure.of(job.link().folder().root(), e);
    }
  }

  /** The handle of a job, or of a session, that may exist. */
  static JobHandle find(JobId job, ClientConfiguration given) {
    String application = job.application();
    ClientConfiguration configuration = EmbeddedAddress.of(application, given);
    Configuration hadoop = configuration.hadoop();
    if (application.startsWith("local_")) {
      String root = configuration.settings().find(Keys.JOB_DIR).orElse(UserFolders.localJobs());
      JobFolder folder = new JobFolder(root + "/" + application);
      return new JobHandle(LocalJob.known(job, folder, hadoop, SubmittingUser.user(hadoop)), null);
    }
    YarnJob.check(application);
    if (isKept(job, hadoop)) {
      return here(job, configuration);
    }
    String user = SubmittingUser.user(hadoop);
    YarnConnection yarn = YarnConnection.open(hadoop);
    String root =
        configuration
            .settings()
            .find(Keys.JOB_DIR)
            .orElseGet(() -> UserFolders.jobs(configuration, owner(yarn, application, user)));
    JobFolder folder = new JobFolder(root + "/" + application);
    return new JobHandle(new YarnJob(yarn, job, folder, hadoop, user), yarn);
  }

  /** The submitting user; if YARN does not know the job or does not answer, the current user. */
  private static String owner(YarnConnection yarn, String application, String user) {
    try {
      return YarnJobs.owner(application, yarn);
    } catch (FailureException e) {
      FailureKind kind = e.failure().kind();
      if (kind == FailureKind.APPLICATION_NOT_FOUND || kind == FailureKind.CLUSTER_UNREACHABLE) {
        return user;
      }
      yarn.close();
      throw e;
    }
  }

  /** A job in the user's folder on this machine: a local run, or the archive of an embedded one. */
  static JobHandle here(JobId job, ClientConfiguration configuration) {
    JobFolder folder = new JobFolder(UserFolders.localJobs() + "/" + job.application());
    Configuration hadoop = configuration.hadoop();
    return new JobHandle(
        job.application().startsWith("local_")
            ? LocalJob.known(job, folder, hadoop, SubmittingUser.user(hadoop))
            : new ArchivedJob(job.toString(), new MasterLink(job, folder, hadoop)),
        null);
  }

  private static boolean isKept(JobId job, Configuration hadoop) {
    JobFolder folder = new JobFolder(UserFolders.localJobs() + "/" + job.application());
    try (MasterLink link = new MasterLink(job, folder, hadoop)) {
      return link.report() != null;
    } catch (IOException e) {
      throw ServiceFailure.of(folder.root(), e);
    }
  }

  /** The id of a job, or of a session for the id of an application alone. */
  private static JobId parse(String id) {
    try {
      return id.contains(".") ? JobId.parse(id) : JobId.ofSession(id);
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          new Failure(
              FailureKind.APPLICATION_NOT_FOUND,
              "'" + id + "' is no application or job id",
              "",
              "give one like application_1795000000000_0001"),
          e);
    }
  }

  /** The job's present state. */
  public Observation observe() {
    try {
      return job.observe();
    } catch (IOException e) {
      throw ServiceFailure.of(job.jobId(), e);
    }
  }

  /** Requests the end of the job. */
  public ControlListener.Answer kill(String reason) {
    try {
      return job.kill(reason);
    } catch (IOException e) {
      throw ServiceFailure.of(job.jobId(), e);
    }
  }

  /** Requests the end of the job at a committed version, with the model of that version. */
  public ControlListener.Answer stop(String reason) {
    try {
      return job.stop(reason);
    } catch (IOException e) {
      throw ServiceFailure.of(job.jobId(), e);
    }
  }

  /** Requests another number of processes of a role. */
  public ControlListener.Answer scale(Role role, int count) {
    try {
      return job.scale(role, count);
    } catch (IOException e) {
      throw ServiceFailure.of(job.jobId(), e);
    }
  }

  /** The document of {@code status --json}. */
  public JobDocument document(Observation seen) {
    JobDocument document =
        seen.document() == null ? JobDocument.of(job.jobId(), seen.phase(), null) : seen.document();
    if (!seen.note().isEmpty()) {
      document.json().put("note", seen.note());
    }
    return document;
  }

  /** Follows the job to its end, as {@code submit} does. */
  public JobRun.Outcome attach(PrintStream out, boolean json) {
    observe(); // fails for an unknown job before anything is printed
    out.println("job: " + job.jobId());
    out.println("folder: " + job.link().folder().root());
    return new JobFollower(job, out, json).follow(Duration.ZERO, JobEnd::new);
  }

  /** The job, for requests that this class does not offer. */
  RunningJob job() {
    return job;
  }

  /** The job's folder. */
  public JobFolder folder() {
    return job.link().folder();
  }

  public String jobId() {
    return job.jobId();
  }

  @Override
  public void close() {
    job.close();
    if (yarn != null) {
      yarn.close();
    }
  }
}
