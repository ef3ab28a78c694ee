package trainer.client.watch;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import trainer.container.session.MasterAddress;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.protocol.grpc.JobStatus;

/** The view of a YARN job without the ResourceManager: from its folder and its master. */
public final class FolderView implements AutoCloseable {
  private static final String AWAY = "the ResourceManager does not answer";

  private final JobId job;
  private final MasterLink link;
  private final JournalStatus journalStatus;

  public FolderView(JobId job, JobFolder folder, Configuration hadoop) {
    this.job = job;
    this.link = new MasterLink(job, folder, hadoop);
    this.journalStatus = new JournalStatus(link, job, hadoop);
  }

  /** The job's state; empty if it has no folder. */
  public Optional<Observation> observe() throws IOException {
    byte[] written = link.report();
    if (written != null) {
      String note =
          AWAY + "; this state is from the report of " + job + " in " + link.folder().root();
      JobDocument report = JobDocument.parse(written);
      return Optional.of(new Observation(report.state(), true, "", report, note));
    }
    if (!link.isThere()) {
      return Optional.empty();
    }
    MasterAddress address = link.masterAddress().orElse(null);
    JobStatus status =
        address == null ? null : link.status(address.listens().host(), address.listens().port());
    return Optional.of(
        status == null
            ? journalStatus.observe("YARN UNKNOWN", "", AWAY)
            : new Observation(status.state(), false, "", JobDocument.parse(status.report()), AWAY));
  }

  @Override
  public void close() {
    link.close();
  }
}
