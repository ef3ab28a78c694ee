package trainer.master.job.commit;

import java.time.Duration;
import trainer.core.job.Role;
import trainer.core.table.PartitionMap;
import trainer.core.time.AwakeTime;
import trainer.master.job.api.JobEvent;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.JobContainers;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.LineManager;
import trainer.master.job.partitions.PserverFailover;

/**
 * The wait for processes of earlier masters to connect to this one. Meanwhile they continue with
 * the work that they hold. A process that has not connected in time is lost.
 *
 * <p>A host whose master fell silent may be off. If it is not, the processes on it connect as soon
 * as all others. So they are waited for only a short time, except for a pserver with the last
 * replica of a partition: its loss would cost a rollback.
 *
 * <p>Time in which this master itself was paused does not count: messages may wait in its mailbox.
 */
public final class MemberReconnection {
  /**
   * The wait in heartbeat timeouts. A process notices a silent stream after one, then looks for a
   * master once a second.
   */
  private static final int TIMEOUTS = 3;

  private static final long ON_SILENT_HOST = Duration.ofSeconds(1).toNanos();

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final JobContainers containers;
  private final LineManager lines;
  private final PserverFailover pserverLoss;
  private final AwakeTime awake = new AwakeTime();
  private String silentHost = "";
  private long startedAt;

  public MemberReconnection(
      JobContext context,
      JobLifecycle lifecycle,
      Membership members,
      JobContainers containers,
      LineManager lines,
      PserverFailover pserverLoss) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.containers = containers;
    this.lines = lines;
    this.pserverLoss = pserverLoss;
  }

  /** This master leads; the host of the leader before it may be off. */
  public void onStarted(JobEvent.Started event) {
    silentHost = event.silentHost();
    startedAt = awake.at(context.nanos());
  }

  /** A container is there. If it is of an earlier master, the wait for its process begins. */
  public void onContainerSeen(JobEvent.ContainerSeen event) {
    containers.onSeen(event, awake.last());
  }

  public void reconcile() {
    long waited = awake.at(context.nanos());
    if (lifecycle.isDecided()) {
      return;
    }
    for (JobContainers.Entry container : containers.awaited()) {
      boolean isOver = waited - container.seenAt() >= patience();
      if (isOver || isSoonOver(container, waited)) {
        containers.giveBack(container.id(), true);
        if (container.role() == Role.PSERVER) {
          pserverLoss.onNotReconnected(container);
        }
      }
    }
    if (waited >= patience()) {
      reconcileMap();
    }
  }

  /** Declares pservers of the map lost of which not even the container is known any more. */
  private void reconcileMap() {
    PartitionMap map = context.history().map();
    if (map == null || lines.isOpen()) {
      return;
    }
    for (PartitionMap.Pserver pserver : map.pservers()) {
      if (!members.isLive(pserver.incarnation())) {
        pserverLoss.onNotReconnected(pserver);
      }
    }
  }

  /** Whether a process is on a silent host and has had the time that it needs if it runs. */
  private boolean isSoonOver(JobContainers.Entry container, long waited) {
    return container.host().equals(silentHost)
        && waited - Math.max(startedAt, container.seenAt()) >= ON_SILENT_HOST
        && (container.role() != Role.PSERVER || pserverLoss.isCovered(container.index()));
  }

  private long patience() {
    return TIMEOUTS * context.plan().containers().heartbeatTimeout().toNanos();
  }
}
