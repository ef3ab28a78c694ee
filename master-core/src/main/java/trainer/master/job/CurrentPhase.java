package trainer.master.job;

import java.util.Optional;
import trainer.core.id.Incarnation;
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
  public void onJoined(Member member) {
    phase.onJoined(member);
  }

  @Override
  public void onReconnected(Member member) {
    phase.onReconnected(member);
  }

  @Override
  public void onLost(Member member, String how, long nanos) {
    phase.onLost(member, how, nanos);
  }

  @Override
  public void onEvicted(Incarnation incarnation) {
    phase.onEvicted(incarnation);
  }

  @Override
  public void onLastReplicaLost(Incarnation incarnation) {
    phase.onLastReplicaLost(incarnation);
  }
}
