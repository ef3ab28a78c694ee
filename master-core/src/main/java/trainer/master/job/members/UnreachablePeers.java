package trainer.master.job.members;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import trainer.core.id.Incarnation;

/**
 * Handles workers that cannot reach a pserver that the master does reach: the link between the two
 * is cut, at an unknown end. The worker is replaced first. If another worker cannot reach the
 * pserver either, the pserver is replaced. A pserver that is itself suspect is left to {@link
 * FailureDetector}.
 */
public final class UnreachablePeers {
  private final Membership members;

  /** Incarnations of pservers for which a worker was replaced. */
  private final Set<Incarnation> suspected = new HashSet<>();

  public UnreachablePeers(Membership members) {
    this.members = members;
  }

  /** Handles a live worker's report that its attempts to reach a pserver fail. */
  public void onUnreachable(Member worker, Incarnation incarnation) {
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
