package trainer.master.job;

import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.kernel.RecoveryTimes;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.training.JobWork;
import trainer.master.job.training.Training;

/** Measures how long each loss of a process delays the training. */
final class RecoveryClock {
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final RecoveryTimes times;

  RecoveryClock(JobLifecycle lifecycle, Membership members, RecoveryTimes times) {
    this.lifecycle = lifecycle;
    this.members = members;
    this.times = times;
  }

  /**
   * Starts the clock of one loss.
   *
   * @param nanos when the process was last known to be well
   */
  void onLost(Member member, String how, long nanos, JobWork work) {
    if (work.isTrained() || lifecycle.state() != JobState.RUNNING) {
      return;
    }
    String loss = member.named() + ": " + how;
    if (member.role() == Role.PSERVER && work.training().isReproducible()) {
      times.held(loss, nanos);
    } else {
      times.onLost(loss, nanos);
    }
  }

  /** Stops the clocks of all losses from which the training has recovered. */
  void reconcile(Training training) {
    times.onCommitted(training.progress());
    if (times.isWaiting() && !training.hasReturnedWork() && !members.live(Role.WORKER).isEmpty()) {
      times.onSharesHeld();
    }
  }
}
