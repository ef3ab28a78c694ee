package trainer.container.session;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks up where the master is that leads now. A look may take long, for the file system may be
 * away as well, so it is made on a thread of its own, one at a time, and {@link #newest} is what
 * the last one found.
 *
 * <p>{@link #look} and {@link #await} are called by one thread.
 */
final class MasterSearch {
  private static final Logger LOG = LoggerFactory.getLogger(MasterSearch.class);

  /** Where masters say it. */
  @FunctionalInterface
  interface Place {
    /** What the newest one says, or nothing while none has. */
    Optional<MasterAddress> read() throws IOException;
  }

  private final Place place;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread looking = new Thread(task, "master-search");
            looking.setDaemon(true);
            return looking;
          });
  private final AtomicBoolean busy = new AtomicBoolean();
  private long nextNanos = Long.MIN_VALUE;
  private volatile MasterAddress newest;

  MasterSearch(Place place) {
    this.place = place;
  }

  /**
   * Has a look soon, unless there was one just now or one is under way.
   *
   * @param period the shortest time between two looks; the members of a large job spread over it
   */
  void look(Duration period, long nowNanos) {
    if (nowNanos < nextNanos || !busy.compareAndSet(false, true)) {
      return;
    }
    nextNanos =
        nowNanos
            + period.toNanos()
            + ThreadLocalRandom.current().nextLong(1 + period.toNanos() / 2);
    thread.execute(this::read);
  }

  /** Looks again and again, for so long or until there is one with a higher term than this one. */
  Optional<MasterAddress> await(long term, Duration period, long nanos)
      throws InterruptedException {
    long end = System.nanoTime() + nanos;
    for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
      Optional<MasterAddress> found = newest(term);
      if (found.isPresent()) {
        return found;
      }
      look(period, now);
      await(Math.min(end - now, period.toNanos()));
    }
    return newest(term);
  }

  private synchronized void await(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.timedWait(this, nanos);
  }

  private void read() {
    try {
      place.read().ifPresent(this::found);
    } catch (IOException | RuntimeException e) {
      LOG.info("cannot look up the master: {}", e.toString());
    } finally {
      busy.set(false);
    }
  }

  private synchronized void found(MasterAddress address) {
    newest = address;
    notifyAll();
  }

  /** What the last look found whose master has a higher term than this one. */
  Optional<MasterAddress> newest(long term) {
    MasterAddress found = newest;
    return found != null && found.term() > term ? Optional.of(found) : Optional.empty();
  }

  void close() {
    thread.shutdownNow();
  }
}
