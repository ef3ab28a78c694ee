package trainer.master.job;

import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.master.job.allocation.WorkerTargets;
import trainer.master.job.api.JobEvent;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.partitions.PserverPlacement;

/** Routes requests of users. */
final class UserEventRouter implements JobEvent.OfUser.UserHandler {
  private final JobLifecycle lifecycle;
  private final StopRequest stop;
  private final WorkerTargets workers;
  private final PserverPlacement pservers;

  UserEventRouter(
      JobLifecycle lifecycle, StopRequest stop, WorkerTargets workers, PserverPlacement pservers) {
    this.lifecycle = lifecycle;
    this.stop = stop;
    this.workers = workers;
    this.pservers = pservers;
  }

  @Override
  public void on(JobEvent.KillAsked event) {
    lifecycle.end(
        JobState.KILLED,
        new Failure(FailureKind.KILLED_BY_USER, "killed by " + event.by(), "", ""));
  }

  @Override
  public void on(JobEvent.StopAsked event) {
    if (lifecycle.state() == JobState.RUNNING && !lifecycle.isDecided()) {
      stop.ask(event.by());
    } else {
      lifecycle.ignore(event);
    }
  }

  @Override
  public void on(JobEvent.ScaleAsked event) {
    if (event.role() == Role.WORKER) {
      workers.scale(event);
    } else {
      pservers.scale(event);
    }
  }
}
