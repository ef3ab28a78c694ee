package trainer.appmaster.tracker;

import java.time.Duration;
import trainer.core.fact.Fact;

/**
 * How far orders may run ahead of the journal: only versions up to a recorded bound are ordered.
 *
 * <p>The bound is about two minutes of mini-batches ahead and is extended, behind, when half of it
 * is used; so training survives a state store that is away for a minute, and waits for one that is
 * away for longer: crossing from one bound into the next takes a record that is waited for.
 */
final class Window {
  private static final long AHEAD = Duration.ofMinutes(2).toNanos();
  private static final long LEAST = 64;

  private final Context context;
  private long safe;
  private long extendAt;
  private long extendedFrom;
  private long extendedAt;

  Window(Context context) {
    this.context = context;
  }

  /** Makes sure that orders for {@code version} may be given now. */
  void reach(long version) {
    long last = context.history().target();
    if (version > safe) {
      if (version > context.history().window()) {
        extend(version, last);
      }
      context.record(new Fact.WindowOpened(context.history().window()));
      safe = context.history().window();
    } else if (version > extendAt && context.history().window() == safe && safe < last) {
      extend(version, last);
      context.recordBehind(new Fact.WindowOpened(context.history().window()));
    }
  }

  private void extend(long version, long last) {
    long now = context.nanos();
    long versions = version - extendedFrom;
    long size = LEAST;
    if (extendedFrom > 0 && now > extendedAt) {
      size = Math.max(LEAST, (long) (versions * (AHEAD / (double) (now - extendedAt))));
    }
    extendedFrom = version;
    extendedAt = now;
    long upTo = Math.min(last, version + size);
    extendAt = version + (upTo - version) / 2;
    context.history().apply(new Fact.WindowOpened(upTo));
  }
}
