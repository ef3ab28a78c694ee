package trainer.master.job;

import java.util.Optional;
import trainer.master.job.api.JobEvent;
import trainer.master.job.checkpoints.CheckpointCoordinator;
import trainer.master.job.commit.MemberReconnection;
import trainer.master.job.ending.Publication;
import trainer.master.job.kernel.JobLifecycle;

/** Routes answers of the shell to the part of the job that asked. */
final class ShellEventRouter implements JobEvent.OfShell.ShellHandler {
  private final JobLifecycle lifecycle;
  private final CurrentPhase phase;
  private final CheckpointCoordinator checkpoints;
  private final Publication export;
  private final MemberReconnection reconnection;

  ShellEventRouter(
      JobLifecycle lifecycle,
      CurrentPhase phase,
      CheckpointCoordinator checkpoints,
      Publication export,
      MemberReconnection reconnection) {
    this.lifecycle = lifecycle;
    this.phase = phase;
    this.checkpoints = checkpoints;
    this.export = export;
    this.reconnection = reconnection;
  }

  @Override
  public void on(JobEvent.Started event) {
    reconnection.onStarted(event);
    inStartup(event).ifPresent(startup -> startup.onStarted(event));
  }

  @Override
  public void on(JobEvent.Indexed event) {
    inStartup(event).ifPresent(startup -> startup.onIndexed(event));
  }

  @Override
  public void on(JobEvent.IndexFailed event) {
    inStartup(event).ifPresent(startup -> startup.onIndexFailed(event));
  }

  @Override
  public void on(JobEvent.NotPublished event) {
    inStartup(event).ifPresent(startup -> startup.onNotPublished(event));
  }

  private Optional<JobStartup> inStartup(JobEvent event) {
    Optional<JobStartup> startup = phase.startup();
    if (startup.isEmpty()) {
      lifecycle.ignore(event);
    }
    return startup;
  }

  @Override
  public void on(JobEvent.Published event) {
    if (export.isPublishing()) {
      export.onPublished(event);
    } else {
      lifecycle.ignore(event);
    }
  }

  @Override
  public void on(JobEvent.PublishDelayed event) {
    export.onDelayed(event.failure());
  }

  @Override
  public void on(JobEvent.PublishFailed event) {
    if (export.isPublishing()) {
      export.onNotPublished(event.failure());
    } else {
      lifecycle.ignore(event);
    }
  }

  @Override
  public void on(JobEvent.CheckpointStored event) {
    if (!lifecycle.isDecided()) {
      checkpoints.onStored(event);
    }
  }

  @Override
  public void on(JobEvent.CheckpointNotStored event) {
    checkpoints.onNotStored(event);
  }

  @Override
  public void on(JobEvent.WindowSafe event) {
    phase.work().ifPresent(work -> work.training().onWindowSafe(event.upTo()));
  }

  @Override
  public void on(JobEvent.Tick event) {
    // JobCore compares all parts after every event, so a tick has nothing of its own to do.
  }
}
