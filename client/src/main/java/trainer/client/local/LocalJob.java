package trainer.client.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import trainer.client.watch.Json;
import trainer.client.watch.MasterLink;
import trainer.client.watch.Observation;
import trainer.client.watch.RunningJob;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.protocol.grpc.JobStatus;

/** A job whose master is a child of this process. */
public final class LocalJob implements RunningJob {
  private static final long LEAVE_SECONDS = 5;

  private final JobId job;
  private final MasterLink link;
  private final String user;

  /** Null when another client started it. */
  private final Process master;

  private final Path scratch;

  LocalJob(
      JobId job,
      JobFolder folder,
      Configuration hadoop,
      String user,
      Process master,
      Path scratch) {
    this.job = job;
    this.link = new MasterLink(job, folder, hadoop);
    this.user = user;
    this.master = master;
    this.scratch = scratch;
  }

  /** A job that another client started. */
  public static LocalJob known(JobId job, JobFolder folder, Configuration hadoop, String user) {
    return new LocalJob(job, folder, hadoop, user, null, Path.of(""));
  }

  @Override
  public String jobId() {
    return job.toString();
  }

  public MasterLink link() {
    return link;
  }

  @Override
  public Observation observe() throws IOException {
    if (master == null ? link.report() != null : !master.isAlive()) {
      return atEnd();
    }
    String[] address = link.masterAddress();
    if (address == null) {
      if (master == null) {
        throw new FailureException(
            FailureKind.APPLICATION_NOT_FOUND,
            "there is no such run",
            link.folder().root(),
            "check the id, or give -Dtrainer.job.dir");
      }
      return new Observation("STARTING", false, "", null, null);
    }
    String page = address.length > 1 ? address[1] : "";
    int colon = address[0].lastIndexOf(':');
    JobStatus status =
        link.status(
            address[0].substring(0, colon), Integer.parseInt(address[0].substring(colon + 1)));
    return status == null
        ? new Observation("RUNNING", false, page, null, null)
        : new Observation(status.state(), false, page, Json.parse(status.report()), null);
  }

  private Observation atEnd() throws IOException {
    byte[] written = link.report();
    if (written != null) {
      JsonNode json = Json.parse(written);
      return new Observation(json.path("state").asText(), true, "", json, null);
    }
    Failure failure =
        new Failure(
            FailureKind.MASTER_LOST,
            "the master ended without a report, exit status " + master.exitValue(),
            job.toString(),
            "see " + scratch.resolve("logs"));
    return new Observation(
        "FAILED", true, "", Json.reportOf(job.toString(), "FAILED", failure), failure);
  }

  @Override
  public void kill(String reason) throws IOException {
    String[] address = link.masterAddress();
    try {
      if (address != null) {
        int colon = address[0].lastIndexOf(':');
        link.kill(
            address[0].substring(0, colon),
            Integer.parseInt(address[0].substring(colon + 1)),
            user,
            reason);
        return;
      }
    } catch (IOException e) {
      // by force, then
    }
    stop();
  }

  /** Ends every process of the job, now. */
  public void stop() {
    if (master == null) {
      return;
    }
    try (Stream<ProcessHandle> children = master.descendants()) {
      children.forEach(ProcessHandle::destroyForcibly);
    }
    master.destroyForcibly();
    try {
      master.waitFor(LEAVE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean survivesClient() {
    return false;
  }

  @Override
  public void close() {
    link.close();
  }
}
