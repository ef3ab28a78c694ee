package trainer.master.job;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import trainer.core.fact.Fact;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.core.time.Moment;
import trainer.master.job.allocation.ContainerAllocation;
import trainer.master.job.allocation.GracefulDrain;
import trainer.master.job.allocation.WorkerTargets;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobOutbox;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;
import trainer.master.job.checkpoints.CheckpointCoordinator;
import trainer.master.job.commit.MemberReconnection;
import trainer.master.job.commit.PserverTakeover;
import trainer.master.job.ending.EndedJob;
import trainer.master.job.ending.ModelExport;
import trainer.master.job.ending.Publication;
import trainer.master.job.ending.ScoreExport;
import trainer.master.job.ending.WindDown;
import trainer.master.job.history.ContainerRoster;
import trainer.master.job.history.NodeHealth;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.kernel.RecoveryTimes;
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
import trainer.master.job.training.TableAggregation;
import trainer.master.job.training.TrainingParts;
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
  private final CurrentPhase phase = new CurrentPhase();
  private final EventRouter events;
  private final Membership members;
  private final JobContainers containers;
  private final FailureDetector failureDetector;
  private final MemberReconnection reconnection;
  private final ContainerAllocation allocation;
  private final WindDown windDown;
  private final SlowNodeReporter slowNodes;
  private final Supplier<JobViews.Live> live;
  private long shownAt = Member.NEVER;
  private long shownChanges;
  private boolean toldOver;

  /**
   * Creates the core of a job from its journal.
   *
   * @param specText the content of the job file, for the journal
   * @param remembered the job's log; empty for a fresh job, which is NEW
   * @param fleet the fleet's log, for the containers of earlier masters
   * @param mostFruitless the job fails after so many masters in a row without progress
   */
  public JobCore(
      JobSpec spec, String specText, List<Fact> remembered, List<Fact> fleet, int mostFruitless) {
    context = new JobContext(spec, specText, remembered);
    lifecycle = new JobLifecycle(context);
    NodeHealth nodes = NodeHealth.of(fleet);

    // processes
    containers = new JobContainers(context, ContainerRoster.of(spec, fleet));
    members = new Membership(context, containers, phase);
    var places = new PserverPlacement(context, lifecycle, members, containers);
    var workers = new WorkerTargets(context, lifecycle, members, containers);
    var drain = new GracefulDrain(context, members, containers, places, workers);
    var failover = new PserverFailover(context, lifecycle, members, containers, places, phase);
    failureDetector = new FailureDetector(context, members, failover::isCovered);
    slowNodes = new SlowNodeReporter(context, members);
    windDown = new WindDown(context, lifecycle, members, containers);

    // partitions and versions
    var lines = new LineManager(context, lifecycle, members, places);
    reconnection = new MemberReconnection(context, lifecycle, members, containers, lines, failover);
    var takeover = new PserverTakeover(context, lifecycle, members, lines, places);
    allocation =
        new ContainerAllocation(context, lifecycle, members, containers, lines, places, workers);
    var recoveryTimes = new RecoveryTimes(context);
    var rebuild = new ReplicaRebuild(context, lifecycle, members, lines, places, recoveryTimes);
    var shortages = new MemoryShortages(context, lifecycle);
    var checkpoints = new CheckpointCoordinator(context, lifecycle, members, lines);
    Publication export =
        spec.isTraining()
            ? new ModelExport(context, lifecycle, lines)
            : new ScoreExport(context, lifecycle);
    var rollback = new Rollback(context, lifecycle, lines, failover, checkpoints, export);

    // phases
    var badRecords = new BadRecordBudget(context, lifecycle);
    var epochs = new EpochStatistics(context);
    var stop = new StopRequest();
    var membership =
        new MembershipRouter(
            context, lifecycle, members, containers, lines, failover, takeover, drain);
    var progress =
        new WorkProgress(
            lifecycle, lines, drain, rebuild, shortages, checkpoints, export, badRecords, stop);
    var clock = new RecoveryClock(lifecycle, members, recoveryTimes);
    var parts =
        new TrainingParts(
            context,
            lifecycle,
            members,
            lines,
            badRecords,
            new TableAggregation(context, lifecycle, lines),
            checkpoints);
    var startup =
        new JobStartup(
            parts,
            allocation,
            export,
            mostFruitless,
            work ->
                phase.enter(
                    new WorkPhase(
                        work, progress, clock, takeover, rollback, allocation, membership)));
    phase.enter(new StartupPhase(startup, takeover, rollback, allocation, membership));

    // events
    events =
        new EventRouter(
            new ShellEventRouter(lifecycle, phase, checkpoints, export, reconnection),
            new ClusterEventRouter(
                context,
                phase,
                allocation,
                reconnection,
                places,
                drain,
                containers,
                nodes,
                windDown),
            new MemberEventRouter(
                members,
                failureDetector,
                new MessageRouter(
                    phase,
                    new PserverMessageRouter(
                        phase, takeover, lines, rebuild, checkpoints, rollback, export, shortages),
                    new WorkerMessageRouter(phase, members, epochs, badRecords))),
            new UserEventRouter(lifecycle, stop, workers, places));
    live =
        () ->
            new JobViews.Live(
                new ProcessesView(
                    members.views(),
                    containers.views(),
                    rebuild.view(),
                    workers.view(),
                    nodes.views()),
                allocation.waiting(),
                phase.get().hands(HANDS_SHOWN),
                recoveryTimes.views(),
                epochs.views(),
                checkpoints.trouble(),
                export.trouble());
  }

  /** Handles one event; decisions go to {@code out}, in order. */
  public void handle(JobEvent event, Moment now, JobOutbox out) {
    context.begin(now, out);
    if (windDown.isOver()) {
      event.to(new EndedJob(context));
      return;
    }
    failureDetector.excusePause();
    event.to(events);
    do {
      context.runFollowUps();
      reconcile();
    } while (context.runFollowUps());
    show();
  }

  /** When {@link JobEvent.Tick} is due at the latest, in nanoseconds. */
  public long nextDeadline() {
    long tick = Math.min(TICK, context.plan().containers().heartbeatTimeout().toNanos() / 8);
    long next = sooner(context.nanos() + tick, failureDetector.nextDeadline());
    if (phase.work().isPresent()) {
      next = sooner(next, phase.work().get().training().nextDeadline());
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
        context.spec(), context.plan(), context.history(), lifecycle.failure(), live.get());
  }

  /** The tasks that are not done; before they are cut, as many as there can be. */
  public int openTasks() {
    JobState state = context.history().state();
    if (state.isEnd()) {
      return 0;
    }
    JobView.Tasks tasks = context.history().tasks(JobView.Hands.NONE);
    return state == JobState.RUNNING && tasks != null
        ? (int) Math.min(Integer.MAX_VALUE, tasks.todo() + tasks.pending())
        : Integer.MAX_VALUE; // it cuts them when it has a worker
  }

  /** Every part compares the wanted state with the present one. */
  private void reconcile() {
    if (!context.isLeading()) {
      return;
    }
    failureDetector.reconcile();
    context.runFollowUps();
    reconnection.reconcile();
    phase.get().reconcile();
    if (lifecycle.isDecided() && !windDown.hasBegun()) {
      allocation.end();
      phase.work().ifPresent(work -> work.training().close());
      phase.enter(new WindDownPhase(windDown, members, containers, phase.get().hands(HANDS_SHOWN)));
      windDown.begin();
      phase.get().reconcile();
    }
  }

  private void show() {
    boolean stale = shownAt == Member.NEVER || context.nanos() - shownAt >= SHOW;
    if (stale || shownChanges != context.changes()) {
      slowNodes.reconcile();
      shownAt = context.nanos();
      shownChanges = context.changes();
      context.act(new JobEffect.Show(view()));
    }
    if (windDown.isOver() && !toldOver) {
      toldOver = true;
      context.act(new JobEffect.Over(lifecycle.state()));
    }
  }
}
