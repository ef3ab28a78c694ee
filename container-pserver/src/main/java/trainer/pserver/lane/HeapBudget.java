package trainer.pserver.lane;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.pserver.store.MemoryBudget;

/**
 * The memory budget of a heap: lasting memory may take most of it, and the rest is for temporary
 * memory.
 *
 * <p>The estimate is the memory left by the last full collection, plus the memory taken since.
 * Temporary memory in use at that collection counts as lasting. The heap is therefore collected
 * before a request is denied, but so seldom that collections take at most a twentieth of the time.
 */
public final class HeapBudget implements MemoryBudget {
  private static final Logger LOG = LoggerFactory.getLogger(HeapBudget.class);
  private static final double STAYS = 0.85;
  private static final double ALL = 0.95;
  private static final long REST = 20;
  private static final long LEAST_REST = Duration.ofSeconds(5).toNanos();

  /** A heap that reports the memory left by its last full collection. */
  interface Heap {
    /** The bytes that are in use or garbage. */
    long used();

    /** The most bytes that may be in use. */
    long size();

    /** The bytes that were in use after the last full collection. */
    long remaining();

    /** The number of full collections. */
    long collections();

    /** Runs a full collection. */
    void collect();
  }

  private final Heap heap;
  private final LongSupplier nanos;
  private long collections;
  private long remaining;
  private long taken;
  private long notBefore;

  public HeapBudget(Heap heap, LongSupplier nanos) {
    this.heap = heap;
    this.nanos = nanos;
    this.collections = heap.collections();
    this.remaining = heap.remaining();
    this.notBefore = nanos.getAsLong();
  }

  /** The most bytes of lasting memory. */
  public long limit() {
    return (long) (STAYS * heap.size());
  }

  @Override
  public synchronized boolean has(long bytes) {
    return fits(bytes, limit());
  }

  @Override
  public synchronized boolean finds(long bytes) {
    return fits(bytes, limit()) || (collect() && fits(bytes, limit()));
  }

  @Override
  public synchronized void take(long bytes) {
    sample();
    taken += bytes;
  }

  @Override
  public synchronized boolean hasForNow(long bytes) {
    long limit = (long) (ALL * heap.size());
    return fits(bytes, limit) || (collect() && fits(bytes, limit));
  }

  private boolean fits(long bytes, long limit) {
    sample();
    boolean isKnown = collections > 0; // before, nothing was measured
    return heap.used() + bytes <= limit || (isKnown && remaining + taken + bytes <= limit);
  }

  private void sample() {
    long now = heap.collections();
    if (now != collections) {
      collections = now;
      remaining = heap.remaining();
      taken = 0;
    }
  }

  private boolean collect() {
    long begun = nanos.getAsLong();
    if (begun - notBefore < 0) {
      return false;
    }
    heap.collect();
    long took = nanos.getAsLong() - begun;
    notBefore = begun + took + Math.max(LEAST_REST, REST * took);
    sample();
    LOG.info(
        "{} MB are left of {} after looking for room for {} ms",
        remaining >> 20,
        heap.size() >> 20,
        Duration.ofNanos(took).toMillis());
    return true;
  }
}
