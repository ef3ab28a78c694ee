package trainer.client.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import trainer.client.config.ClientConfiguration;
import trainer.client.local.LocalJob;
import trainer.client.submit.Unreachable;
import trainer.client.watch.Observation;
import trainer.client.watch.RunningJob;
import trainer.client.yarn.YarnConnection;
import trainer.client.yarn.YarnJob;
import trainer.core.config.Keys;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;

/** A job named by its id, wherever it was submitted. */
public final class KnownJob implements AutoCloseable {
  private final RunningJob job;
  private final YarnConnection yarn;

  private KnownJob(RunningJob job, YarnConnection yarn) {
    this.job = job;
    this.yarn = yarn;
  }

  /** Finds it by an application id or a job id. */
  public static KnownJob find(String id, ClientConfiguration configuration) {
    String application = applicationOf(id);
    Configuration hadoop = configuration.hadoop();
    String user = Identity.user(hadoop);
    if (application.startsWith("local_")) {
      String root = configuration.settings().find(Keys.JOB_DIR).orElse(UserFolders.localJobs());
      JobFolder folder = new JobFolder(root + "/" + application);
      return new KnownJob(LocalJob.known(new JobId(application, 1), folder, hadoop, user), null);
    }
    String root =
        configuration.settings().find(Keys.JOB_DIR).orElse(UserFolders.jobs(configuration, user));
    YarnJob.check(application);
    YarnConnection yarn = YarnConnection.open(hadoop);
    JobFolder folder = new JobFolder(root + "/" + application);
    return new KnownJob(YarnJob.known(yarn, application, folder, hadoop, user), yarn);
  }

  private static String applicationOf(String id) {
    try {
      return id.contains(".") ? JobId.parse(id).application() : new JobId(id, 1).application();
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

  /** How it is now. */
  public Observation observe() {
    try {
      return job.observe();
    } catch (IOException e) {
      throw Unreachable.of(job.jobId(), e);
    }
  }

  /** Asks for its end. */
  public void kill(String reason) {
    try {
      job.kill(reason);
    } catch (IOException e) {
      throw Unreachable.of(job.jobId(), e);
    }
  }

  /** The document of {@code status --json}. */
  public JsonNode document(Observation seen) {
    return seen.report() == null
        ? trainer.client.watch.Json.reportOf(job.jobId(), seen.phase(), seen.loss())
        : seen.report();
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
