package trainer.core.message;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * Where a process has spent its time on mini-batches since it began. A worker is in one phase at
 * any moment, so its phases add up to its time.
 *
 * @param finished the shares or steps that it has finished
 * @param nanos by phase; a phase that has taken no time may be missing
 */
public record TimeSpent(long finished, Map<Phase, Long> nanos) {
  public static final TimeSpent NOTHING = new TimeSpent(0, Map.of());

  /** A phase of a mini-batch. */
  public enum Phase {
    /** A worker reads and decodes blocks that it needs next. */
    READ,
    /**
     * A worker waits for the rows of a pull. Under {@code bsp} that includes the wait until the
     * version before is made, and so for slower workers; under a bound on staleness the wait for
     * the bound.
     */
    PULL,
    /** A worker computes gradients or scores. */
    COMPUTE,
    /** A worker waits for the acknowledgements of a push. */
    PUSH,
    /** A pserver computes the next version of rows from gradients. */
    APPLY,
    /** A version that a pserver holds waits for its commit: for other pservers and the master. */
    COMMIT,
    /** A worker has no mini-batch to work on. It waits for an order, or scores held-out records. */
    WAIT;

    /** The name in reports. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public TimeSpent {
    EnumMap<Phase, Long> copy = new EnumMap<>(Phase.class);
    copy.putAll(nanos);
    nanos = Collections.unmodifiableMap(copy);
  }

  /** The nanoseconds of a phase. */
  public long in(Phase phase) {
    return nanos.getOrDefault(phase, 0L);
  }

  /** The growth since {@code before}. */
  public TimeSpent since(TimeSpent before) {
    EnumMap<Phase, Long> grown = new EnumMap<>(Phase.class);
    nanos.forEach((phase, now) -> grown.put(phase, now - before.in(phase)));
    return new TimeSpent(finished - before.finished, grown);
  }

  public TimeSpent plus(TimeSpent other) {
    EnumMap<Phase, Long> sum = new EnumMap<>(Phase.class);
    sum.putAll(nanos);
    other.nanos.forEach((phase, more) -> sum.merge(phase, more, Long::sum));
    return new TimeSpent(finished + other.finished, sum);
  }
}
