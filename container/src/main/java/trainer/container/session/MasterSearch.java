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
import trainer.core.id.Term;

/**
 * Finds the address of the present leader. A search may take long, since the file system may be
 * unavailable as well. It therefore runs on a thread of its own, one search at a time, and {@link
 * #newest} returns the last result.
 *
 * <p>One thread calls {@link #start} and {@link #await}.
 */
final class MasterSearch {
  private static final Logger LOG = LoggerFactory.getLogger(MasterSearch.class);

  /** The place where masters publish their address. */
  @FunctionalInterface
  interface Place {
    /** The address of the newest master; empty if none has published one. */
    Optional<MasterAddress> read() throws IOException;
  }

  private final Place place;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread searching = new Thread(task, "master-search");
            searching.setDaemon(true);
            return searching;
          });
  private final AtomicBoolean busy = new AtomicBoolean();
  private long nextNanos = Long.MIN_VALUE;
  private volatile MasterAddress newest;

  MasterSearch(Place place) {
    this.place = place;
  }

  /**
   * Starts a search, unless one is under way or ended less than a period ago.
   *
   * @param period the shortest time between two searches; up to half is added at random, so that
   *     the members of a large job spread their reads
   */
  void start(Duration period, long nowNanos) {
    if (nowNanos < nextNanos || !busy.compareAndSet(false, true)) {
      return;
    }
    nextNanos =
        nowNanos
            + period.toNanos()
            + ThreadLocalRandom.current().nextLong(1 + period.toNanos() / 2);
    thread.execute(this::read);
  }

  /**
   * Searches repeatedly, until it finds a master with a term above {@code term} or {@code nanos}
   * have passed.
   */
  Optional<MasterAddress> await(Term term, Duration period, long nanos)
      throws InterruptedException {
    long end = System.nanoTime() + nanos;
    for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
      Optional<MasterAddress> found = newest(term);
      if (found.isPresent()) {
        return found;
      }
      start(period, now);
      await(Math.min(end - now, period.toNanos()));
    }
    return newest(term);
  }

  /** Waits without a search, until a master with a term above {@code term} is known. */
  Optional<MasterAddress> awaitFound(Term term, long nanos) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    synchronized (this) {
      for (long left = nanos; newest(term).isEmpty() && left > 0; left = end - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
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
      LOG.info("cannot find the master: {}", e.toString());
    } finally {
      busy.set(false);
    }
  }

  /** Takes an address that was found, also by other means than a search. */
  synchronized void found(MasterAddress address) {
    if (newest == null || newest.term().number() <= address.term().number()) {
      newest = address;
      notifyAll();
    }
  }

  /** The last address found, if its master has a term above {@code term}. */
  Optional<MasterAddress> newest(Term term) {
    MasterAddress found = newest;
    return found != null && found.term().number() > term.number()
        ? Optional.of(found)
        : Optional.empty();
  }

  void close() {
    thread.shutdownNow();
  }
}
