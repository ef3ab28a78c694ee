package trainer.appmaster.tracker;

import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.time.Moment;

/**
 * The pure core of one job. It hands each event to the concern it belongs to and then lets every
 * concern look at what is wanted and what is there; the concerns decide.
 *
 * <p>Confined to one thread.
 */
public final class Tracker {
  private static final Logger LOG = LoggerFactory.getLogger(Tracker.class);
  private static final long TICK = Duration.ofMillis(250).toNanos();
  private static final int HANDS_SHOWN = 100;
  private static final long SHOW = Duration.ofMillis(500).toNanos();

  private final Context context;
  private final Lifecycle lifecycle;
  private final Containers containers;
  private final Members members;
  private final Places places;
  private final Leavers leavers;
  private final PserverLoss pserverLoss;
  private final Watch watch;
  private final Lines lines;
  private final Returning returning;
  private final Takeover takeover;
  private final Builds builds;
  private final Gathering gathering;
  private final Losses losses;
  private final Losses pserverLosses;
  private final Survivals survivals;
  private final Tolerance tolerance;
  private final Checkpoints checkpoints;
  private final Export export;
  private final Outset outset;
  private final Departure departure;
  private final Sayings sayings;
  private long shownAt = Member.NEVER;
  private long shownChanges;
  private String stopAsked;
  private boolean toldOver;

  /**
   * A tracker of a job that is as earlier masters left it.
   *
   * @param specText the job file's content, as it goes into the journal
   * @param remembered the job's log; nothing for a fresh job, which is NEW
   * @param fleet the fleet's log, for the containers of earlier masters
   */
  public Tracker(JobSpec spec, String specText, List<Fact> remembered, List<Fact> fleet) {
    this.context = new Context(spec, specText, remembered);
    this.lifecycle = new Lifecycle(context);
    this.containers = new Containers(context, Roster.of(spec, fleet));
    this.members = new Members(context, containers, new Comings(this));
    this.places = new Places(context, lifecycle, members, containers);
    this.leavers = new Leavers(context, members, containers, places);
    this.pserverLoss =
        new PserverLoss(context, lifecycle, members, containers, places, new Comings(this));
    this.watch = new Watch(context, members, pserverLoss);
    this.lines = new Lines(context, lifecycle, members, places);
    this.returning = new Returning(context, lifecycle, members, containers, lines, pserverLoss);
    this.takeover = new Takeover(context, lifecycle, members, lines, places);
    this.gathering = new Gathering(context, lifecycle, members, lines, places);
    this.losses = new Losses(context, lifecycle, Role.WORKER);
    this.pserverLosses = new Losses(context, lifecycle, Role.PSERVER);
    this.survivals = new Survivals(context);
    this.builds = new Builds(context, lifecycle, members, lines, places, survivals);
    this.tolerance = new Tolerance(context, lifecycle);
    this.checkpoints = new Checkpoints(context, lifecycle, members, lines);
    this.export = new Export(context, lifecycle, lines);
    this.outset =
        new Outset(context, lifecycle, members, lines, gathering, tolerance, checkpoints, export);
    this.departure = new Departure(context, lifecycle, members, containers);
    this.sayings = new Sayings(this);
  }

  /** Takes one event in; what is decided goes to {@code out}, in order. */
  public void handle(TrackerEvent event, Moment now, Outbox out) {
    context.begin(now, out);
    if (departure.isOver()) {
      event.to(new Afterwards(context));
      return;
    }
    watch.wake();
    event.to(new Dispatch());
    look();
    show();
  }

  /** When {@link TrackerEvent.Tick} is due at the latest, in nanoseconds. */
  public long nextDeadline() {
    long tick = Math.min(TICK, context.plan().heartbeatTimeout() / 8);
    return departure.isOver() ? Long.MAX_VALUE : context.nanos() + tick;
  }

  /** The job as it is now. */
  public JobView view() {
    return Views.of(
        context.spec(),
        context.plan(),
        context.history(),
        lifecycle.failure(),
        new Views.Live()
            .members(members.all())
            .waiting(gathering.waiting())
            .containers(containers.views())
            .survived(survivals.views())
            .pservers(builds.view())
            .checkpointTrouble(checkpoints.trouble())
            .hands(work() == null ? List.of() : work().training().hands(HANDS_SHOWN)));
  }

  /** Every concern compares what is wanted with what is there. */
  private void look() {
    if (!context.isLeading()) {
      return;
    }
    watch.look();
    returning.look();
    takeover.look(work() == null ? null : work().training());
    lookPservers();
    gathering.look(
        work() != null && !work().isDone(), needsPservers() && pserverLoss.isGoingBack());
    if (work() != null && !lifecycle.isDecided()) {
      leavers.lookWarned(work()::left);
    }
    lookWork();
    if (!lifecycle.isDecided()) {
      leavers.look();
    }
    if (lifecycle.isDecided() && !departure.hasBegun()) {
      gathering.end();
      if (work() != null) {
        work().training().close();
      }
      departure.begin();
    }
    departure.look();
  }

  /** Once all parts of the model are written, pservers have done their part. */
  private boolean needsPservers() {
    return !export.isPublishing() && !export.isDone();
  }

  private void lookPservers() {
    if (!needsPservers() || !pserverLoss.isGoingBack()) {
      return;
    }
    export.forget();
    if (work() != null && pserverLoss.mayGoBack() && !checkpoints.isSearching()) {
      lines.goBack(pserverLoss.goingBack());
      work().wentBack();
    }
  }

  private void lookWork() {
    if (lifecycle.isDecided()) {
      return;
    }
    if (export.isDone()) {
      lifecycle.settle(JobState.EXITED, null);
    } else if (work() != null && lines.isReady()) {
      if (stopAsked != null) {
        work().training().stop(stopAsked);
        stopAsked = null;
      }
      work().look();
      builds.look(work().training());
      survivals.committed(work().training().progress());
      if (survivals.isWaiting()
          && !work().training().hasReturnedWork()
          && !members.live(Role.WORKER).isEmpty()) {
        survivals.goingOn();
      }
      if (work().isDone() && work().training().isLastKept()) {
        export.begin();
      }
    }
  }

  private void show() {
    boolean stale = shownAt == Member.NEVER || context.nanos() - shownAt >= SHOW;
    if (stale || shownChanges != context.changes()) {
      shownAt = context.nanos();
      shownChanges = context.changes();
      context.act(new TrackerAction.Show(view()));
    }
    if (departure.isOver() && !toldOver) {
      toldOver = true;
      context.act(new TrackerAction.Over(lifecycle.state()));
    }
  }

  private void ignore(TrackerEvent event) {
    LOG.warn("{}: not expected in {}, ignored: {}", context.spec().id(), lifecycle.state(), event);
  }

  private final class Dispatch implements TrackerEvent.Handler {
    @Override
    public void on(TrackerEvent.Started event) {
      outset.started(event);
    }

    @Override
    public void on(TrackerEvent.Indexed event) {
      outset.indexed(event);
    }

    @Override
    public void on(TrackerEvent.IndexFailed event) {
      outset.indexFailed(event);
    }

    @Override
    public void on(TrackerEvent.Standing event) {
      gathering.standing(event);
    }

    @Override
    public void on(TrackerEvent.ContainerSeen event) {
      containers.seen(event, returning.waited());
    }

    @Override
    public void on(TrackerEvent.ContainerEnded event) {
      containers.ended(event).ifPresent(entry -> containerEnded(entry, event));
    }

    @Override
    public void on(TrackerEvent.Registering event) {
      members.register(event.connection(), event.message());
      watch.news();
    }

    @Override
    public void on(TrackerEvent.Said event) {
      members.heard(event.incarnation()).ifPresent(from -> sayings.said(from, event.message()));
    }

    @Override
    public void on(TrackerEvent.Disconnected event) {
      members.disconnected(event.connection(), event.incarnation());
      watch.news();
    }

    @Override
    public void on(TrackerEvent.KillAsked event) {
      lifecycle.end(
          JobState.KILLED,
          new Failure(FailureKind.KILLED_BY_USER, "killed by " + event.by(), "", ""));
    }

    @Override
    public void on(TrackerEvent.StopAsked event) {
      if (lifecycle.state() != JobState.RUNNING || lifecycle.isDecided()) {
        ignore(event);
        return;
      }
      stopAsked = event.by();
    }

    @Override
    public void on(TrackerEvent.ScaleAsked event) {
      places.scale(event);
    }

    @Override
    public void on(TrackerEvent.ContainerLeaving event) {
      places.leaving(event.containerId(), event.why());
      leavers.warned(event.containerId(), event.why());
    }

    @Override
    public void on(TrackerEvent.ClusterLost event) {
      departure.expectNothing();
      lifecycle.fail(
          new Failure(
              FailureKind.CLUSTER_LOST,
              event.reason(),
              "",
              "see the ResourceManager's log: the application was killed there, or is forgotten"));
    }

    @Override
    public void on(TrackerEvent.Published event) {
      if (export.isPublishing()) {
        export.published(event);
      } else {
        ignore(event);
      }
    }

    @Override
    public void on(TrackerEvent.PublishFailed event) {
      if (export.isPublishing()) {
        lifecycle.settle(JobState.FAILED, event.failure());
      } else {
        ignore(event);
      }
    }

    @Override
    public void on(TrackerEvent.CheckpointStored event) {
      if (!lifecycle.isDecided()) {
        checkpoints.stored(event);
      }
    }

    @Override
    public void on(TrackerEvent.CheckpointNotStored event) {
      checkpoints.notStored(event);
    }

    @Override
    public void on(TrackerEvent.NotPublished event) {
      outset.notPublished(event);
    }

    @Override
    public void on(TrackerEvent.Tick event) {
      // Whatever is due is found by looking.
    }
  }

  private void containerEnded(Containers.Entry entry, TrackerEvent.ContainerEnded event) {
    if (entry.role() == Role.PSERVER && !departure.hasBegun()) {
      pserverLoss.ended(entry, event);
    }
    members.containerEnded(event.containerId(), event.exit());
    boolean isMissed =
        entry.role() == Role.WORKER || context.history().places().isWanted(entry.index());
    if (event.isItsOwnFault() && isMissed && !departure.hasBegun()) {
      Losses ofRole = entry.role() == Role.PSERVER ? pserverLosses : losses;
      ofRole.failed(event.failure(), work() == null ? 0 : work().training().progress());
    }
  }

  /** Whether members have been told to leave. */
  boolean isLeaving() {
    return departure.hasBegun();
  }

  Lines lines() {
    return lines;
  }

  Builds builds() {
    return builds;
  }

  Lifecycle lifecycle() {
    return lifecycle;
  }

  Members members() {
    return members;
  }

  Containers containers() {
    return containers;
  }

  Export export() {
    return export;
  }

  Tolerance tolerance() {
    return tolerance;
  }

  Takeover takeover() {
    return takeover;
  }

  Checkpoints checkpoints() {
    return checkpoints;
  }

  /** A pserver cannot load what the job went back to: it goes back to what is older. */
  void notLoaded(Member pserver, FromMember.NotLoaded message) {
    History history = context.history();
    boolean isNews = history.newestKept() > 0 && history.newestKept() == history.base();
    if (message.line() < history.lastBack() || !isNews || lifecycle.isDecided()) {
      return;
    }
    if (message.failure().kind() == FailureKind.STORAGE_FAILED) {
      lifecycle.fail(message.failure());
    } else {
      checkpoints.damaged(pserver, message.failure());
      pserverLoss.furtherBack("a checkpoint is damaged: " + message.failure().message());
    }
  }

  Losses losses() {
    return losses;
  }

  PserverLoss pserverLoss() {
    return pserverLoss;
  }

  Survivals survivals() {
    return survivals;
  }

  Leavers leavers() {
    return leavers;
  }

  Departure departure() {
    return departure;
  }

  /** What there is to compute; null while the input is not cut. */
  Work work() {
    return outset.work();
  }
}
