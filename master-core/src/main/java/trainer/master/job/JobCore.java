package trainer.master.job;

import java.time.Duration;
import java.util.List;
import trainer.core.fact.Fact;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.time.Moment;
import trainer.master.job.allocation.ContainerAllocation;
import trainer.master.job.allocation.GracefulDrain;
import trainer.master.job.allocation.WorkerTargets;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobOutbox;
import trainer.master.job.api.JobView;
import trainer.master.job.checkpoints.CheckpointCoordinator;
import trainer.master.job.commit.MemberReconnection;
import trainer.master.job.commit.PserverTakeover;
import trainer.master.job.ending.EndedJob;
import trainer.master.job.ending.ModelExport;
import trainer.master.job.ending.WindDown;
import trainer.master.job.history.ContainerRoster;
import trainer.master.job.history.JobHistory;
import trainer.master.job.history.JobViews;
import trainer.master.job.history.NodeHealth;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.kernel.RecoveryTimes;
import trainer.master.job.members.CrashLoopDetector;
import trainer.master.job.members.FailureDetector;
import trainer.master.job.members.JobContainers;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.members.MemoryShortages;
import trainer.master.job.members.SlowNodeReporter;
import trainer.master.job.partitions.LineManager;
import trainer.master.job.partitions.PserverFailover;
import trainer.master.job.partitions.PserverPlacement;
import trainer.master.job.partitions.ReplicaRebuild;
import trainer.master.job.training.BadRecordBudget;
import trainer.master.job.training.EpochStatistics;
import trainer.master.job.training.JobWork;

/**
 * The pure core of one job. It hands each event to the concern it belongs to and then lets every
 * concern look at what is wanted and what is there; the concerns decide.
 *
 * <p>Confined to one thread.
 */
public final class JobCore {
  private static final long TICK = Duration.ofMillis(250).toNanos();
  private static final int HANDS_SHOWN = 100;
  private static final long SHOW = Duration.ofMillis(500).toNanos();

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final JobContainers containers;
  private final Membership members;
  private final PserverPlacement places;
  private final WorkerTargets workers;
  private final GracefulDrain leavers;
  private final PserverFailover pserverLoss;
  private final FailureDetector watch;
  private final LineManager lines;
  private final MemberReconnection returning;
  private final PserverTakeover takeover;
  private final MemoryShortages shortages;
  private final ReplicaRebuild builds;
  private final ContainerAllocation gathering;
  private final CrashLoopDetector losses;
  private final CrashLoopDetector pserverLosses;
  private final RecoveryTimes survivals;
  private final BadRecordBudget tolerance;
  private final CheckpointCoordinator checkpoints;
  private final ModelExport export;
  private final JobStartup outset;
  private final WindDown departure;
  private final NodeHealth nodes;
  private final SlowNodeReporter slowness;
  private final EpochStatistics epochs;
  private final MessageRouter sayings;
  private final EventRouter incoming;
  private long shownAt = Member.NEVER;
  private long shownChanges;
  private boolean toldOver;

  /**
   * The core of a job that is as earlier masters left it.
   *
   * @param specText the job file's content, as it goes into the journal
   * @param remembered the job's log; nothing for a fresh job, which is NEW
   * @param fleet the fleet's log, for the containers of earlier masters
   */
  public JobCore(JobSpec spec, String specText, List<Fact> remembered, List<Fact> fleet) {
    this.context = new JobContext(spec, specText, remembered);
    this.lifecycle = new JobLifecycle(context);
    this.containers = new JobContainers(context, ContainerRoster.of(spec, fleet));
    this.members = new Membership(context, containers, new MembershipRouter(this));
    this.places = new PserverPlacement(context, lifecycle, members, containers);
    this.workers = new WorkerTargets(context, lifecycle, members, containers);
    this.leavers = new GracefulDrain(context, members, containers, places, workers);
    this.pserverLoss =
        new PserverFailover(
            context, lifecycle, members, containers, places, new MembershipRouter(this));
    this.watch = new FailureDetector(context, members, pserverLoss::isCovered);
    this.lines = new LineManager(context, lifecycle, members, places);
    this.returning =
        new MemberReconnection(context, lifecycle, members, containers, lines, pserverLoss);
    this.takeover = new PserverTakeover(context, lifecycle, members, lines, places);
    this.gathering =
        new ContainerAllocation(context, lifecycle, members, containers, lines, places, workers);
    this.losses = new CrashLoopDetector(context, lifecycle, Role.WORKER);
    this.pserverLosses = new CrashLoopDetector(context, lifecycle, Role.PSERVER);
    this.survivals = new RecoveryTimes(context);
    this.shortages = new MemoryShortages(context, lifecycle);
    this.builds = new ReplicaRebuild(context, lifecycle, members, lines, places, survivals);
    this.tolerance = new BadRecordBudget(context, lifecycle);
    this.checkpoints = new CheckpointCoordinator(context, lifecycle, members, lines);
    this.export = new ModelExport(context, lifecycle, lines);
    this.outset =
        new JobStartup(
            context, lifecycle, members, lines, gathering, tolerance, checkpoints, export);
    this.departure = new WindDown(context, lifecycle, members, containers);
    this.nodes = NodeHealth.of(fleet);
    this.slowness = new SlowNodeReporter(context, members);
    this.epochs = new EpochStatistics(context);
    this.sayings = new MessageRouter(this);
    this.incoming = new EventRouter(this);
  }

  /** Takes one event in; what is decided goes to {@code out}, in order. */
  public void handle(JobEvent event, Moment now, JobOutbox out) {
    context.begin(now, out);
    if (departure.isOver()) {
      event.to(new EndedJob(context));
      return;
    }
    watch.wake();
    event.to(incoming);
    do {
      context.runFollowUps();
      look();
    } while (context.runFollowUps());
    show();
  }

  /** When {@link JobEvent.Tick} is due at the latest, in nanoseconds. */
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
    return JobViews.of(
        context.spec(),
        context.plan(),
        context.history(),
        lifecycle.failure(),
        new JobViews.Live()
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
    context.runFollowUps();
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
      context.act(new JobEffect.Show(view()));
    }
    if (departure.isOver() && !toldOver) {
      toldOver = true;
      context.act(new JobEffect.Over(lifecycle.state()));
    }
  }

  /** Whether members have been told to leave. */
  boolean isLeaving() {
    return departure.hasBegun();
  }

  JobContext context() {
    return context;
  }

  JobStartup outset() {
    return outset;
  }

  ContainerAllocation gathering() {
    return gathering;
  }

  MemberReconnection returning() {
    return returning;
  }

  FailureDetector watch() {
    return watch;
  }

  MessageRouter sayings() {
    return sayings;
  }

  PserverPlacement places() {
    return places;
  }

  WorkerTargets workers() {
    return workers;
  }

  CrashLoopDetector losses(Role role) {
    return role == Role.PSERVER ? pserverLosses : losses;
  }

  EpochStatistics epochs() {
    return epochs;
  }

  NodeHealth nodes() {
    return nodes;
  }

  LineManager lines() {
    return lines;
  }

  ReplicaRebuild builds() {
    return builds;
  }

  MemoryShortages shortages() {
    return shortages;
  }

  JobLifecycle lifecycle() {
    return lifecycle;
  }

  Membership members() {
    return members;
  }

  JobContainers containers() {
    return containers;
  }

  ModelExport export() {
    return export;
  }

  BadRecordBudget tolerance() {
    return tolerance;
  }

  PserverTakeover takeover() {
    return takeover;
  }

  CheckpointCoordinator checkpoints() {
    return checkpoints;
  }

  /** A pserver cannot load what the job went back to: it goes back to what is older. */
  void notLoaded(Member pserver, FromMember.NotLoaded message) {
    JobHistory history = context.history();
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

  PserverFailover pserverLoss() {
    return pserverLoss;
  }

  RecoveryTimes survivals() {
    return survivals;
  }

  GracefulDrain leavers() {
    return leavers;
  }

  WindDown departure() {
    return departure;
  }

  /** What there is to compute; null while the input is not cut. */
  JobWork work() {
    return outset.work();
  }
}
