package trainer.master.job.members;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What follows when a worker cannot reach a pserver of which the master hears: the way between the
 * two is cut, and nobody can tell at which end. The worker is replaced; if another one cannot reach
 * that pserver either, the pserver is. A pserver that is not heard well is none of this: its own
 * silence decides.
 */
public final class UnreachablePeers {
  private final Membership members;

  /** Incarnations of pservers that a worker was replaced for. */
  private final Set<Long> suspected = new HashSet<>();

  public UnreachablePeers(Membership members) {
    this.members = members;
  }

  /** A live worker has tried for a while. */
  public void said(Member worker, long incarnation) {
    Optional<Member> pserver = members.well(incarnation);
    if (pserver.isEmpty() || pserver.get().isProbed()) {
      return;
    }
    String name = pserver.get().named();
    if (suspected.add(incarnation)) {
      members.lose(worker, "it cannot reach " + name + ", which the master hears");
    } else {
      members.lose(pserver.get(), worker.named() + " is another worker that cannot reach it");
    }
  }
}
