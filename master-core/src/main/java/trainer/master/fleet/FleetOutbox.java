package trainer.master.fleet;

import java.util.Collection;
import java.util.Set;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.failure.Failure;
import trainer.core.job.JobId;
import trainer.core.job.Role;

/** The output of the fleet, in order: facts, actions, and events for the jobs. */
public interface FleetOutbox {
  /** Appends to the fleet's journal; later entries wait until the fact is durable. */
  void appendDurably(Fact fact);

  /** Appends to the fleet's journal; nothing waits for the fact. */
  void appendAsync(Fact fact);

  /** Has the cluster's adapter perform an action. */
  void act(FleetAction action);

  /** Reports a change in the containers of a role of a job. */
  void onAllocation(
      JobId job, Role role, int wanted, int granted, int launched, String explanation);

  /**
   * Assigns a container to a role and index of a job. Times are epoch milliseconds.
   *
   * @param previous whether an earlier master launched it, so that its process has to find this one
   * @param released whether an earlier master stopped it, so that only its end is awaited
   */
  void onContainerAssigned(
      JobId job,
      Role role,
      int index,
      String containerId,
      String host,
      long requestedAt,
      long launchedAt,
      boolean previous,
      boolean released);

  /**
   * Reports the end of a container of a job.
   *
   * @param failure the cause, or null if the end was requested
   * @param taken whether the cluster took it for its own reasons
   */
  void onContainerEnded(
      JobId job,
      Role role,
      int index,
      String containerId,
      int exit,
      Failure failure,
      boolean taken);

  /**
   * Reports a change in the recorded nodes.
   *
   * @param avoided the nodes that get no containers now
   */
  void onNodesChanged(Collection<FleetFact.NodeNoted> noted, Set<String> avoided);

  /** Reports that the cluster will take a container of a job. */
  void onContainerLeaving(JobId job, String containerId, String why);
}
