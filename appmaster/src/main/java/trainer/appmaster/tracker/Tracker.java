package trainer.appmaster.tracker;

import java.time.Duration;
import java.util.List;
import trainer.core.fact.Fact;
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
  private static final long TICK = Duration.ofMillis(250).toNanos();
  private static final int HANDS_SHOWN = 100;
  private static final long SHOW = Duration.ofMillis(500).toNanos();

  private final Context context;
  private final Lifecycle lifecycle;
  private final Containers containers;
  private final Members members;
  private final Places places;
  private final WorkerPlaces workers;
  private final Leavers leavers;
  private final PserverLoss pserverLoss;
  private final Watch watch;
  private final Lines lines;
  private final Returning returning;
  private final Takeover takeover;
  private final Shortages shortages;
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
  private final NodesSeen nodes;
  private final Slowness slowness;
  private final Epochs epochs;
  private final Sayings sayings;
  private final Incoming incoming;
  private long shownAt = Member.NEVER;
  private long shownChanges;
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
    this.workers = new WorkerPlaces(context, lifecycle, members, containers);
    this.leavers = new Leavers(context, members, containers, places, workers);
    this.pserverLoss =
        new PserverLoss(context, lifecycle, members, containers, places, new Comings(this));
    this.watch = new Watch(context, members, pserverLoss::isCovered);
    this.lines = new Lines(context, lifecycle, members, places);
    this.returning = new Returning(context, lifecycle, members, containers, lines, pserverLoss);
    this.takeover = new Takeover(context, lifecycle, members, lines, places);
    this.gathering = new Gathering(context, lifecycle, members, containers, lines, places, workers);
    this.losses = new Losses(context, lifecycle, Role.WORKER);
    this.pserverLosses = new Losses(context, lifecycle, Role.PSERVER);
    this.survivals = new Survivals(context);
    this.shortages = new Shortages(context, lifecycle);
    this.builds = new Builds(context, lifecycle, members, lines, places, survivals);
    this.tolerance = new Tolerance(context, lifecycle);
    this.checkpoints = new Checkpoints(context, lifecycle, members, lines);
    this.export = new Export(context, lifecycle, lines);
    this.outset =
        new Outset(context, lifecycle, members, lines, gathering, tolerance, checkpoints, export);
    this.departure = new Departure(context, lifecycle, members, containers);
    this.nodes = NodesSeen.of(fleet);
    this.slowness = new Slowness(context, members);
    this.epochs = new Epochs(context);
    this.sayings = new Sayings(this);
    this.incoming = new Incoming(this);
  }

  /** Takes one event in; what is decided goes to {@code out}, in order. */
  public void handle(TrackerEvent event, Moment now, Outbox out) {
    context.begin(now, out);
    if (departure.isOver()) {
      event.to(new Afterwards(context));
      return;
    }
    watch.wake();
    event.to(incoming);
    look();
    show();
  }

  /** When {@link TrackerEvent.Tick} is due at the latest, in nanoseconds. */
  public long nextDeadline() {
    long tick = Math.min(TICK, context.plan().heartbeatTimeout() / 8);
    long next = sooner(context.nanos() + tick, watch.looksAt());
    if (work() != null) {
      next = sooner(next, work().training().looksAt());
    }
    return departure.isOver() ? Long.MAX_VALUE : next;
  }

  /** The earlier one, unless that is over. */
  private long sooner(long deadline, long other) {
    return other > context.nanos() ? Math.min(deadline, other) : deadline;
  }

  /** The job as it is now. */
  public JobView view() {
    return Views.of(
        context.spec(),
        context.plan(),
        context.history(),
        lifecycle.failure(),
        new Views.Live()
            .members(members.views())
            .waiting(gathering.waiting())
            .containers(containers.views())
            .survived(survivals.views())
            .pservers(builds.view())
            .workers(workers.view())
            .nodes(nodes.views())
            .perEpoch(epochs.views())
            .checkpointTrouble(checkpoints.trouble())
            .outputTrouble(export.trouble())
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
      leavers.lookWorkers(work()::left);
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
      incoming.stopAsked().ifPresent(work().training()::stop);
      shortages.look();
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
      slowness.look();
      shownAt = context.nanos();
      shownChanges = context.changes();
      context.act(new TrackerAction.Show(view()));
    }
    if (departure.isOver() && !toldOver) {
      toldOver = true;
      context.act(new TrackerAction.Over(lifecycle.state()));
    }
  }

  /** Whether members have been told to leave. */
  boolean isLeaving() {
    return departure.hasBegun();
  }

  Context context() {
    return context;
  }

  Outset outset() {
    return outset;
  }

  Gathering gathering() {
    return gathering;
  }

  Returning returning() {
    return returning;
  }

  Watch watch() {
    return watch;
  }

  Sayings sayings() {
    return sayings;
  }

  Places places() {
    return places;
  }

  WorkerPlaces workers() {
    return workers;
  }

  Losses losses(Role role) {
    return role == Role.PSERVER ? pserverLosses : losses;
  }

  Epochs epochs() {
    return epochs;
  }

  NodesSeen nodes() {
    return nodes;
  }

  Lines lines() {
    return lines;
  }

  Builds builds() {
    return builds;
  }

  Shortages shortages() {
    return shortages;
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
    Fact.CheckpointAdded newest = history.kept().newest();
    boolean isNews = newest != null && newest.folder().equals(history.checkpoint());
    if (message.line() < history.lastBack() || !isNews || lifecycle.isDecided()) {
      return;
    }
    FailureKind kind = message.failure().kind();
    if (kind == FailureKind.STORAGE_FAILED || kind == FailureKind.OUT_OF_MEMORY) {
      lifecycle.fail(message.failure());
    } else {
      checkpoints.damaged(pserver, message.failure());
      pserverLoss.furtherBack("a checkpoint is damaged: " + message.failure().message());
    }
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
