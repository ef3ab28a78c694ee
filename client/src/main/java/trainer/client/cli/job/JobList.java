package trainer.client.cli.job;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import trainer.client.config.ClientConfiguration;
import trainer.client.run.OwnJobs;
import trainer.client.watch.Json;
import trainer.client.watch.ListedJob;
import trainer.client.yarn.ConfiguredCluster;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * A user's jobs and sessions.
 *
 * @param exitCode 0, or that of a cluster that does not answer
 */
public record JobList(List<ListedJob> jobs, int exitCode) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneId.systemDefault());

  /**
   * The jobs of the cluster and of this machine. Warnings go to stderr.
   *
   * @param newest how many of this machine at most
   */
  public static JobList of(ClientConfiguration configuration, int newest) {
    warnOfNoCluster(configuration);
    List<ListedJob> jobs = new ArrayList<>();
    int exitCode = addYarns(jobs, configuration);
    jobs.addAll(OwnJobs.here(configuration, newest));
    return new JobList(jobs, exitCode);
  }

  /** The same with other jobs. */
  public JobList with(List<ListedJob> others) {
    return new JobList(others, exitCode);
  }

  /**
   * Prints them.
   *
   * @param running whether those that have ended are left out
   */
  public void print(boolean running, boolean json) {
    List<ListedJob> shown =
        jobs.stream()
            .filter(job -> !running || !job.state().matches("EXITED|FAILED|KILLED"))
            .toList();
    if (json) {
      System.out.println(Json.print(document(shown)));
      return;
    }
    String form = "%-40s %-8s %-15s %6s %-16s %s%n";
    System.out.printf(Locale.ROOT, form, "JOB", "WHERE", "STATE", "DONE", "STARTED", "NAME");
    for (ListedJob job : shown) {
      System.out.printf(
          Locale.ROOT,
          form,
          job.jobId(),
          job.where(),
          job.state() + (job.stopped() ? ", stopped" : ""),
          Double.isNaN(job.progress()) ? "-" : Math.round(job.progress() * 100) + " %",
          job.startedAt() == 0 ? "-" : TIME.format(Instant.ofEpochMilli(job.startedAt())),
          (job.isSession() ? "session " : "") + job.name());
    }
  }

  /** Adds the jobs of the cluster. If it does not answer, the others are listed without them. */
  private static int addYarns(List<ListedJob> jobs, ClientConfiguration configuration) {
    try {
      jobs.addAll(OwnJobs.onYarn(configuration));
      return 0;
    } catch (FailureException e) {
      Failure failure = e.failure();
      if (failure.kind() != FailureKind.CLUSTER_UNREACHABLE) {
        throw e;
      }
      String advice = failure.advice() + "; only the jobs of this machine are listed";
      System.err.println(
          "ERROR "
              + new Failure(failure.kind(), failure.what(), failure.where(), advice).message());
      return failure.kind().exitCode();
    }
  }

  /**
   * Warns of a configured folder that names no cluster, since the list would silently lack its
   * jobs.
   */
  private static void warnOfNoCluster(ClientConfiguration configuration) {
    if (!System.getenv().getOrDefault("HADOOP_CONF_DIR", "").isEmpty()) {
      ConfiguredCluster.refusal(configuration.hadoop(), System.getenv())
          .ifPresent(
              none ->
                  System.err.println(
                      "WARNING "
                          + none.what()
                          + " — "
                          + none.where()
                          + " — only runs on this machine are listed"));
    }
  }

  private static ObjectNode document(List<ListedJob> jobs) {
    ObjectNode document = Json.object();
    ArrayNode array = document.putArray("jobs");
    for (ListedJob job : jobs) {
      ObjectNode node =
          array
              .addObject()
              .put("jobId", job.jobId())
              .put("kind", job.isSession() ? "session" : "job")
              .put("where", job.where())
              .put("name", job.name())
              .put("state", job.state())
              .put("stopped", job.stopped())
              .put("startedAt", job.startedAt());
      if (Double.isNaN(job.progress())) {
        node.putNull("progress");
      } else {
        node.put("progress", job.progress());
      }
    }
    return document;
  }
}
