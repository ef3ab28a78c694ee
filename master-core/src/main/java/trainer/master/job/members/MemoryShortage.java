package trainer.master.job.members;

import java.time.Duration;
import trainer.core.failure.Failure;
import trainer.core.message.FromMember;

/**
 * That a pserver has no room for more rows: there as long as it says so again and again, for its
 * word that there is room might be lost.
 */
final class MemoryShortage {
  private static final long SILENCE = FromMember.Full.AGAIN.multipliedBy(3).toNanos();

  private Failure said;
  private long since;
  private long last = Member.NEVER;
  private long nanos;

  /**
   * It says so.
   *
   * @return whether that is news
   */
  boolean said(Failure failure, long now) {
    boolean isNew = !isThere(now);
    since = isNew ? now : since;
    nanos += isNew ? 0 : now - last;
    last = now;
    said = failure;
    return isNew;
  }

  boolean isThere(long now) {
    return last != Member.NEVER && now - last < SILENCE;
  }

  /** What there is no room for, and what to do; empty if there is room. */
  String inWords(long now) {
    return isThere(now) ? said.what() + "; " + said.advice() : "";
  }

  Failure failure() {
    return said;
  }

  /** Since when it is so. */
  long since() {
    return since;
  }

  /** How long it was so in all. */
  Duration inAll() {
    return Duration.ofNanos(nanos);
  }
}
