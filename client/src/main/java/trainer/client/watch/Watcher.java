package trainer.client.watch;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/** The observation of a job until it has ended or the time is up. */
public final class Watcher {
  private static final Duration PERIOD = Duration.ofMillis(250);

  private final RunningJob job;
  private final ProgressDisplay display;
  private final UserRequests requests;

  public Watcher(RunningJob job, ProgressDisplay display, UserRequests requests) {
    this.job = job;
    this.display = display;
    this.requests = requests;
  }

  /** The user's requests to the job, carried out between observations by the observing thread. */
  public interface UserRequests {
    /** Carries out new requests. Returns a notice for the user, or an empty text. */
    String carryOut() throws IOException;
  }

  /**
   * Returns the last observation: the end, or the state when the time was up.
   *
   * @param timeout zero for none
   */
  public Observation watch(Duration timeout, Consumer<String> onTrackingUrl)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    String trackingUrl = "";
    try {
      while (true) {
        String news = requests.carryOut();
        if (!news.isEmpty()) {
          display.printNotice(news);
        }
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
