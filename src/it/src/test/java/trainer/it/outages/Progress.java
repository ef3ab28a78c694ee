package trainer.it.outages;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import trainer.it.masters.DisturbedJob;

/** Asks a job's master again and again how far it is, and remembers the longest standstill. */
final class Progress implements AutoCloseable {
  private static final long POLL_MILLIS = 100;

  private final RealCluster cluster;
  private final DisturbedJob job;
  private final Thread thread = new Thread(this::look, "progress");
  private volatile boolean isOver;
  private volatile long longestNanos;

  Progress(RealCluster cluster, DisturbedJob job) {
    this.cluster = cluster;
    this.job = job;
    thread.setDaemon(true);
    thread.start();
  }

  private void look() {
    long version = -1;
    long since = System.nanoTime();
    while (!isOver) {
      long now = version(version);
      if (now > version) {
        version = now;
        since = System.nanoTime();
      }
      longestNanos = Math.max(longestNanos, System.nanoTime() - since);
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private long version(long last) {
    try {
      return cluster.status(job).path("version").asLong(last);
    } catch (IOException e) {
      return last; // no master answers just now
    }
  }

  /** The longest time without a new version so far. */
  long longestMillis() {
    return TimeUnit.NANOSECONDS.toMillis(longestNanos);
  }

  @Override
  public void close() {
    isOver = true;
  }
}
