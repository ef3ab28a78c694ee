package trainer.master.job;

import java.time.Duration;
import java.util.List;
import trainer.core.fact.Fact;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.core.job.Role;
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
import trainer.master.report.JobViews;

/**
 * The pure core of one job. It routes each event to the part of the job that the event concerns.
 * Then every part compares the wanted state with the present one, and decides.
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
  private final GracefulDrain drain;
  private final PserverFailover failover;
  private final FailureDetector failureDetector;
  private final LineManager lines;
  private final MemberReconnection reconnection;
  private final PserverTakeover takeover;
  private final MemoryShortages shortages;
  private final ReplicaRebuild rebuild;
  private final ContainerAllocation allocation;
  private final CrashLoopDetector losses;
  private final CrashLoopDetector pserverCrashes;
  private final RecoveryTimes recoveryTimes;
  private final BadRecordBudget badRecords;
  private final CheckpointCoordinator checkpoints;
  private final CheckpointFallback fallback;
  private final ModelExport export;
  private final JobStartup startup;
  private final WindDown windDown;
  private final NodeHealth nodes;
  private final SlowNodeReporter slowNodes;
  private final EpochStatistics epochs;
  private final MessageRouter messageRouter;
  private final EventRouter eventRouter;
  private long shownAt = Member.NEVER;
  private long shownChanges;
  private boolean toldOver;

  /**
   * Creates the core of a job from its journal.
   *
   * @param specText the content of the job file, for the journal
   * @param remembered the job's log; empty for a fresh job, which is NEW
   * @param fleet the fleet's log, for the containers of earlier masters
   */
  public JobCore(JobSpec spec, String specText, List<Fact> remembered, List<Fact> fleet) {
    this.context = new JobContext(spec, specText, remembered);
    this.lifecycle = new JobLifecycle(context);
    this.containers = new JobContainers(context, ContainerRoster.of(spec, fleet));
    this.members = new Membership(context, containers, new MembershipRouter(this));
    this.places = new PserverPlacement(context, lifecycle, members, containers);
    this.workers = new WorkerTargets(context, lifecycle, members, containers);
    this.drain = new GracefulDrain(context, members, containers, places, workers);
    this.failover =
        new PserverFailover(
            context, lifecycle, members, containers, places, new MembershipRouter(this));
    this.failureDetector = new FailureDetector(context, members, failover::isCovered);
    this.lines = new LineManager(context, lifecycle, members, places);
    this.reconnection =
        new MemberReconnection(context, lifecycle, members, containers, lines, failover);
    this.takeover = new PserverTakeover(context, lifecycle, members, lines, places);
    this.allocation =
        new ContainerAllocation(context, lifecycle, members, containers, lines, places, workers);
    this.losses = new CrashLoopDetector(context, lifecycle, Role.WORKER);
    this.pserverCrashes = new CrashLoopDetector(context, lifecycle, Role.PSERVER);
    this.recoveryTimes = new RecoveryTimes(context);
    this.shortages = new MemoryShortages(context, lifecycle);
    this.rebuild = new ReplicaRebuild(context, lifecycle, members, lines, places, recoveryTimes);
    this.badRecords = new BadRecordBudget(context, lifecycle);
    this.checkpoints = new CheckpointCoordinator(context, lifecycle, members, lines);
    this.fallback = new CheckpointFallback(context, lifecycle, checkpoints, failover);
    this.export = new ModelExport(context, lifecycle, lines);
    this.startup =
        new JobStartup(
            context, lifecycle, members, lines, allocation, badRecords, checkpoints, export);
    this.windDown = new WindDown(context, lifecycle, members, containers);
    this.nodes = NodeHealth.of(fleet);
    this.slowNodes = new SlowNodeReporter(context, members);
    this.epochs = new EpochStatistics(context);
    this.messageRouter = new MessageRouter(this);
    this.eventRouter = new EventRouter(this);
  }

  /** Handles one event; decisions go to {@code out}, in order. */
  public void handle(JobEvent event, Moment now, JobOutbox out) {
    context.begin(now, out);
    if (windDown.isOver()) {
      event.to(new EndedJob(context));
      return;
    }
    failureDetector.wake();
    event.to(eventRouter);
    do {
      context.runFollowUps();
      look();
    } while (context.runFollowUps());
    show();
  }

  /** When {@link JobEvent.Tick} is due at the latest, in nanoseconds. */
  public long nextDeadline() {
    long tick = Math.min(TICK, context.plan().heartbeatTimeout() / 8);
    long next = sooner(context.nanos() + tick, failureDetector.looksAt());
    if (work() != null) {
      next = sooner(next, work().training().looksAt());
    }
    return windDown.isOver() ? Long.MAX_VALUE : next;
  }

  /** The earlier deadline; the second one counts only while it is in the future. */
  private long sooner(long deadline, long other) {
    return other > context.nanos() ? Math.min(deadline, other) : deadline;
  }

  /** The present state of the job, for readers. */
  public JobView view() {
    return JobViews.of(
        context.spec(),
        context.plan(),
        context.history(),
        lifecycle.failure(),
        new JobViews.Live()
            .members(members.views())
            .waiting(allocation.waiting())
            .containers(containers.views())
            .survived(recoveryTimes.views())
            .pservers(rebuild.view())
            .workers(workers.view())
            .nodes(nodes.views())
            .perEpoch(epochs.views())
            .checkpointTrouble(checkpoints.trouble())
            .outputTrouble(export.trouble())
            .hands(work() == null ? List.of() : work().training().hands(HANDS_SHOWN)));
  }

  /** Every part compares the wanted state with the present one. */
  private void look() {
    if (!context.isLeading()) {
      return;
    }
    failureDetector.look();
    context.runFollowUps();
    reconnection.look();
    takeover.look(work() == null ? null : work().training());
    lookPservers();
    allocation.look(work() != null && !work().isDone(), needsPservers() && failover.isGoingBack());
    if (work() != null && !lifecycle.isDecided()) {
      drain.lookWorkers(work()::left);
    }
    lookWork();
    if (!lifecycle.isDecided()) {
      drain.look();
    }
    if (lifecycle.isDecided() && !windDown.hasBegun()) {
      allocation.end();
      if (work() != null) {
        work().training().close();
      }
      windDown.begin();
    }
    windDown.look();
  }

  /** Whether pservers are still needed: not once all parts of the model are written. */
  private boolean needsPservers() {
    return !export.isPublishing() && !export.isDone();
  }

  private void lookPservers() {
    if (!needsPservers() || !failover.isGoingBack()) {
      return;
    }
    export.forget();
    if (work() != null && failover.mayGoBack() && !checkpoints.isSearching()) {
      lines.goBack(failover.goingBack());
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
      eventRouter.stopAsked().ifPresent(work().training()::stop);
      shortages.look();
      work().look();
      rebuild.look(work().training());
      recoveryTimes.committed(work().training().progress());
      if (recoveryTimes.isWaiting()
          && !work().training().hasReturnedWork()
          && !members.live(Role.WORKER).isEmpty()) {
        recoveryTimes.goingOn();
      }
      if (work().isDone() && work().training().isLastKept()) {
        export.begin();
      }
    }
  }

  private void show() {
    boolean stale = shownAt == Member.NEVER || context.nanos() - shownAt >= SHOW;
    if (stale || shownChanges != context.changes()) {
      slowNodes.look();
      shownAt = context.nanos();
      shownChanges = context.changes();
      context.act(new JobEffect.Show(view()));
    }
    if (windDown.isOver() && !toldOver) {
      toldOver = true;
      context.act(new JobEffect.Over(lifecycle.state()));
    }
  }

  /** Whether members have been asked to leave. */
  boolean isLeaving() {
    return windDown.hasBegun();
  }

  JobContext context() {
    return context;
  }

  JobStartup startup() {
    return startup;
  }

  ContainerAllocation allocation() {
    return allocation;
  }

  MemberReconnection reconnection() {
    return reconnection;
  }

  FailureDetector failureDetector() {
    return failureDetector;
  }

  MessageRouter messageRouter() {
    return messageRouter;
  }

  PserverPlacement places() {
    return places;
  }

  WorkerTargets workers() {
    return workers;
  }

  CrashLoopDetector losses(Role role) {
    return role == Role.PSERVER ? pserverCrashes : losses;
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

  ReplicaRebuild rebuild() {
    return rebuild;
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

  BadRecordBudget badRecords() {
    return badRecords;
  }

  PserverTakeover takeover() {
    return takeover;
  }

  CheckpointCoordinator checkpoints() {
    return checkpoints;
  }

  CheckpointFallback fallback() {
    return fallback;
  }

  PserverFailover failover() {
    return failover;
  }

  RecoveryTimes recoveryTimes() {
    return recoveryTimes;
  }

  GracefulDrain drain() {
    return drain;
  }

  WindDown windDown() {
    return windDown;
  }

  /** The training and scoring of the job; null while the input is not cut. */
  JobWork work() {
    return startup.work();
  }
}
