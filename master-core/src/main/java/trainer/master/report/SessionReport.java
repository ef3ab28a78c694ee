package trainer.master.report;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import trainer.core.job.JobId;
import trainer.master.job.api.JobView;
import trainer.master.session.api.SessionView;

/**
 * The state of a session: the fields of {@code session status --json}. Times are epoch
 * milliseconds, null for an event that has not happened.
 *
 * @param formatVersion it grows when a field changes its meaning
 * @param sessionId the application that carries the session
 * @param state RUNNING; ENDING once it has been asked to end; then how it ended
 * @param endedBy the user who asked for the end, or what went wrong; empty before
 * @param jobs all that it has accepted, by number
 */
public record SessionReport(
    int formatVersion,
    String sessionId,
    String name,
    String state,
    String endedBy,
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
    String state =
        session.end() == null ? "RUNNING" : session.isOver() ? session.end().name() : "ENDING";
    return new SessionReport(
        FORMAT_VERSION,
        session.id().application(),
        session.name(),
        state,
        session.endedBy(),
        session.jobs().stream().map(job -> Job.of(job, views.get(job.id()))).toList());
  }

  /**
   * A job of the session.
   *
   * @param kind {@code train}, {@code score} or {@code import}
   * @param work what is known of its work
   * @param failure the message of its failure; empty without one
   */
  public record Job(
      String jobId,
      String kind,
      String name,
      String state,
      String failure,
      long acceptedAt,
      Long endedAt,
      Work work) {
    private static Job of(SessionView.Job job, JobView view) {
      return new Job(
          job.id().toString(),
          job.kind(),
          job.name(),
          job.isOver() ? job.end().name() : view == null ? "NEW" : view.state().name(),
          job.isOver() || view == null || view.failure() == null
              ? job.why()
              : view.failure().message(),
          job.acceptedAt(),
          job.isOver() ? job.endedAt() : null,
          job.isOver() || view == null ? null : Work.of(view));
    }
  }

  /**
   * The work of a job that runs.
   *
   * @param done the finished part, from 0 to 1
   * @param records that its workers have computed, repeated ones included
   * @param workers that are there
   */
  public record Work(double done, long records, int workers) {
    private static Work of(JobView view) {
      return new Work(
          view.finishedPart(),
          view.progress().recordsComputed(),
          view.processes().workers().there());
    }
  }

  /** The report of a session that has ended in this state, by itself or for this reason. */
  public SessionReport ended(String how, String why) {
    return new SessionReport(
        formatVersion, sessionId, name, how, why.isEmpty() ? endedBy : why, jobs);
  }

  /** One JSON document, with a line break at its end. */
  public String toJson() {
    return ReportJson.write(this);
  }
}
