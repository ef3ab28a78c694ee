package trainer.client.run;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import trainer.client.config.ClientConfiguration;
import trainer.client.retention.ApplicationLife;
import trainer.client.retention.JobFolders;
import trainer.client.submit.ServiceFailure;
import trainer.client.watch.JobDocument;
import trainer.client.watch.ListedJob;
import trainer.client.watch.MasterLink;
import trainer.client.watch.Observation;
import trainer.client.yarn.YarnConnection;
import trainer.client.yarn.YarnJobs;
import trainer.core.config.Keys;
import trainer.core.failure.FailureException;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.master.report.JobReport;
import trainer.master.report.LifecycleReport;
import trainer.master.report.ProgressReport;

/** A user's jobs on all kinds of clusters, with those that have ended. */
public final class OwnJobs {
  private OwnJobs() {}

  /** The jobs that the cluster remembers; none without a cluster. */
  public static List<ListedJob> onYarn(ClientConfiguration configuration) {
    Configuration hadoop = configuration.hadoop();
    String user = SubmittingUser.user(hadoop);
    if (!YarnJobs.isConfigured(hadoop)) {
      return List.of();
    }
    try (YarnConnection yarn = YarnConnection.open(hadoop)) {
      return YarnJobs.of(user, yarn, hadoop);
    }
  }

  /** The newest jobs on this machine: local runs, and archives of embedded runs. */
  public static List<ListedJob> here(ClientConfiguration configuration, int most) {
    Path root = new Path(UserFolders.localJobs());
    List<ListedJob> jobs = new ArrayList<>();
    try {
      List<FileStatus> folders =
          new ArrayList<>(List.of(root.getFileSystem(configuration.hadoop()).listStatus(root)));
      folders.removeIf(
          folder -> !folder.getPath().getName().matches("local_[0-9]+_[0-9]+|application_.*"));
      folders.removeIf(folder -> EmbeddedAddress.isStale(folder.getPath().getName()));
      folders.sort(Comparator.comparingLong(FileStatus::getModificationTime));
      for (FileStatus folder :
          folders.subList(Math.max(0, folders.size() - most), folders.size())) {
        jobs.add(describe(folder, configuration));
      }
    } catch (FileNotFoundException e) {
      return List.of(); // none yet
    } catch (IOException e) {
      throw ServiceFailure.of(root.toString(), e);
    }
    return jobs;
  }

  /**
   * The job folders of the user: those of {@code trainer.job.dir} if it is set, else those of this
   * machine and of the cluster.
   */
  public static JobFolders folders(ClientConfiguration configuration) {
    Configuration hadoop = configuration.hadoop();
    return new JobFolders(
        hadoop,
        roots(configuration),
        SubmittingUser.user(hadoop),
        new ApplicationLife(hadoop, EmbeddedAddress::isLive));
  }

  /**
   * The folders in which the user's job folders lie, as URIs: that of {@code trainer.job.dir}, or
   * the default ones, this machine's first.
   */
  public static List<String> roots(ClientConfiguration configuration) {
    List<String> roots = new ArrayList<>();
    configuration.settings().find(Keys.JOB_DIR).ifPresent(roots::add);
    if (roots.isEmpty()) {
      roots.add(UserFolders.localJobs());
      if (YarnJobs.isConfigured(configuration.hadoop())) {
        roots.add(UserFolders.jobs(configuration, SubmittingUser.user(configuration.hadoop())));
      }
    }
    return roots;
  }

  /** The job, or the session, whose files are in a folder. */
  private static JobId ofFolder(String application, ClientConfiguration configuration) {
    JobFolder folder = new JobFolder(UserFolders.localJobs() + "/" + application);
    JobId session = JobId.ofSession(application);
    try (MasterLink link = new MasterLink(session, folder, configuration.hadoop())) {
      return link.isOfSession() ? session : new JobId(application, 1);
    } catch (IOException e) {
      throw ServiceFailure.of(folder.root(), e);
    }
  }

  /** The handle of what a folder is of. A live embedded session has its files elsewhere. */
  private static JobHandle handle(String application, ClientConfiguration configuration) {
    return EmbeddedAddress.isLive(application)
        ? JobHandle.find(JobId.ofSession(application), configuration)
        : JobHandle.here(ofFolder(application, configuration), configuration);
  }

  private static ListedJob describe(FileStatus folder, ClientConfiguration configuration) {
    String application = folder.getPath().getName();
    try (JobHandle job = handle(application, configuration)) {
      JobId id = JobId.parse(job.jobId());
      Observation seen = job.observe();
      JobDocument document = job.document(seen);
      JobReport report = document.report();
      ProgressReport progress = report.progress();
      List<LifecycleReport.Entered> states = report.lifecycle().states();
      return new ListedJob(
          ListedJob.name(id),
          id.isSession(),
          application.startsWith("local_") ? "local" : "embedded",
          id.isSession() ? document.json().path("name").asText() : report.identity().name(),
          seen.phase(),
          progress.stopped() != null,
          progress.versions() == 0 ? Double.NaN : progress.progress(),
          states.isEmpty() ? folder.getModificationTime() : states.get(0).at());
    } catch (FailureException e) {
      // One folder that cannot be read hides no other.
      String where = application.startsWith("local_") ? "local" : "embedded";
      return new ListedJob(
          application,
          false,
          where,
          "",
          "UNREADABLE",
          false,
          Double.NaN,
          folder.getModificationTime());
    }
  }
}
