package trainer.master.job;

import java.util.Optional;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.PserverFailover;
import trainer.master.job.training.JobWork;

/** The phase that a job is in. It passes changes of the membership on to that phase. */
final class CurrentPhase implements Membership.Listener, PserverFailover.Listener {
  private JobPhase phase;

  void enter(JobPhase next) {
    phase = next;
  }

  JobPhase get() {
    return phase;
  }

  Optional<JobStartup> startup() {
    return phase.startup();
  }

  Optional<JobWork> work() {
    return phase.work();
  }

  @Override
  public void joined(Member member) {
    phase.joined(member);
  }

  @Override
  public void returned(Member member) {
    phase.returned(member);
  }

  @Override
  public void lost(Member member, String how, long nanos) {
    phase.lost(member, how, nanos);
  }

  @Override
  public void evicted(long incarnation) {
    phase.evicted(incarnation);
  }

  @Override
  public void mourned(long incarnation) {
    phase.mourned(incarnation);
  }
}
