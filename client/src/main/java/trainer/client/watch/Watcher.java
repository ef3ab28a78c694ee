package trainer.client.watch;

import java.io.IOException;
import java.time.Duration;

/** Looks at a job until it has ended or the time is up. */
public final class Watcher {
  private static final Duration PERIOD = Duration.ofMillis(250);

  private final RunningJob job;
  private final ProgressDisplay display;

  public Watcher(RunningJob job, ProgressDisplay display) {
    this.job = job;
    this.display = display;
  }

  /**
   * Returns the last observation: the end, or what was last seen when the time was up.
   *
   * @param timeout zero for none
   */
  public Observation watch(Duration timeout, java.util.function.Consumer<String> onTrackingUrl)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    String trackingUrl = "";
    try {
      while (true) {
        Observation seen = job.observe();
        if (!seen.trackingUrl().isEmpty() && !seen.trackingUrl().equals(trackingUrl)) {
          trackingUrl = seen.trackingUrl();
          display.finish();
          onTrackingUrl.accept(trackingUrl);
        }
        display.show(seen, System.nanoTime());
        boolean late = !timeout.isZero() && System.nanoTime() - start >= timeout.toNanos();
        if (seen.ended() || late) {
          return seen;
        }
        job.pause(PERIOD);
      }
    } finally {
      display.finish();
    }
  }
}
