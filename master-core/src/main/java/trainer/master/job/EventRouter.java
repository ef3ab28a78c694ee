package trainer.master.job;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.master.job.api.JobEvent;
import trainer.master.job.members.JobContainers;

/**
 * Routes each event to the part of the job that it concerns. Events that fit no state are dropped.
 */
final class EventRouter implements JobEvent.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(EventRouter.class);

  private final JobCore job;
  private String stopAsked;

  EventRouter(JobCore job) {
    this.job = job;
  }

  /** The user that asked for a stop, given out once. */
  Optional<String> stopAsked() {
    String by = stopAsked;
    stopAsked = null;
    return Optional.ofNullable(by);
  }

  @Override
  public void on(JobEvent.Started event) {
    job.startup().started(event);
  }

  @Override
  public void on(JobEvent.Indexed event) {
    job.startup().indexed(event);
  }

  @Override
  public void on(JobEvent.IndexFailed event) {
    job.startup().indexFailed(event);
  }

  @Override
  public void on(JobEvent.Standing event) {
    job.allocation().standing(event);
  }

  @Override
  public void on(JobEvent.ContainerSeen event) {
    job.containers().seen(event, job.reconnection().waited());
  }

  @Override
  public void on(JobEvent.ContainerEnded event) {
    job.containers().ended(event).ifPresent(entry -> containerEnded(entry, event));
  }

  @Override
  public void on(JobEvent.Registering event) {
    job.members().register(event.connection(), event.message());
    job.failureDetector().news();
  }

  @Override
  public void on(JobEvent.Said event) {
    for (FromMember message : event.messages()) {
      job.members()
          .heard(event.incarnation())
          .ifPresent(from -> job.messageRouter().said(from, message));
    }
  }

  @Override
  public void on(JobEvent.Disconnected event) {
    job.members().disconnected(event.connection(), event.incarnation());
    job.failureDetector().news();
  }

  @Override
  public void on(JobEvent.KillAsked event) {
    job.lifecycle()
        .end(
            JobState.KILLED,
            new Failure(FailureKind.KILLED_BY_USER, "killed by " + event.by(), "", ""));
  }

  @Override
  public void on(JobEvent.StopAsked event) {
    if (job.lifecycle().state() != JobState.RUNNING || job.lifecycle().isDecided()) {
      ignore(event);
      return;
    }
    stopAsked = event.by();
  }

  @Override
  public void on(JobEvent.ScaleAsked event) {
    if (event.role() == Role.WORKER) {
      job.workers().scale(event);
    } else {
      job.places().scale(event);
    }
  }

  @Override
  public void on(JobEvent.ContainerLeaving event) {
    job.places().leaving(event.containerId(), event.why());
    job.drain().warned(event.containerId(), event.why());
  }

  @Override
  public void on(JobEvent.NodesNoted event) {
    job.nodes().noted(event);
    job.context().changed();
  }

  @Override
  public void on(JobEvent.ClusterLost event) {
    job.windDown().expectNothing();
    job.lifecycle()
        .fail(
            new Failure(
                FailureKind.CLUSTER_LOST,
                event.reason(),
                "",
                "see the ResourceManager's log: the application was killed there, or is forgotten"));
  }

  @Override
  public void on(JobEvent.Published event) {
    if (job.export().isPublishing()) {
      job.export().published(event);
    } else {
      ignore(event);
    }
  }

  @Override
  public void on(JobEvent.PublishDelayed event) {
    job.export().delayed(event.failure());
  }

  @Override
  public void on(JobEvent.PublishFailed event) {
    if (job.export().isPublishing()) {
      job.export().notPublished(event.failure());
    } else {
      ignore(event);
    }
  }

  @Override
  public void on(JobEvent.CheckpointStored event) {
    if (!job.lifecycle().isDecided()) {
      job.checkpoints().stored(event);
    }
  }

  @Override
  public void on(JobEvent.CheckpointNotStored event) {
    job.checkpoints().notStored(event);
  }

  @Override
  public void on(JobEvent.WindowSafe event) {
    if (job.work() != null) {
      job.work().training().windowSafe(event.upTo());
    }
  }

  @Override
  public void on(JobEvent.NotPublished event) {
    job.startup().notPublished(event);
  }

  @Override
  public void on(JobEvent.Tick event) {
    // JobCore compares all parts after every event, so a tick has nothing of its own to do.
  }

  private void containerEnded(JobContainers.Entry entry, JobEvent.ContainerEnded event) {
    if (entry.role() == Role.PSERVER && !entry.isHandedBack() && !job.windDown().hasBegun()) {
      job.failover().ended(entry, event);
    }
    job.members().containerEnded(event.containerId(), event.exit());
    boolean isMissed =
        entry.role() == Role.WORKER
            ? job.workers().isWanted(entry.index())
            : job.places().isWanted(entry.index());
    if (event.isItsOwnFault() && isMissed && !entry.isHandedBack() && !job.windDown().hasBegun()) {
      long progress = job.work() == null ? 0 : job.work().training().progress();
      job.losses(entry.role()).failed(event.failure(), progress);
      job.containers().blame(entry, event.failure());
    }
  }

  private void ignore(JobEvent event) {
    LOG.warn(
        "{}: not expected in {}, ignored: {}",
        job.context().spec().id(),
        job.lifecycle().state(),
        event);
  }
}
