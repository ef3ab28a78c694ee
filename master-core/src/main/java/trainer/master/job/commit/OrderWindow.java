package trainer.master.job.commit;

import java.time.Duration;
import trainer.core.fact.TrainingFact;
import trainer.master.job.api.JobEffect;
import trainer.master.job.kernel.JobContext;

/**
 * The bound of orders ahead of the journal: only versions up to a recorded bound are ordered.
 *
 * <p>The bound is about four minutes of mini-batches ahead. It is raised, by an asynchronous
 * append, whenever a quarter of that is used. It counts as soon as the journal has it, long before
 * an order needs it. So orders do not wait for a state store that is away for a minute or two. They
 * wait for one that is away for longer.
 */
public final class OrderWindow {
  private static final long AHEAD = Duration.ofMinutes(4).toNanos();
  private static final int STEPS = 4;
  private static final long LEAST = 64;

  private final JobContext context;

  /** The bound of orders; the fact that records it is appended in the same turn. */
  private long bound;

  /** The bound that is durable in the journal. */
  private long safe;

  private long raiseAt;
  private long raisedFrom;
  private long raisedAt;

  public OrderWindow(JobContext context) {
    this.context = context;
    this.bound = context.history().window();
    this.safe = bound;
  }

  /** Raises the bound if orders for {@code version} need it. */
  public void reach(long version) {
    long before = bound;
    if (version > raiseAt || version > before) {
      raise(version);
    }
    if (version > safe) {
      context.record(
          new TrainingFact.WindowOpened(bound)); // maybe a repetition: orders wait for this one
      safe = bound;
    } else if (bound > before) {
      context.recordAsync(new TrainingFact.WindowOpened(bound));
      context.act(new JobEffect.TellWindowSafe(bound));
    }
  }

  private void raise(long version) {
    long now = context.nanos();
    long size = LEAST;
    if (raisedFrom > 0 && now > raisedAt) {
      double ahead = (version - raisedFrom) * (AHEAD / (double) (now - raisedAt));
      size = Math.max(LEAST, (long) ahead);
    }
    raisedFrom = version;
    raisedAt = now;
    raiseAt = version + size / STEPS;
    long upTo = Math.min(context.history().target(), version + size);
    bound = Math.max(bound, upTo); // a stop may lower the target below the bound
  }

  /** The journal has this bound. */
  public void onDurable(long upTo) {
    safe = Math.max(safe, upTo);
  }
}
