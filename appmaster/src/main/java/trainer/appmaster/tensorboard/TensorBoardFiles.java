package trainer.appmaster.tensorboard;

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
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.DaemonTimer;
import trainer.appmaster.loop.LatestViews;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.master.job.api.JobView;

/**
 * Writes event files for TensorBoard while training jobs run, from their newest views every two
 * seconds. A job whose files cannot be written has none from then on; the job is not disturbed.
 */
public final class TensorBoardFiles implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(TensorBoardFiles.class);
  private static final long PERIOD_MILLIS = 2000;
  private static final long END_SECONDS = 5;

  private static final class Open {
    private final JobEvents events = new JobEvents();
    private EventFolder folder;
    private boolean isOff;
  }

  private final LatestViews views;
  private final Function<JobId, JobSpec> specs;
  private final Configuration hadoop;
  private final String host;
  private final LongSupplier clock;
  private final Map<JobId, Open> jobs = new HashMap<>(); // of the thread
  private final ScheduledExecutorService timer = DaemonTimer.named("tensorboard");

  /**
   * Files that nothing is written to yet.
   *
   * @param specs the jobs of this master; null for one that is gone
   * @param host a part of the files' names
   * @param clock epoch milliseconds
   */
  public TensorBoardFiles(
      LatestViews views,
      Function<JobId, JobSpec> specs,
      Configuration hadoop,
      String host,
      LongSupplier clock) {
    this.views = views;
    this.specs = specs;
    this.hadoop = hadoop;
    this.host = host;
    this.clock = clock;
  }

  /** Writes from now on. */
  public TensorBoardFiles start() {
    views.onDrop(this::end);
    var unused =
        timer.scheduleWithFixedDelay(
            () -> write(false), PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    return this;
  }

  /** Writes what the last view of a job adds, later. */
  private void end(JobView last) {
    JobSpec spec = specs.apply(last.id());
    try {
      timer.execute(
          () -> {
            tryWrite(last, spec, true);
            jobs.remove(last.id());
          });
    } catch (RejectedExecutionException e) {
      LOG.debug("closed before {} has ended", last.id(), e);
    }
  }

  /** Writes what the newest views add. */
  private void write(boolean isLast) {
    for (JobView view : views.all()) {
      tryWrite(view, specs.apply(view.id()), isLast);
    }
  }

  private void tryWrite(JobView view, JobSpec spec, boolean isLast) {
    Open job = jobs.computeIfAbsent(view.id(), id -> new Open());
    if (job.isOff) {
      return;
    }
    try {
      write(view, spec, job, isLast || view.state().isEnd());
    } catch (IOException | RuntimeException e) { // curves are not worth the job
      LOG.warn("{} has no further events for TensorBoard", view.id(), e);
      turnOff(job);
    }
    if (isLast) {
      turnOff(job);
    }
  }

  private void write(JobView view, JobSpec spec, Open job, boolean isLast) throws IOException {
    if (view.state() != JobState.RUNNING && !isLast) {
      return;
    }
    if (job.folder == null) {
      job.isOff = spec == null || !isWanted(spec);
      if (job.isOff) {
        return;
      }
      job.folder = new EventFolder(spec.files().tensorboard(view.id()), hadoop);
      job.folder.read().forEach(job.events::recall);
    }
    long now = clock.getAsLong();
    List<byte[]> events = job.events.of(view, now, isLast);
    if (events.isEmpty()) {
      return;
    }
    if (!job.folder.isCreated()) {
      job.folder.create(now, host, view.recovery().term().number());
    }
    for (byte[] event : events) {
      job.folder.append(event);
    }
    job.folder.flush();
  }

  private static boolean isWanted(JobSpec spec) {
    return spec.isTraining() && Settings.of(spec.settings()).get(Keys.TENSORBOARD);
  }

  private static void turnOff(Open job) {
    job.isOff = true;
    try {
      if (job.folder != null) {
        job.folder.close();
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("an event file is not closed", e);
    }
  }

  /** Writes what the newest views add, now. */
  void write() {
    await(false);
  }

  /** Writes the last views, and closes the files; gives up after some seconds. */
  @Override
  public void close() {
    await(true);
    timer.shutdownNow();
  }

  private void await(boolean isLast) {
    try {
      timer.submit(() -> write(isLast)).get(END_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("Events for TensorBoard may be missing", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
