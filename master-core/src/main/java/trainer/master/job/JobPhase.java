package trainer.master.job;

import java.util.Optional;
import trainer.core.failure.Failure;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.PserverFailover;
import trainer.master.job.training.JobWork;

/**
 * A phase of a job under one master. It handles the events whose handling depends on the progress
 * of the job: startup until the input is cut, then work, then the wind-down.
 */
sealed interface JobPhase extends Membership.Listener, PserverFailover.Listener
    permits StartupPhase, WorkPhase, WindDownPhase {
  /** The startup that takes the shell's answers; empty in later phases. */
  Optional<JobStartup> startup();

  /** The work that takes messages of members; empty in other phases. */
  Optional<JobWork> work();

  /** The work in workers' hands, for people, at most {@code most} entries. */
  JobView.Hands hands(int most);

  /** A container has ended. */
  void onContainerEnded(JobEvent.ContainerEnded event);

  /** A member reports its own failure. */
  void onMemberFailure(Member member, Failure failure);

  /** A member is about to end. */
  void onExiting(Member member, boolean logsComplete);

  /** Compares the wanted state with the present one, and decides. */
  void reconcile();
}
