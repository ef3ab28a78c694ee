package trainer.master.job;

import java.util.Optional;
import trainer.core.failure.Failure;
import trainer.core.id.Incarnation;
import trainer.master.job.allocation.ContainerAllocation;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.job.commit.PserverTakeover;
import trainer.master.job.members.Member;
import trainer.master.job.training.JobWork;

/** The phase before the work is known: the input is not cut yet under this master. */
final class StartupPhase implements JobPhase {
  private final JobStartup startup;
  private final PserverTakeover takeover;
  private final Rollback rollback;
  private final ContainerAllocation allocation;
  private final MembershipRouter membership;

  StartupPhase(
      JobStartup startup,
      PserverTakeover takeover,
      Rollback rollback,
      ContainerAllocation allocation,
      MembershipRouter membership) {
    this.startup = startup;
    this.takeover = takeover;
    this.rollback = rollback;
    this.allocation = allocation;
    this.membership = membership;
  }

  @Override
  public Optional<JobStartup> startup() {
    return Optional.of(startup);
  }

  @Override
  public Optional<JobWork> work() {
    return Optional.empty();
  }

  @Override
  public JobView.Hands hands(int most) {
    return JobView.Hands.NONE;
  }

  @Override
  public void onJoined(Member member) {
    membership.onJoined(member);
  }

  @Override
  public void onReconnected(Member member) {
    membership.onReconnected(member);
  }

  @Override
  public void onLost(Member member, String how, long nanos) {
    membership.onLost(member, how);
  }

  @Override
  public void onEvicted(Incarnation incarnation) {
    membership.onEvicted(incarnation);
  }

  @Override
  public void onLastReplicaLost(Incarnation incarnation) {
    membership.onLastReplicaLost(incarnation);
  }

  @Override
  public void onContainerEnded(JobEvent.ContainerEnded event) {
    membership.onContainerEnded(event, 0);
  }

  @Override
  public void onMemberFailure(Member member, Failure failure) {
    membership.onMemberFailure(member, failure);
  }

  @Override
  public void onExiting(Member member, boolean logsComplete) {
    membership.onExiting(member, logsComplete);
  }

  @Override
  public void reconcile() {
    takeover.reconcile(null);
    allocation.reconcile(false, rollback.isNeeded());
    startup.reconcile();
  }
}
