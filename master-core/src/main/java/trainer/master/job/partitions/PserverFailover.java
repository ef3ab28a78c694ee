package trainer.master.job.partitions;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.job.Role;
import trainer.core.table.PartitionMap;
import trainer.master.job.api.JobEvent;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.JobContainers;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;

/**
 * What follows from the loss of a pserver. As long as every partition has another in-sync copy the
 * map is written without it, and everything goes on: what the others have got counts, pulls go to
 * them, the line stays. Where it had the last copy of a partition, the job goes back to the newest
 * version that is kept, which is the initial values as long as there is no checkpoint: as soon as
 * as many pservers are there as the job wants, the partitions are mapped to them, and each loads
 * that version. Whoever is lost on the way, the master included, is one more loss.
 *
 * <p>A process that is gone never comes back: dead members are turned away, and its place is given
 * to another only when its container has ended or is taken away. So a pserver of the map that has
 * not come to this master is gone when its container is, and when another process has its place.
 *
 * <p>The map is safe before a commit does without the lost copy: commits follow it in the journal's
 * order.
 */
public final class PserverFailover {
  /** Told of what follows for others. */
  public interface Listener {
    /** The map has been written without a pserver. */
    void evicted(long incarnation);

    /** One is gone that the map still names: it had the last copy of a partition. */
    void mourned(long incarnation);
  }

  private static final Logger LOG = LoggerFactory.getLogger(PserverFailover.class);

  /** One that does not even come up will hardly do so the next time. */
  private static final int NEVER_CAME = 3;

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final JobContainers containers;
  private final PserverPlacement places;
  private final Listener listener;
  private final Set<Long> mourned = new HashSet<>();
  private boolean isFurtherBack;
  private int neverCame;
  private String last = "";

  public PserverFailover(
      JobContext context,
      JobLifecycle lifecycle,
      Membership members,
      JobContainers containers,
      PserverPlacement places,
      Listener listener) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.containers = containers;
    this.places = places;
    this.listener = listener;
  }

  /** A member is not heard any more. */
  public void silent(Member member, String how) {
    lost(member.incarnation(), PserverLossVerdict.silent(member, how));
  }

  /** A container has ended; whatever ran in it is still counted as a member. */
  public void ended(JobContainers.Entry entry, JobEvent.ContainerEnded event) {
    boolean isMissed = event.isItsOwnFault() && context.history().places().isWanted(entry.index());
    neverCame += isMissed && !entry.hasRegistered() && !entry.isUnheard() ? 1 : 0;
    if (neverCame >= NEVER_CAME) {
      lifecycle.fail(PserverLossVerdict.ended(entry, event));
    }
    Optional<Long> process =
        members
            .inContainer(entry.id())
            .map(Member::incarnation)
            .or(() -> entry.isUnheard() ? notBack(entry.index()) : Optional.empty());
    process.ifPresent(incarnation -> lost(incarnation, PserverLossVerdict.ended(entry, event)));
  }

  /** A container of an earlier master, whose process has not come to this one. */
  public void notBack(JobContainers.Entry entry) {
    Failure verdict = PserverLossVerdict.notBack(entry.index(), entry.id(), entry.host());
    notBack(entry.index()).ifPresent(incarnation -> lost(incarnation, verdict));
  }

  /** One in the map, of which not even a container is known any more. */
  public void notBack(PartitionMap.Pserver pserver) {
    lost(
        pserver.incarnation(),
        PserverLossVerdict.notBack(pserver.index(), "its container", pserver.host()));
  }

  /** The one in the map with this index, unless it has come or may still come. */
  private Optional<Long> notBack(int index) {
    boolean mayCome =
        containers.awaited().stream()
            .anyMatch(other -> other.role() == Role.PSERVER && other.index() == index);
    PartitionMap map = context.history().map();
    return mayCome || map == null
        ? Optional.empty()
        : map.pservers().stream()
            .filter(pserver -> pserver.index() == index)
            .map(PartitionMap.Pserver::incarnation)
            .filter(incarnation -> !members.isLive(incarnation))
            .findFirst();
  }

  private void lost(long incarnation, Failure verdict) {
    PartitionMap map = context.history().map();
    if (lifecycle.isDecided() || !PartitionPlacement.names(map, incarnation)) {
      return; // it held nothing that counts
    }
    Optional<PartitionMap> left = PartitionPlacement.without(map, incarnation);
    if (left.isEmpty()) {
      if (mourned.add(incarnation)) {
        last = verdict.what();
        listener.mourned(incarnation);
      }
      return;
    }
    LOG.warn("{}: goes on with the other copies: {}", context.spec().id(), verdict.message());
    context.record(new Fact.MapDefined(left.get()));
    listener.evicted(incarnation);
  }

  /** A process has come that is not in the map: perhaps to the place of one that is. */
  public void came(Member pserver) {
    neverCame = 0;
    PartitionMap map = context.history().map();
    if (map != null && !PartitionPlacement.names(map, pserver.incarnation())) {
      map.pservers().stream()
          .filter(named -> named.index() == pserver.index())
          .forEach(this::notBack);
    }
  }

  /** What the job went back to cannot be loaded: it goes back further. */
  public void furtherBack(String why) {
    isFurtherBack = true;
    last = why;
  }

  /** Whether a partition has no copy left: nothing goes on but by going back. */
  public boolean isGoingBack() {
    return !mourned.isEmpty() || isFurtherBack;
  }

  /** Whether that can be done now. */
  public boolean mayGoBack() {
    return isGoingBack() && !lifecycle.isDecided() && !places.holders().isEmpty();
  }

  /**
   * All is mapped anew.
   *
   * @return why
   */
  public String goingBack() {
    mourned.clear();
    isFurtherBack = false;
    return last;
  }

  /**
   * Whether the job goes on at once without this pserver, for others are well that hold the same.
   */
  public boolean isCovered(Member pserver) {
    PartitionMap map = context.history().map();
    return map != null
        && PartitionPlacement.isCovered(map, pserver.incarnation(), other -> members.isWell(other));
  }
}
