package trainer.master.job;

import java.util.List;
import java.util.Optional;
import trainer.core.failure.Failure;
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
  public List<JobView.Task> hands(int most) {
    return work.training().hands(most);
  }

  @Override
  public void joined(Member member) {
    membership.joined(member);
    work.joined(member);
  }

  @Override
  public void returned(Member member) {
    if (membership.returned(member)) {
      progress.returned(member, work);
    }
  }

  @Override
  public void lost(Member member, String how, long nanos) {
    clock.lost(member, how, nanos, work);
    membership.lost(member, how);
    if (member.role() == Role.WORKER) {
      work.lost(member, how + membership.lastCrashOfWorkers());
    }
  }

  @Override
  public void evicted(long incarnation) {
    membership.evicted(incarnation);
    progress.evicted(incarnation, work);
  }

  @Override
  public void mourned(long incarnation) {
    membership.mourned(incarnation);
  }

  @Override
  public void onContainerEnded(JobEvent.ContainerEnded event) {
    membership.containerEnded(event, work.training().progress());
  }

  @Override
  public void onTrouble(Member member, Failure failure) {
    membership.trouble(member, failure);
  }

  @Override
  public void onExiting(Member member, boolean logsComplete) {
    membership.exiting(member, logsComplete);
  }

  @Override
  public void reconcile() {
    takeover.look(work.training());
    rollback.look(work);
    allocation.look(!work.isDone(), rollback.isNeeded());
    if (progress.look(work)) {
      clock.look(work.training());
    }
  }
}
