package trainer.master.job;

import java.util.Optional;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.master.job.allocation.ContainerAllocation;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.job.commit.PserverTakeover;
import trainer.master.job.members.Member;
import trainer.master.job.training.JobWork;

/** The phase of training, scoring and export. */
final class WorkPhase implements JobPhase {
  private final JobWork work;
  private final WorkProgress progress;
  private final RecoveryClock clock;
  private final PserverTakeover takeover;
  private final Rollback rollback;
  private final ContainerAllocation allocation;
  private final MembershipRouter membership;

  WorkPhase(
      JobWork work,
      WorkProgress progress,
      RecoveryClock clock,
      PserverTakeover takeover,
      Rollback rollback,
      ContainerAllocation allocation,
      MembershipRouter membership) {
    this.work = work;
    this.progress = progress;
    this.clock = clock;
    this.takeover = takeover;
    this.rollback = rollback;
    this.allocation = allocation;
    this.membership = membership;
  }

  @Override
  public Optional<JobStartup> startup() {
    return Optional.empty();
  }

  @Override
  public Optional<JobWork> work() {
    return Optional.of(work);
  }

  @Override
  public JobView.Hands hands(int most) {
    return work.training().assignments(most);
  }

  @Override
  public void onJoined(Member member) {
    membership.onJoined(member);
    work.onJoined(member);
  }

  @Override
  public void onReconnected(Member member) {
    if (membership.onReconnected(member)) {
      progress.onReconnected(member, work);
    }
  }

  @Override
  public void onLost(Member member, String how, long nanos) {
    clock.onLost(member, how, nanos, work);
    membership.onLost(member, how);
    if (member.role() == Role.WORKER) {
      work.onLost(member, how + membership.lastCrashOfWorkers());
    }
  }

  @Override
  public void onEvicted(Incarnation incarnation) {
    membership.onEvicted(incarnation);
    progress.onEvicted(incarnation, work);
  }

  @Override
  public void onLastReplicaLost(Incarnation incarnation) {
    membership.onLastReplicaLost(incarnation);
  }

  @Override
  public void onContainerEnded(JobEvent.ContainerEnded event) {
    membership.onContainerEnded(event, work.training().progress());
  }

  @Override
  public void onMemberFailure(Member member, Failure failure) {
    if (member.role() == Role.WORKER && failure.kind() == FailureKind.NODE_UNFIT) {
      membership.onUnfit(member, failure, work.training().progress());
      return;
    }
    membership.onMemberFailure(member, failure);
  }

  @Override
  public void onExiting(Member member, boolean logsComplete) {
    membership.onExiting(member, logsComplete);
  }

  @Override
  public void reconcile() {
    takeover.reconcile(work.training());
    work.stopEarly();
    rollback.reconcile(work);
    allocation.reconcile(!work.isDone(), rollback.isNeeded());
    if (progress.reconcile(work)) {
      clock.reconcile(work.training());
    }
  }
}
