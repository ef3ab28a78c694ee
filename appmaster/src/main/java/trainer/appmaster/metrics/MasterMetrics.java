package trainer.appmaster.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import trainer.appmaster.loop.LatestViews;
import trainer.core.job.JobId;
import trainer.master.job.api.JobView;
import trainer.master.report.SessionReport;
import trainer.master.session.api.SessionView;

/**
 * The metrics of a master: of its only job, or of a session and its running jobs. There are at most
 * {@value #MOST} of them: the jobs of a session have theirs in the order of their numbers, and the
 * first for which there is no room is left out with all behind it.
 */
final class MasterMetrics {
  /** The most samples of all metrics. */
  static final int MOST = 500;

  private MasterMetrics() {}

  static List<Sample> of(LatestViews views) {
    List<JobView> jobs = views.all();
    return views
        .session()
        .map(session -> ofSession(session, jobs))
        .orElseGet(() -> jobs.stream().flatMap(job -> JobMetrics.of(job).stream()).toList());
  }

  private static List<Sample> ofSession(SessionView session, List<JobView> views) {
    SessionReport report = SessionReport.of(session, views);
    Samples common = common(session, report);
    List<Sample> all = new ArrayList<>();
    List<JobView> running = running(views);
    int served = 0;
    for (JobView job : running) {
      List<Sample> more = ofJob(job, report);
      if (all.size() + more.size() + common.all().size() >= MOST) {
        break;
      }
      all.addAll(more);
      served++;
    }
    common.add(Metric.JOBS_LEFT_OUT, running.size() - served);
    all.addAll(common.all());
    return all;
  }

  /** The jobs that have not ended. */
  static List<JobView> running(List<JobView> views) {
    return views.stream().filter(job -> !job.state().isEnd()).toList();
  }

  /** The metrics of a session alone; none of a master of one job. */
  static List<Sample> ofSession(LatestViews views) {
    return views
        .session()
        .map(session -> common(session, SessionReport.of(session, views.all())).all())
        .orElse(List.of());
  }

  /** The metrics of a job; none if it has no view. */
  static List<Sample> ofJob(LatestViews views, JobId id) {
    Optional<SessionReport> report =
        views.session().map(session -> SessionReport.of(session, views.all()));
    return views
        .of(id)
        .map(job -> report.map(it -> ofJob(job, it)).orElseGet(() -> JobMetrics.of(job)))
        .orElse(List.of());
  }

  private static Samples common(SessionView session, SessionReport report) {
    Samples common = new Samples("session", session.id().application());
    report.jobs().stream()
        .collect(
            Collectors.groupingBy(job -> job.life().state(), TreeMap::new, Collectors.counting()))
        .forEach((state, count) -> common.add(Metric.SESSION_JOBS, count, "state", state));
    if (report.workers() != null) {
      common.add(Metric.POOL_WORKERS, report.workers());
      common.add(Metric.POOL_MOVES, report.moves());
    }
    return common;
  }

  private static List<Sample> ofJob(JobView job, SessionReport report) {
    List<Sample> all = new ArrayList<>(JobMetrics.of(job));
    all.addAll(pooled(job, report));
    return all;
  }

  /** The part of the session's pool in a job; empty for a job that has its own workers. */
  private static List<Sample> pooled(JobView job, SessionReport report) {
    Samples samples = new Samples("job", job.id().toString());
    report.jobs().stream()
        .filter(one -> one.identity().jobId().equals(job.id().toString()))
        .map(SessionReport.Job::work)
        .filter(work -> work.rate() != null)
        .forEach(
            work -> {
              samples.add(Metric.POOL_JOB_WORKERS, work.workers());
              samples.add(Metric.POOL_JOB_RATE, work.rate());
              samples.add(Metric.POOL_JOB_RECORDS, work.scored());
            });
    return samples.all();
  }
}
