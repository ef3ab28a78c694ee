package trainer.worker.share;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import trainer.core.message.FromMember;

/**
 * Shares that are done, of which the master has not been told: it needs to know soon, but not at
 * once, and a message costs both ends more than a short share. So several are told together.
 */
final class DoneShares {
  private static final long TOGETHER = Duration.ofMillis(5).toNanos();

  private final List<FromMember> untold = new ArrayList<>();
  private boolean everTold;
  private long toldAt;

  void add(FromMember.ShareDone share) {
    untold.add(share);
  }

  /**
   * What is to be said now.
   *
   * @param more whether there is a share at hand whose end will be told: otherwise nothing waits
   */
  List<FromMember> due(long now, boolean more) {
    boolean wait = more && everTold && now - toldAt < TOGETHER;
    return wait ? List.of() : takeAll(now);
  }

  /** All of it. */
  List<FromMember> takeAll(long now) {
    if (untold.isEmpty()) {
      return List.of();
    }
    everTold = true;
    toldAt = now;
    List<FromMember> taken = List.copyOf(untold);
    untold.clear();
    return taken;
  }
}
