package trainer.master.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import trainer.core.job.JobId;
import trainer.master.job.api.JobView;
import trainer.master.pool.PoolView;
import trainer.master.session.api.SessionView;

/**
 * The state of a session: the fields of {@code session status --json}. Times are epoch
 * milliseconds, null for an event that has not happened.
 *
 * @param formatVersion it grows when a field changes its meaning
 * @param sessionId the application that carries the session
 * @param state RUNNING; ENDING once it has been asked to end; then how it ended
 * @param endedBy the user who asked for the end, or what went wrong; empty before
 * @param workers of its pool that have registered; null without a pool
 * @param moves changes of which jobs the workers of the pool serve; null without a pool
 * @param jobs all that it has accepted, by number
 */
public record SessionReport(
    int formatVersion,
    String sessionId,
    String name,
    String state,
    String endedBy,
    Integer workers,
    Long moves,
    List<Job> jobs) {
  private static final int FORMAT_VERSION = 1;

  /**
   * The report of a view.
   *
   * @param running the newest views of the jobs that are not over
   */
  public static SessionReport of(SessionView session, List<JobView> running) {
    Map<JobId, JobView> views =
        running.stream().collect(Collectors.toMap(JobView::id, Function.identity()));
    PoolView pool = session.pool();
    String state =
        session.end() == null ? "RUNNING" : session.isOver() ? session.end().name() : "ENDING";
    return new SessionReport(
        FORMAT_VERSION,
        session.id().application(),
        session.name(),
        state,
        session.endedBy(),
        pool == null ? null : pool.there(),
        pool == null ? null : pool.moves(),
        session.jobs().stream()
            .map(
                job ->
                    Job.of(
                        job,
                        job.isOver() ? null : views.get(job.id()),
                        pool == null ? null : pool.jobs().get(job.id())))
            .toList());
  }

  /** A job of the session. The components of its parts are fields of one object. */
  public record Job(
      @JsonUnwrapped Identity identity, @JsonUnwrapped Life life, @JsonUnwrapped Work work) {
    private static Job of(SessionView.Job job, JobView view, PoolView.Job pooled) {
      return new Job(
          new Identity(job.id().toString(), job.kind(), job.name(), job.model()),
          Life.of(job, view),
          Work.of(view, pooled));
    }
  }

  /**
   * What a job is.
   *
   * @param kind {@code train}, {@code score} or {@code import}
   * @param model that it applies; empty if it applies none
   */
  public record Identity(String jobId, String kind, String name, String model) {}

  /**
   * The life of a job.
   *
   * @param failed the message of its failure; empty without one
   */
  public record Life(String state, String failed, long acceptedAt, Long endedAt) {
    private static Life of(SessionView.Job job, JobView view) {
      boolean hasFailed = view != null && view.failure() != null;
      return new Life(
          job.isOver() ? job.end().name() : view == null ? "NEW" : view.state().name(),
          hasFailed ? view.failure().message() : job.why(),
          job.acceptedAt(),
          job.isOver() ? job.endedAt() : null);
    }
  }

  /**
   * The work of a job that runs; null once it has ended.
   *
   * @param done the finished part, from 0 to 1
   * @param scored records that its workers have computed, repeated ones included
   * @param workers that are there; of a pool, those that have its model
   * @param rate records a second of the last ten seconds; null outside of a pool
   * @param expectedRate records a second of a worker, as the job's settings have it
   */
  public record Work(Double done, Long scored, Integer workers, Double rate, Double expectedRate) {
    private static Work of(JobView view, PoolView.Job pooled) {
      if (view == null) {
        return new Work(null, null, null, null, null);
      }
      return pooled == null
          ? new Work(
              view.finishedPart(),
              view.progress().recordsComputed(),
              view.processes().workers().there(),
              null,
              null)
          : new Work(
              view.finishedPart(),
              Math.max(pooled.rows(), view.progress().recordsComputed()),
              pooled.workers(),
              ReportJson.finite(pooled.rate()),
              ReportJson.finite(pooled.expected()));
    }
  }

  /** The report of a session that has ended in this state, by itself or for this reason. */
  public SessionReport ended(String how, String why) {
    return new SessionReport(
        formatVersion, sessionId, name, how, why.isEmpty() ? endedBy : why, workers, moves, jobs);
  }

  /** One JSON document, with a line break at its end. */
  public String toJson() {
    return ReportJson.write(this);
  }
}
