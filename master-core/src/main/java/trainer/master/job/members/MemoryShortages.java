package trainer.master.job.members;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failure;
import trainer.core.message.FromPserver;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;

/**
 * The pservers that have no room for more rows, so that requests with new rows wait. Users see the
 * shortage in the log and the report. Partitions move to other pservers without delay if there are
 * any. If no room comes within {@code trainer.pserver.full-timeout}, the job fails.
 */
public final class MemoryShortages {
  private static final Logger LOG = LoggerFactory.getLogger(MemoryShortages.class);

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Set<Member> known = new LinkedHashSet<>();

  public MemoryShortages(JobContext context, JobLifecycle lifecycle) {
    this.context = context;
    this.lifecycle = lifecycle;
  }

  /** Records a pserver's report that requests wait for room. */
  public void onOutOfRoom(Member pserver, FromPserver.OutOfRoom message) {
    Failure failure = message.failure();
    if (pserver.shortage().record(failure, context.nanos())) {
      known.add(pserver);
      context.changed();
      LOG.warn(
          "{}: {}: {}; {}", context.spec().id(), pserver.named(), failure.what(), failure.advice());
    }
  }

  /** Ends shortages without new reports, and fails the job when one exceeds its limit. */
  public void reconcile() {
    long now = context.nanos();
    for (Member pserver : List.copyOf(known)) {
      MemoryShortage shortage = pserver.shortage();
      if (!pserver.isLive() || !shortage.isThere(now)) {
        known.remove(pserver);
        context.changed();
        LOG.info("{}: {}: nothing waits for room any more", context.spec().id(), pserver.named());
      } else if (now - shortage.since() >= context.plan().pservers().fullTimeout().toNanos()) {
        lifecycle.fail(endless(pserver));
      }
    }
  }

  private Failure endless(Member pserver) {
    Failure failure = pserver.shortage().failure();
    Duration waited = Duration.ofNanos(context.nanos() - pserver.shortage().since());
    return new Failure(
        failure.kind(),
        failure.what() + "; no room has come in " + waited.toSeconds() + " s",
        pserver.named(),
        failure.advice() + "; or raise trainer.pserver.full-timeout, to wait longer");
  }
}
