package trainer.appmaster.live;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Closeable;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.DaemonTimer;
import trainer.appmaster.loop.LatestViews;
import trainer.core.job.JobId;
import trainer.master.job.api.JobView;

/**
 * The running jobs of a master as its page shows them, sampled once a second. Any thread reads.
 *
 * <p>A job whose sample fails keeps the last one. The log has one warning about it.
 */
public final class LiveJobs implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveJobs.class);
  private static final long PERIOD_MILLIS = 1000;

  private final LatestViews views;
  private final LongSupplier clock;
  private final AtomicLong feeds;
  private final Map<JobId, LiveJob> jobs = new ConcurrentHashMap<>();
  private final Set<JobId> warned = new HashSet<>(); // guarded by this
  private final LiveSession session;
  private final ScheduledExecutorService timer = DaemonTimer.named("page-samples");

  /**
   * Jobs that nobody samples yet.
   *
   * @param clock epoch milliseconds; its first reading numbers the feeds, so that those of another
   *     master differ
   */
  public LiveJobs(LatestViews views, LongSupplier clock) {
    this.views = views;
    this.clock = clock;
    this.feeds = new AtomicLong(clock.getAsLong());
    this.session = new LiveSession(feeds.incrementAndGet());
  }

  /** Samples from now on. */
  public LiveJobs start() {
    var unused =
        timer.scheduleWithFixedDelay(this::sample, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    return this;
  }

  /** Takes the newest view of every job, and forgets the jobs that have none any more. */
  synchronized void sample() {
    List<JobView> newest = views.all();
    long now = clock.getAsLong();
    for (JobView view : newest) {
      trySample(view.id(), () -> live(view.id()).sample(view, now));
    }
    views
        .session()
        .ifPresent(view -> trySample(view.id(), () -> session.sample(view, newest, now)));
    Set<JobId> known = newest.stream().map(JobView::id).collect(Collectors.toSet());
    jobs.keySet().retainAll(known);
  }

  private LiveJob live(JobId job) {
    return jobs.computeIfAbsent(job, id -> new LiveJob(feeds.incrementAndGet()));
  }

  private void trySample(JobId job, Runnable sample) {
    try {
      sample.run();
    } catch (RuntimeException e) { // the page is not worth the job
      if (warned.add(job)) {
        LOG.warn("The page's numbers of {} are not up to date", job, e);
      }
    }
  }

  /**
   * What changed in a job.
   *
   * @param mark the text of the field {@code mark} of an earlier answer; null for everything
   * @return JSON; empty if the job has no view
   */
  public Optional<ObjectNode> changes(JobId job, String mark) {
    if (!jobs.containsKey(job) && views.of(job).isPresent()) {
      sample();
    }
    return Optional.ofNullable(jobs.get(job))
        .map(live -> live.since(Mark.parse(mark), clock.getAsLong()));
  }

  /**
   * What changed in the session.
   *
   * @param mark as in {@link #changes(JobId, String)}
   * @return JSON; empty if this master carries one job alone
   */
  public Optional<ObjectNode> changesOfSession(String mark) {
    if (!session.isSampled() && views.session().isPresent()) {
      sample();
    }
    return views.session().map(view -> session.since(Mark.parse(mark), clock.getAsLong()));
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
