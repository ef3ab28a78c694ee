package trainer.master.job;

import trainer.master.job.allocation.ContainerAllocation;
import trainer.master.job.allocation.GracefulDrain;
import trainer.master.job.api.JobEvent;
import trainer.master.job.commit.MemberReconnection;
import trainer.master.job.ending.WindDown;
import trainer.master.job.history.NodeHealth;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.JobContainers;
import trainer.master.job.partitions.PserverPlacement;

/** Routes news of containers and nodes. */
final class ClusterEventRouter implements JobEvent.OfCluster.ClusterHandler {
  private final JobContext context;
  private final CurrentPhase phase;
  private final ContainerAllocation allocation;
  private final MemberReconnection reconnection;
  private final PserverPlacement places;
  private final GracefulDrain drain;
  private final JobContainers containers;
  private final NodeHealth nodes;
  private final WindDown windDown;

  ClusterEventRouter(
      JobContext context,
      CurrentPhase phase,
      ContainerAllocation allocation,
      MemberReconnection reconnection,
      PserverPlacement places,
      GracefulDrain drain,
      JobContainers containers,
      NodeHealth nodes,
      WindDown windDown) {
    this.context = context;
    this.phase = phase;
    this.allocation = allocation;
    this.reconnection = reconnection;
    this.places = places;
    this.drain = drain;
    this.containers = containers;
    this.nodes = nodes;
    this.windDown = windDown;
  }

  @Override
  public void on(JobEvent.Standing event) {
    allocation.onStanding(event);
  }

  @Override
  public void on(JobEvent.ContainerSeen event) {
    reconnection.onContainerSeen(event);
  }

  @Override
  public void on(JobEvent.ContainerEnded event) {
    phase.get().onContainerEnded(event);
  }

  @Override
  public void on(JobEvent.ContainerLeaving event) {
    places.onLeaving(event.containerId(), event.why());
    drain.onWarned(event.containerId(), event.why());
  }

  @Override
  public void on(JobEvent.ContainerShared event) {
    containers.onShared(event);
  }

  @Override
  public void on(JobEvent.NodesNoted event) {
    nodes.onNoted(event);
    context.changed();
  }

  @Override
  public void on(JobEvent.ClusterLost event) {
    windDown.onClusterLost(event.reason());
  }
}
