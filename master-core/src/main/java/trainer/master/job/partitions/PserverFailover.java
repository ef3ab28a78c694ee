package trainer.master.job.partitions;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.core.table.PartitionMap;
import trainer.master.job.api.JobEvent;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.JobContainers;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;

/**
 * The reaction to the loss of a pserver.
 *
 * <ul>
 *   <li>If every partition has another in-sync replica, the map is written without the lost pserver
 *       and the job continues. The updates that the other replicas hold count, pulls go to them,
 *       and the line stays.
 *   <li>If it held the last replica of a partition, the job rolls back to the newest checkpoint;
 *       without one, to the initial values. As soon as all wanted pservers are there, the
 *       partitions are mapped to them, and each loads that version.
 * </ul>
 *
 * <p>A further loss during this, the master's included, is handled as one more loss.
 *
 * <p>A process that is gone never comes back: dead members are turned away. Its index is given to
 * another process only when its container has ended or is taken away. So a pserver of the map that
 * has not connected to this master is lost if its container is gone or another process has its
 * index.
 *
 * <p>The map is durable before a commit does without the lost replica: commits follow it in the
 * order of the journal.
 */
public final class PserverFailover {
  /** Receives the consequences of a loss. */
  public interface Listener {
    /** The map has been written without a pserver. */
    void onEvicted(Incarnation incarnation);

    /** A pserver is lost that the map still names: it held the last replica of a partition. */
    void onLastReplicaLost(Incarnation incarnation);
  }

  private static final Logger LOG = LoggerFactory.getLogger(PserverFailover.class);

  /**
   * The job fails after this many containers in a row end by their own fault before their process
   * registers.
   */
  private static final int NEVER_CAME = 3;

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final JobContainers containers;
  private final PserverPlacement places;
  private final Listener listener;
  private final Set<Incarnation> lost = new HashSet<>();
  private boolean isRequested;
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

  /** A member has fallen silent. */
  public void onSilent(Member member, String how) {
    recordLoss(member.incarnation(), PserverLossVerdict.silent(member, how));
  }

  /** A container has ended. The process in it is still counted as a member. */
  public void onContainerEnded(JobContainers.Entry entry, JobEvent.ContainerEnded event) {
    boolean isMissed =
        event.isItsOwnFault() && context.history().pserverTargets().isWanted(entry.index());
    neverCame += isMissed && !entry.hasRegistered() && !entry.isUnconfirmed() ? 1 : 0;
    if (neverCame >= NEVER_CAME) {
      lifecycle.fail(PserverLossVerdict.ended(entry, event));
    }
    Optional<Incarnation> process =
        members
            .inContainer(entry.id())
            .map(Member::incarnation)
            .or(() -> entry.isUnconfirmed() ? lostIncarnation(entry.index()) : Optional.empty());
    process.ifPresent(
        incarnation -> recordLoss(incarnation, PserverLossVerdict.ended(entry, event)));
  }

  /** The process in a container of an earlier master has not connected to this one. */
  public void onNotReconnected(JobContainers.Entry entry) {
    Failure verdict = PserverLossVerdict.notBack(entry.index(), entry.id(), entry.host());
    lostIncarnation(entry.index()).ifPresent(incarnation -> recordLoss(incarnation, verdict));
  }

  /** A pserver of the map is lost, and not even its container is known any more. */
  public void onNotReconnected(PartitionMap.Pserver pserver) {
    recordLoss(
        pserver.incarnation(),
        PserverLossVerdict.notBack(pserver.index(), "its container", pserver.host()));
  }

  /**
   * The incarnation of the map's pserver with this index, unless it has connected or may still
   * connect.
   */
  private Optional<Incarnation> lostIncarnation(int index) {
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

  private void recordLoss(Incarnation incarnation, Failure verdict) {
    PartitionMap map = context.history().map();
    if (lifecycle.isDecided() || !PartitionPlacement.names(map, incarnation)) {
      return; // it held no replica of the map
    }
    Optional<PartitionMap> left = PartitionPlacement.without(map, incarnation);
    if (left.isEmpty()) {
      if (lost.add(incarnation)) {
        last = verdict.what();
        listener.onLastReplicaLost(incarnation);
      }
      return;
    }
    LOG.warn("{}: goes on with the other copies: {}", context.spec().id(), verdict.message());
    context.record(new TrainingFact.MapDefined(left.get()));
    listener.onEvicted(incarnation);
  }

  /**
   * A pserver has registered. If the map names an older process with the same index, that one is
   * lost.
   */
  public void onRegistered(Member pserver) {
    neverCame = 0;
    PartitionMap map = context.history().map();
    if (map != null && !PartitionPlacement.names(map, pserver.incarnation())) {
      map.pservers().stream()
          .filter(named -> named.index() == pserver.index())
          .forEach(this::onNotReconnected);
    }
  }

  /** Asks for a rollback though no replica is lost. */
  public void requestRollback(String why) {
    isRequested = true;
    last = why;
  }

  /** Whether the job has to roll back: a partition has no replica left, or it was asked for. */
  public boolean needsRollback() {
    return !lost.isEmpty() || isRequested;
  }

  /** Whether the job has to roll back, and can now. */
  public boolean canRollBack() {
    return needsRollback() && !lifecycle.isDecided() && !places.holders().isEmpty();
  }

  /**
   * Ends the wait for a rollback, whose map is about to be written.
   *
   * @return the reason for the rollback
   */
  public String beginRollback() {
    lost.clear();
    isRequested = false;
    return last;
  }

  /**
   * Whether the job can continue at once without the map's pserver with this index; false if the
   * map names none.
   */
  public boolean isCovered(int index) {
    PartitionMap map = context.history().map();
    return map != null
        && map.pservers().stream()
            .filter(pserver -> pserver.index() == index)
            .map(PartitionMap.Pserver::incarnation)
            .anyMatch(one -> PartitionPlacement.isCovered(map, one, members::isWell));
  }

  /**
   * Whether the job can continue at once without this pserver, because connected pservers hold
   * replicas of all its partitions.
   */
  public boolean isCovered(Member pserver) {
    PartitionMap map = context.history().map();
    return map != null && PartitionPlacement.isCovered(map, pserver.incarnation(), members::isWell);
  }
}
