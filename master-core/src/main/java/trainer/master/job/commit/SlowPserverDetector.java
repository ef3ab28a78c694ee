package trainer.master.job.commit;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;

/**
 * Finds pservers that versions wait for, while the other pservers hold them already. Their host,
 * disk or network is impaired but not dead, or they have more work than others. A slow pserver is
 * only reported to users.
 *
 * <p>The measure is the lateness of each pserver against the median one, as a mean over the last
 * versions. A pserver is slow when this exceeds 50 ms and a twentieth of the time from version to
 * version. It stops being slow at half of that.
 */
final class SlowPserverDetector {
  private static final Logger LOG = LoggerFactory.getLogger(SlowPserverDetector.class);
  private static final int LEAST_VERSIONS = 5;
  private static final int VERSIONS = 20;
  private static final double SLOW = Duration.ofMillis(50).toNanos();
  private static final double SHARE = 0.05;

  /**
   * The cap on one version's excess over the mean: a long garbage collection does not make a
   * pserver slow.
   */
  private static final double LARGEST_STEP = Duration.ofMillis(200).toNanos();

  private final JobContext context;
  private final Map<Member, Long> arrivals = new HashMap<>();
  private final Map<Member, Late> late = new HashMap<>();
  private double interval;
  private int versions;
  private long before = Member.NEVER;

  SlowPserverDetector(JobContext context) {
    this.context = context;
  }

  /** A pserver holds the next version. */
  void onComplete(Member pserver) {
    arrivals.put(pserver, context.nanos());
  }

  /** The next version begins again, perhaps with other pservers. */
  void forget() {
    arrivals.clear();
    before = Member.NEVER;
  }

  /** All pservers hold the version. */
  void onCommitted() {
    long now = context.nanos();
    arrivals.forEach((pserver, at) -> pserver.onCommitted(now - at));
    if (before != Member.NEVER) {
      versions++;
      interval += (now - before - interval) / Math.min(versions, VERSIONS);
      long[] moments = arrivals.values().stream().mapToLong(Long::longValue).sorted().toArray();
      long median = moments[(moments.length - 1) / 2];
      late.keySet().retainAll(arrivals.keySet());
      arrivals.forEach((pserver, at) -> addMeasurement(pserver, (double) (at - median)));
    }
    before = now;
    arrivals.clear();
  }

  private void addMeasurement(Member pserver, double nanos) {
    Late own = late.computeIfAbsent(pserver, one -> new Late());
    own.add(Math.max(0, nanos));
    if (own.count < LEAST_VERSIONS) {
      return;
    }
    boolean was = pserver.isBehind();
    double bar = Math.max(SLOW, SHARE * interval) * (was ? 0.5 : 1);
    pserver.setLag(own.mean > bar ? Math.round(own.mean) : 0);
    if (pserver.isBehind() && !was) {
      LOG.warn(
          "{}: {} is slow: a version waits {} ms for it that others hold",
          context.spec().id(),
          pserver.named(),
          Math.round(own.mean / 1e6));
    } else if (was && !pserver.isBehind()) {
      LOG.info("{}: {} is not slow any more", context.spec().id(), pserver.named());
    }
  }

  /**
   * The mean lateness of one pserver, in nanoseconds, in which a single version does not decide.
   */
  private static final class Late {
    private double mean;
    private int count;

    void add(double nanos) {
      count++;
      mean += (Math.min(nanos, mean + LARGEST_STEP) - mean) / Math.min(count, VERSIONS);
    }
  }
}
