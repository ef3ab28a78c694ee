package trainer.appmaster.metrics;

import java.io.Closeable;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.DaemonTimer;
import trainer.appmaster.loop.LatestViews;
import trainer.core.job.JobId;
import trainer.master.job.api.JobView;

/**
 * The jobs of a master as sources of Hadoop's metrics2, prefix {@code trainer}: sinks of {@code
 * hadoop-metrics2-trainer.properties} receive them, and JMX has the beans {@code
 * Hadoop:service=Trainer,name=Job-<job id>} and {@code Session-<application id>}.
 *
 * <p>The system starts some seconds after the master, so that short jobs do not pay for it. A
 * failure costs the metrics, and a warning.
 */
public final class HadoopMetrics implements Closeable {
  /** The most jobs of a session that are sources at a time, those with the lowest numbers. */
  static final int MOST_JOBS = 50;

  private static final Logger LOG = LoggerFactory.getLogger(HadoopMetrics.class);
  private static final long DELAY_MILLIS = 3000;
  private static final long PERIOD_MILLIS = 1000;
  private static final long END_SECONDS = 5;

  private final LatestViews views;
  private final Map<String, HadoopSource> sources = new HashMap<>();
  private final ScheduledExecutorService timer = DaemonTimer.named("metrics-sources");
  private MetricsSystem system;
  private boolean isClosed;

  /** Sources that are not registered yet. */
  public HadoopMetrics(LatestViews views) {
    this.views = views;
  }

  /** Registers jobs as they come, and unregisters them as they end, from now on. */
  public HadoopMetrics start() {
    var unused =
        timer.scheduleWithFixedDelay(
            this::tryUpdate, DELAY_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    return this;
  }

  private void tryUpdate() {
    try {
      update();
    } catch (RuntimeException | LinkageError e) { // metrics are not worth the job
      LOG.warn("The job is no source of Hadoop's metrics", e);
      timer.shutdown();
    }
  }

  /** Makes the sources those of the jobs that run now. */
  synchronized void update() {
    if (isClosed) {
      return;
    }
    if (system == null) {
      system = DefaultMetricsSystem.initialize("Trainer");
    }
    Map<String, HadoopSource> wanted = wanted();
    for (String name : Set.copyOf(sources.keySet())) {
      if (!wanted.containsKey(name)) {
        system.unregisterSource(name);
        sources.remove(name);
      }
    }
    wanted.forEach(
        (name, source) -> {
          if (sources.putIfAbsent(name, source) == null) {
            system.register(name, "A job of Trainer, or a session of jobs", source);
          }
        });
  }

  private Map<String, HadoopSource> wanted() {
    Map<String, HadoopSource> wanted = new HashMap<>();
    MasterMetrics.running(views.all()).stream()
        .limit(MOST_JOBS)
        .map(JobView::id)
        .forEach(job -> wanted.put("Job-" + job, source(job)));
    views
        .session()
        .ifPresent(
            session ->
                wanted.put(
                    "Session-" + session.id().application(),
                    new HadoopSource("Session", () -> MasterMetrics.ofSession(views))));
    return wanted;
  }

  private HadoopSource source(JobId job) {
    return new HadoopSource("Job", () -> MasterMetrics.ofJob(views, job));
  }

  /** Passes the last numbers to the sinks, and unregisters all; gives up after some seconds. */
  @Override
  public void close() {
    try {
      timer.submit(this::shutDown).get(END_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
      LOG.warn("The last numbers may be missing in Hadoop's metrics", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    timer.shutdownNow();
  }

  private synchronized void shutDown() {
    isClosed = true;
    if (system != null) {
      system.publishMetricsNow();
      sources.keySet().forEach(system::unregisterSource);
      sources.clear();
      DefaultMetricsSystem.shutdown();
    }
  }
}
