package trainer.appmaster.tracker;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.FromMember;

/** Hands each event to the concern it belongs to; what makes no sense is dropped. */
final class Incoming implements TrackerEvent.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(Incoming.class);

  private final Tracker tracker;
  private String stopAsked;

  Incoming(Tracker tracker) {
    this.tracker = tracker;
  }

  /** Who wants training to end, once. */
  Optional<String> stopAsked() {
    String by = stopAsked;
    stopAsked = null;
    return Optional.ofNullable(by);
  }

  @Override
  public void on(TrackerEvent.Started event) {
    tracker.outset().started(event);
  }

  @Override
  public void on(TrackerEvent.Indexed event) {
    tracker.outset().indexed(event);
  }

  @Override
  public void on(TrackerEvent.IndexFailed event) {
    tracker.outset().indexFailed(event);
  }

  @Override
  public void on(TrackerEvent.Standing event) {
    tracker.gathering().standing(event);
  }

  @Override
  public void on(TrackerEvent.ContainerSeen event) {
    tracker.containers().seen(event, tracker.returning().waited());
  }

  @Override
  public void on(TrackerEvent.ContainerEnded event) {
    tracker.containers().ended(event).ifPresent(entry -> containerEnded(entry, event));
  }

  @Override
  public void on(TrackerEvent.Registering event) {
    tracker.members().register(event.connection(), event.message());
    tracker.watch().news();
  }

  @Override
  public void on(TrackerEvent.Said event) {
    for (FromMember message : event.messages()) {
      tracker
          .members()
          .heard(event.incarnation())
          .ifPresent(from -> tracker.sayings().said(from, message));
    }
  }

  @Override
  public void on(TrackerEvent.Disconnected event) {
    tracker.members().disconnected(event.connection(), event.incarnation());
    tracker.watch().news();
  }

  @Override
  public void on(TrackerEvent.KillAsked event) {
    tracker
        .lifecycle()
        .end(
            JobState.KILLED,
            new Failure(FailureKind.KILLED_BY_USER, "killed by " + event.by(), "", ""));
  }

  @Override
  public void on(TrackerEvent.StopAsked event) {
    if (tracker.lifecycle().state() != JobState.RUNNING || tracker.lifecycle().isDecided()) {
      ignore(event);
      return;
    }
    stopAsked = event.by();
  }

  @Override
  public void on(TrackerEvent.ScaleAsked event) {
    if (event.role() == Role.WORKER) {
      tracker.workers().scale(event);
    } else {
      tracker.places().scale(event);
    }
  }

  @Override
  public void on(TrackerEvent.ContainerLeaving event) {
    tracker.places().leaving(event.containerId(), event.why());
    tracker.leavers().warned(event.containerId(), event.why());
  }

  @Override
  public void on(TrackerEvent.NodesNoted event) {
    tracker.nodes().noted(event);
    tracker.context().changed();
  }

  @Override
  public void on(TrackerEvent.ClusterLost event) {
    tracker.departure().expectNothing();
    tracker
        .lifecycle()
        .fail(
            new Failure(
                FailureKind.CLUSTER_LOST,
                event.reason(),
                "",
                "see the ResourceManager's log: the application was killed there, or is forgotten"));
  }

  @Override
  public void on(TrackerEvent.Published event) {
    if (tracker.export().isPublishing()) {
      tracker.export().published(event);
    } else {
      ignore(event);
    }
  }

  @Override
  public void on(TrackerEvent.PublishDelayed event) {
    tracker.export().delayed(event.failure());
  }

  @Override
  public void on(TrackerEvent.PublishFailed event) {
    if (tracker.export().isPublishing()) {
      tracker.export().notPublished(event.failure());
    } else {
      ignore(event);
    }
  }

  @Override
  public void on(TrackerEvent.CheckpointStored event) {
    if (!tracker.lifecycle().isDecided()) {
      tracker.checkpoints().stored(event);
    }
  }

  @Override
  public void on(TrackerEvent.CheckpointNotStored event) {
    tracker.checkpoints().notStored(event);
  }

  @Override
  public void on(TrackerEvent.WindowSafe event) {
    if (tracker.work() != null) {
      tracker.work().training().windowSafe(event.upTo());
    }
  }

  @Override
  public void on(TrackerEvent.NotPublished event) {
    tracker.outset().notPublished(event);
  }

  @Override
  public void on(TrackerEvent.Tick event) {
    // Whatever is due is found by looking.
  }

  private void containerEnded(Containers.Entry entry, TrackerEvent.ContainerEnded event) {
    if (entry.role() == Role.PSERVER && !entry.isHandedBack() && !tracker.departure().hasBegun()) {
      tracker.pserverLoss().ended(entry, event);
    }
    tracker.members().containerEnded(event.containerId(), event.exit());
    boolean isMissed =
        entry.role() == Role.WORKER
            ? tracker.workers().isWanted(entry.index())
            : tracker.places().isWanted(entry.index());
    if (event.isItsOwnFault()
        && isMissed
        && !entry.isHandedBack()
        && !tracker.departure().hasBegun()) {
      long progress = tracker.work() == null ? 0 : tracker.work().training().progress();
      tracker.losses(entry.role()).failed(event.failure(), progress);
      tracker.containers().blame(entry, event.failure());
    }
  }

  private void ignore(TrackerEvent event) {
    LOG.warn(
        "{}: not expected in {}, ignored: {}",
        tracker.context().spec().id(),
        tracker.lifecycle().state(),
        event);
  }
}
