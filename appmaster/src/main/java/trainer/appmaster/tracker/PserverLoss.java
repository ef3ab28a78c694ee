package trainer.appmaster.tracker;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.job.Role;
import trainer.core.table.PartitionMap;

/**
 * What follows from the loss of a pserver. As long as every partition has another in-sync copy the
 * map is written without it, and everything goes on: what the others have got counts, pulls go to
 * them, the line stays. Where it had the last copy of a partition, the job is over.
 *
 * <p>The map is safe before a commit does without the lost copy: commits follow it in the journal's
 * order.
 */
final class PserverLoss {
  /** Told after the map has been written without a pserver. */
  interface Listener {
    void evicted(long incarnation);
  }

  private static final Logger LOG = LoggerFactory.getLogger(PserverLoss.class);

  private final Context context;
  private final Lifecycle lifecycle;
  private final Members members;
  private final Containers containers;
  private final Listener listener;

  PserverLoss(
      Context context,
      Lifecycle lifecycle,
      Members members,
      Containers containers,
      Listener listener) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.containers = containers;
    this.listener = listener;
  }

  /** A member is not heard any more. */
  void silent(Member member, String how) {
    lost(member.incarnation(), LostPserver.silent(member, how));
  }

  /** A container has ended; whatever ran in it is still counted as a member. */
  void ended(Containers.Entry entry, TrackerEvent.ContainerEnded event) {
    if (context.history().map() == null) {
      // One of an earlier master that has not come to this one held nothing.
      if (event.failure() != null && !entry.isUnheard()) {
        lifecycle.fail(LostPserver.ended(entry, event));
      }
      return;
    }
    Optional<Long> process =
        members
            .inContainer(entry.id())
            .map(Member::incarnation)
            .or(() -> entry.isUnheard() ? notBack(entry.index()) : Optional.empty());
    process.ifPresent(incarnation -> lost(incarnation, LostPserver.ended(entry, event)));
  }

  /** A container of an earlier master, whose process has not come to this one. */
  void notBack(Containers.Entry entry) {
    Failure verdict = LostPserver.notBack(entry.index(), entry.id(), entry.host());
    notBack(entry.index()).ifPresent(incarnation -> lost(incarnation, verdict));
  }

  /** One in the map, of which not even a container is known any more. */
  void notBack(PartitionMap.Pserver pserver) {
    lost(
        pserver.incarnation(),
        LostPserver.notBack(pserver.index(), "its container", pserver.host()));
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
    if (map == null) {
      lifecycle.fail(verdict);
      return;
    }
    if (lifecycle.isDecided() || !Placement.names(map, incarnation)) {
      return; // it held nothing that counts
    }
    Optional<PartitionMap> left = Placement.without(map, incarnation);
    if (left.isEmpty()) {
      lifecycle.fail(verdict);
      return;
    }
    LOG.warn("{}: goes on with the other copies: {}", context.spec().id(), verdict.message());
    context.record(new Fact.MapDefined(left.get()));
    listener.evicted(incarnation);
  }

  /**
   * Whether the job goes on at once without this pserver, for others are well that hold the same.
   */
  boolean isCovered(Member pserver) {
    PartitionMap map = context.history().map();
    return map != null
        && Placement.isCovered(map, pserver.incarnation(), other -> members.isWell(other));
  }
}
