package trainer.master.job;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failure;
import trainer.core.id.Incarnation;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.job.ending.WindDown;
import trainer.master.job.members.JobContainers;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.training.JobWork;

/** The phase after the end is decided: members leave, and nothing that they lose is replaced. */
final class WindDownPhase implements JobPhase {
  private static final Logger LOG = LoggerFactory.getLogger(WindDownPhase.class);

  private final WindDown windDown;
  private final Membership members;
  private final JobContainers containers;
  private final JobView.Hands unfinished;

  /**
   * Creates the phase.
   *
   * @param unfinished the work in workers' hands when the end was decided
   */
  WindDownPhase(
      WindDown windDown, Membership members, JobContainers containers, JobView.Hands unfinished) {
    this.windDown = windDown;
    this.members = members;
    this.containers = containers;
    this.unfinished = unfinished;
  }

  @Override
  public Optional<JobStartup> startup() {
    return Optional.empty();
  }

  @Override
  public Optional<JobWork> work() {
    return Optional.empty();
  }

  @Override
  public JobView.Hands hands(int most) {
    return unfinished.first(most);
  }

  @Override
  public void onJoined(Member member) {
    // The membership is closed, so no new process joins.
  }

  @Override
  public void onReconnected(Member member) {
    windDown.sendLeave(member);
  }

  @Override
  public void onLost(Member member, String how, long nanos) {
    // A member that is lost while it leaves has left.
  }

  @Override
  public void onEvicted(Incarnation incarnation) {
    // The map does not change any more.
  }

  @Override
  public void onLastReplicaLost(Incarnation incarnation) {
    // The job does not roll back any more.
  }

  @Override
  public void onContainerEnded(JobEvent.ContainerEnded event) {
    if (containers.onEnded(event).isPresent()) {
      members.onContainerEnded(event.containerId(), event.exit());
    }
  }

  @Override
  public void onMemberFailure(Member member, Failure failure) {
    LOG.info("{} is leaving; then: {}", member.named(), failure.message());
  }

  @Override
  public void onExiting(Member member, boolean logsComplete) {
    containers.onExiting(member, logsComplete);
    members.exiting(member);
  }

  @Override
  public void reconcile() {
    windDown.reconcile();
  }
}
