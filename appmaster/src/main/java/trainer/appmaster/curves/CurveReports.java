package trainer.appmaster.curves;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.DaemonTimer;
import trainer.appmaster.loop.LatestViews;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.master.job.api.JobView;

/**
 * Reports the curves of training jobs to one other system, from their newest views every two
 * seconds. A job whose sink fails has none from then on; the job is not disturbed.
 */
public final class CurveReports implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(CurveReports.class);
  private static final long PERIOD_MILLIS = 2000;
  private static final long END_SECONDS = 5;

  private static final class Open {
    private final JobCurve curve = new JobCurve();
    private CurveSink sink;
    private boolean isOff;
  }

  private final String system;
  private final LatestViews views;
  private final Function<JobId, JobSpec> specs;
  private final CurveSink.Opening opening;
  private final LongSupplier clock;
  private final Map<JobId, Open> jobs = new HashMap<>(); // of the thread
  private final ScheduledExecutorService timer;

  /**
   * Reports that are not begun yet.
   *
   * @param system its name
   * @param specs the jobs of this master; null for one that is gone
   * @param clock epoch milliseconds
   */
  public CurveReports(
      String system,
      LatestViews views,
      Function<JobId, JobSpec> specs,
      CurveSink.Opening opening,
      LongSupplier clock) {
    this.system = system;
    this.views = views;
    this.specs = specs;
    this.opening = opening;
    this.clock = clock;
    this.timer = DaemonTimer.named(system);
  }

  /** Reports from now on. */
  public CurveReports start() {
    views.onDrop(this::end);
    var unused =
        timer.scheduleWithFixedDelay(
            () -> report(false), PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    return this;
  }

  /** Reports the points that the last view of a job adds, later. */
  private void end(JobView last) {
    JobSpec spec = specs.apply(last.id());
    try {
      timer.execute(
          () -> {
            tryReport(last, spec, true);
            jobs.remove(last.id());
          });
    } catch (RejectedExecutionException e) {
      LOG.debug("closed before {} has ended", last.id(), e);
    }
  }

  /** Reports the points that the newest views add. */
  private void report(boolean isLast) {
    for (JobView view : views.all()) {
      tryReport(view, specs.apply(view.id()), isLast);
    }
  }

  private void tryReport(JobView view, JobSpec spec, boolean isLast) {
    Open job = jobs.computeIfAbsent(view.id(), id -> new Open());
    if (job.isOff) {
      return;
    }
    try {
      report(view, spec, job, isLast || view.state().isEnd());
    } catch (IOException | RuntimeException e) { // curves are not worth the job
      LOG.warn("{} reports nothing more to {}", view.id(), system, e);
      turnOff(job);
    }
    if (isLast && !job.isOff) {
      turnOff(job);
    }
  }

  private void report(JobView view, JobSpec spec, Open job, boolean isLast) throws IOException {
    if (view.state() != JobState.RUNNING && !isLast) {
      return;
    }
    if (job.sink == null) {
      job.isOff = spec == null || !spec.isTraining();
      if (!job.isOff) {
        job.sink = opening.open(spec, job.curve).orElse(null);
        job.isOff = job.sink == null;
      }
      if (job.isOff) {
        return;
      }
    }
    long now = clock.getAsLong();
    List<CurvePoint> points = job.curve.of(view, now, isLast);
    job.sink.append(view, points, now);
  }

  private static void turnOff(Open job) {
    job.isOff = true;
    try {
      if (job.sink != null) {
        job.sink.close();
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("a sink is not closed", e);
    }
  }

  /** Reports the points that the newest views add, now. */
  public void report() {
    await(false);
  }

  /** Reports the last views, and closes the sinks; gives up after some seconds. */
  @Override
  public void close() {
    await(true);
    timer.shutdownNow();
  }

  private void await(boolean isLast) {
    try {
      timer.submit(() -> report(isLast)).get(END_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("The last points may be missing in {}", system, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
