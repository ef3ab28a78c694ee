package trainer.master.session;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.failure.Failure;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetOutbox;
import trainer.master.job.api.JobEvent;

/** The outbox of the fleet: actions for the shell, events for the cores of jobs. */
record FleetNews(CarriedJobs jobs) implements FleetOutbox {
  @Override
  public void appendDurably(Fact fact) {
    jobs.act(new Action.Append(null, fact, Action.Durability.BEFORE_WHAT_FOLLOWS));
  }

  @Override
  public void appendAsync(Fact fact) {
    jobs.act(new Action.Append(null, fact, Action.Durability.BEHIND));
  }

  @Override
  public void act(FleetAction action) {
    jobs.act(new Action.OfFleet(action));
  }

  @Override
  public void onAllocation(
      JobId job, Role role, int wanted, int granted, int launched, String explanation) {
    if (job.isSession() || role == Role.STANDBY) {
      return; // the pool shows the workers that have registered
    }
    pass(job, new JobEvent.Standing(role, wanted, granted, launched, explanation));
  }

  @Override
  public void onContainerAssigned(
      JobId job,
      Role role,
      int index,
      String containerId,
      String host,
      long requestedAt,
      long launchedAt,
      boolean previous,
      boolean released) {
    if (role == Role.STANDBY) {
      if (!released) {
        jobs.standby().ifPresent(one -> one.onAssigned(containerId, previous));
      }
      return;
    }
    if (job.isSession()) {
      if (!released) {
        jobs.later(() -> jobs.pool().orElseThrow().onContainer(containerId, index, host, previous));
      }
      return;
    }
    pass(
        job,
        new JobEvent.ContainerSeen(
            role, index, containerId, host, requestedAt, launchedAt, previous, released));
  }

  @Override
  public void onContainerEnded(
      JobId job,
      Role role,
      int index,
      String containerId,
      int exit,
      Failure failure,
      boolean taken) {
    if (role == Role.STANDBY) {
      jobs.standby().ifPresent(one -> one.onEnded(containerId, failure));
      return;
    }
    if (job.isSession()) {
      jobs.later(
          () -> jobs.pool().orElseThrow().onContainerEnded(containerId, exit, failure, taken));
      return;
    }
    pass(job, new JobEvent.ContainerEnded(role, index, containerId, exit, failure, taken));
  }

  @Override
  public void onNodesChanged(Collection<FleetFact.NodeNoted> noted, Set<String> avoided) {
    JobEvent event = new JobEvent.NodesNoted(List.copyOf(noted), avoided);
    jobs.ids().forEach(job -> pass(job, event));
  }

  @Override
  public void onContainerLeaving(JobId job, String containerId, String why) {
    if (job.isSession()) {
      jobs.later(() -> jobs.pool().ifPresent(one -> one.onContainerLeaving(containerId, why)));
      return;
    }
    pass(job, new JobEvent.ContainerLeaving(containerId, why));
  }

  private void pass(JobId job, JobEvent event) {
    jobs.later(() -> jobs.deliver(job, event));
  }
}
