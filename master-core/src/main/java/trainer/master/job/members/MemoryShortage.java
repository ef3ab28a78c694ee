package trainer.master.job.members;

import java.time.Duration;
import trainer.core.failure.Failure;
import trainer.core.message.FromPserver;

/**
 * A pserver's shortage of room for more rows. It lasts as long as the pserver repeats its report,
 * since a single report of its end might be lost.
 */
final class MemoryShortage {
  private static final long SILENCE = FromPserver.OutOfRoom.AGAIN.multipliedBy(3).toNanos();

  private Failure failure;
  private long since;
  private long last = Member.NEVER;
  private long nanos;

  /**
   * Records a report of the shortage.
   *
   * @return whether the shortage begins with it
   */
  boolean record(Failure report, long now) {
    boolean isNew = !isThere(now);
    since = isNew ? now : since;
    nanos += isNew ? 0 : now - last;
    last = now;
    failure = report;
    return isNew;
  }

  boolean isThere(long now) {
    return last != Member.NEVER && now - last < SILENCE;
  }

  /** The missing room and the advice, in words; empty if there is room. */
  String inWords(long now) {
    return isThere(now) ? failure.what() + "; " + failure.advice() : "";
  }

  Failure failure() {
    return failure;
  }

  /** The start of the newest shortage. */
  long since() {
    return since;
  }

  /** The total time of shortage. */
  Duration inAll() {
    return Duration.ofNanos(nanos);
  }
}
