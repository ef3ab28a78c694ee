package trainer.master.job.allocation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.config.Keys;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.BlockIndex;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.master.job.api.FleetRequest;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.job.history.JobPlan;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.JobContainers;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.LineManager;
import trainer.master.job.partitions.PserverPlacement;

/**
 * The gang allocation of a job's containers: all pservers first, then the workers once every
 * pserver has registered. The job runs when all pservers follow the first line and enough workers
 * have registered. Reports the roles that are missing, and gives up after the allocation timeout.
 */
public final class ContainerAllocation {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerAllocation.class);

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final LineManager lines;
  private final PserverPlacement places;
  private final WorkerTargets workers;
  private final Map<Role, JobEvent.Standing> standings = new EnumMap<>(Role.class);
  private final Map<Role, List<Integer>> wanted = new EnumMap<>(Role.class);
  private final Map<Role, Long> waitingFor = new EnumMap<>(Role.class);
  private final JobContainers containers;
  private final AllocationDeadlock deadlock;
  private Role heldUpBy;
  private long heldUpSince;
  private long workersWantedAt;
  private List<String> dataHosts = List.of();
  private boolean isBegun;

  public ContainerAllocation(
      JobContext context,
      JobLifecycle lifecycle,
      Membership members,
      JobContainers containers,
      LineManager lines,
      PserverPlacement places,
      WorkerTargets workers) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.containers = containers;
    this.deadlock = new AllocationDeadlock(context);
    this.lines = lines;
    this.places = places;
    this.workers = workers;
  }

  public void onStanding(JobEvent.Standing event) {
    standings.put(event.role(), event);
  }

  /**
   * The job is defined: pservers are wanted.
   *
   * @param index of the input, near which workers are asked for
   */
  public void begin(BlockIndex index) {
    isBegun = true;
    dataHosts = HostRanking.of(index);
    want(Role.PSERVER, places.wanted());
    if (lifecycle.state() == JobState.INIT) {
      lifecycle.enter(JobState.SUBMITTED);
    }
  }

  /** Releases all wanted containers. */
  public void end() {
    isBegun = false;
    want(Role.PSERVER, List.of());
    want(Role.WORKER, List.of());
  }

  /**
   * Compares the wanted containers with the live ones.
   *
   * @param needsWorkers whether there is work that only workers can do
   * @param lacksPservers whether the job cannot continue before another pserver is there
   */
  public void reconcile(boolean needsWorkers, boolean lacksPservers) {
    if (lifecycle.isDecided()) {
      return;
    }
    if (isBegun && !deadlock.isResting()) {
      want(Role.PSERVER, places.wanted());
    }
    reconcileDeadlock();
    if (lifecycle.state() == JobState.SUBMITTED
        && granted(Role.PSERVER) >= places.wanted().size()) {
      lifecycle.enter(JobState.SCHEDULED);
    }
    if (lifecycle.state() == JobState.SCHEDULED) {
      reconcileScheduled();
    }
    if (lifecycle.state() == JobState.RUNNING && needsWorkers) {
      want(Role.WORKER, workers.wanted());
    }
    reconcileWaiting(lacking(needsWorkers, lacksPservers), lacksPservers);
  }

  /**
   * Gives all containers back if the job has not begun and is granted only some of those it needs.
   */
  private void reconcileDeadlock() {
    int lacking =
        switch (lifecycle.state()) {
          case SUBMITTED -> places.wanted().size() - granted(Role.PSERVER);
          case SCHEDULED ->
              wanted(Role.WORKER) == 0
                  ? places.wanted().size() - granted(Role.PSERVER)
                  : Math.max(
                      places.wanted().size() - granted(Role.PSERVER),
                      workers.least() - granted(Role.WORKER));
          default -> 0;
        };
    if (lacking <= 0) {
      deadlock.onSatisfied();
    } else if (deadlock.isOver(granted(Role.PSERVER) + granted(Role.WORKER))) {
      LOG.warn(
          "{}: {} of the containers it needs are not granted: gives back those it has",
          context.spec().id(),
          lacking);
      want(Role.PSERVER, List.of());
      want(Role.WORKER, List.of());
      for (JobContainers.Entry entry : containers.alive()) {
        containers.markHandedBack(entry);
        members
            .inContainer(entry.id())
            .ifPresent(member -> members.lose(member, "it is given back, others are not granted"));
        containers.giveBack(entry.id(), true);
      }
    }
  }

  private void reconcileScheduled() {
    if (lines.isOpen() && places.areAllThere() && wanted(Role.WORKER) == 0) {
      workersWantedAt = context.nanos();
      want(Role.WORKER, workers.wanted());
    } else if (wanted(Role.WORKER) > 0) {
      want(Role.WORKER, workers.wanted());
    }
    if (wanted(Role.WORKER) > 0 && lines.isReady() && enoughWorkers()) {
      deadlock.onBegun();
      lifecycle.enter(JobState.RUNNING);
    }
  }

  private boolean enoughWorkers() {
    JobPlan plan = context.plan();
    int registered = members.live(Role.WORKER).size();
    boolean impatient =
        plan.containers().start() == Keys.Start.MIN
            || context.nanos() - workersWantedAt >= plan.containers().patience().toNanos();
    return registered >= (impatient ? workers.least() : workers.full());
  }

  /** The roles of which there are fewer than wanted. */
  private Set<Role> lacking(boolean needsWorkers, boolean lacksPservers) {
    return switch (lifecycle.state()) {
      case SUBMITTED -> Set.of(first(true));
      case SCHEDULED -> Set.of(first(lacksPservers || !lines.isReady()));
      case RUNNING -> {
        Set<Role> lacking = EnumSet.noneOf(Role.class);
        if (lacksPservers || (needsWorkers && !places.areAllThere())) {
          lacking.add(Role.PSERVER);
        }
        if (needsWorkers && members.live(Role.WORKER).size() < wanted(Role.WORKER)) {
          lacking.add(Role.WORKER);
        }
        yield lacking;
      }
      case NEW, INITING, INIT, EXITED, FAILED, KILLED -> Set.of();
    };
  }

  /** The role that the job waits for before it begins; a job may want no pservers. */
  private Role first(boolean lacksPservers) {
    return lacksPservers && !places.wanted().isEmpty() ? Role.PSERVER : Role.WORKER;
  }

  private void reconcileWaiting(Set<Role> lacking, boolean lacksPservers) {
    if (!lacking.equals(waitingFor.keySet())) {
      waitingFor.keySet().retainAll(lacking);
      lacking.forEach(role -> waitingFor.putIfAbsent(role, context.millis()));
      context.changed();
    }
    Role holdingUp = holdingUp(lacking, lacksPservers);
    boolean isAnother = holdingUp != heldUpBy && !deadlock.hasGivenUp();
    if (holdingUp == null || isAnother) {
      heldUpBy = holdingUp;
      heldUpSince = context.nanos();
    } else if (context.nanos() - heldUpSince >= limit(holdingUp)) {
      giveUp(holdingUp);
    }
  }

  /**
   * The time that the job waits for a role, in nanoseconds: less if it can continue without, and no
   * container is on its way.
   */
  private long limit(Role role) {
    return canGoOnWithout(role) && granted(role) < wanted(role)
        ? context.plan().containers().allocationPatience().toNanos()
        : context.plan().containers().allocationTimeout().toNanos();
  }

  private boolean canGoOnWithout(Role role) {
    return role == Role.PSERVER && lifecycle.state() == JobState.RUNNING && places.canGiveUpLost();
  }

  /** The role whose lack stops the job, or null. */
  private Role holdingUp(Set<Role> lacking, boolean lacksPservers) {
    if (lacking.isEmpty()) {
      return null;
    }
    if (lifecycle.state() != JobState.RUNNING) {
      return lacking.iterator().next();
    }
    if (lacksPservers) {
      return Role.PSERVER;
    }
    boolean areWorkersGone = lacking.contains(Role.WORKER) && members.live(Role.WORKER).isEmpty();
    return areWorkersGone ? Role.WORKER : null;
  }

  private void giveUp(Role role) {
    int registered = members.live(role).size();
    if (role == Role.WORKER
        && lifecycle.state() == JobState.SCHEDULED
        && registered >= workers.least()) {
      return;
    }
    String after = " after " + Duration.ofNanos(limit(role)).toSeconds() + " s";
    if (canGoOnWithout(role)) {
      places.giveUpLost("no other was granted" + after);
      return;
    }
    lifecycle.fail(
        new Failure(
            FailureKind.ALLOCATION_TIMEOUT,
            "asked for "
                + (role == Role.PSERVER ? places.wanted() : workers.wanted()).size()
                + " "
                + role.word()
                + "s of "
                + context.plan().size(role)
                + " each, granted "
                + granted(role)
                + ", registered "
                + registered
                + after,
            explanation(role),
            "ask for fewer or smaller containers, use another queue, or raise"
                + " trainer.allocation.timeout"));
  }

  /** The roles that the job waits for, for the job view. */
  public List<JobView.Waiting> waiting() {
    List<JobView.Waiting> waiting = new ArrayList<>();
    waitingFor.forEach(
        (role, since) ->
            waiting.add(
                new JobView.Waiting(
                    role.word() + "s",
                    since,
                    wanted(role),
                    granted(role),
                    explanation(role),
                    role == Role.WORKER ? beginsAt() : goesOnAt(role))));
    return waiting;
  }

  private long goesOnAt(Role role) {
    boolean isHeldUp = role == heldUpBy && canGoOnWithout(role);
    return isHeldUp ? inMillis(limit(role) - (context.nanos() - heldUpSince)) : 0;
  }

  private long beginsAt() {
    boolean isInTime =
        lifecycle.state() == JobState.SCHEDULED
            && context.plan().containers().start() == Keys.Start.ALL
            && members.live(Role.WORKER).size() >= workers.least();
    long left =
        context.plan().containers().patience().toNanos() - (context.nanos() - workersWantedAt);
    return isInTime ? inMillis(left) : 0;
  }

  private long inMillis(long nanos) {
    return context.millis() + Math.max(0, nanos / 1_000_000);
  }

  private void want(Role role, List<Integer> indices) {
    if (!indices.equals(wanted.getOrDefault(role, List.of()))) {
      wanted.put(role, indices);
      List<String> hosts = role == Role.WORKER ? dataHosts : List.of();
      context.ask(new FleetRequest.Want(role, indices, hosts));
    }
  }

  private int wanted(Role role) {
    return wanted.getOrDefault(role, List.of()).size();
  }

  private int granted(Role role) {
    JobEvent.Standing standing = standings.get(role);
    return standing == null ? 0 : standing.granted();
  }

  private String explanation(Role role) {
    JobEvent.Standing standing = standings.get(role);
    return standing == null ? "" : standing.explanation();
  }
}
