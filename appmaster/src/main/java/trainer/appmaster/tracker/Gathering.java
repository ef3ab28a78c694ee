package trainer.appmaster.tracker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import trainer.core.config.Keys;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobState;
import trainer.core.job.Role;

/**
 * Gets the processes together: all pservers first, and only once each has registered and follows
 * the first line, the workers. Says what is waited for, and gives up after the allocation timeout.
 */
final class Gathering {
  private final Context context;
  private final Lifecycle lifecycle;
  private final Members members;
  private final Lines lines;
  private final Map<Role, TrackerEvent.Standing> standings = new EnumMap<>(Role.class);
  private final Map<Role, Integer> wanted = new EnumMap<>(Role.class);
  private Role waitingFor;
  private long waitingMillis;
  private long heldUpSince = Member.NEVER;
  private long workersWantedAt;

  Gathering(Context context, Lifecycle lifecycle, Members members, Lines lines) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.lines = lines;
  }

  void standing(TrackerEvent.Standing event) {
    standings.put(event.role(), event);
  }

  /** The input is cut and the job defined: pservers are wanted. */
  void begin() {
    want(Role.PSERVER, context.plan().pservers());
    if (lifecycle.state() == JobState.INIT) {
      lifecycle.enter(JobState.SUBMITTED);
    }
  }

  /** Nothing more is wanted. */
  void end() {
    want(Role.PSERVER, 0);
    want(Role.WORKER, 0);
  }

  /**
   * Compares what is wanted with what is there.
   *
   * @param needsWorkers whether there is something that only workers can do
   * @param lacksPservers whether nothing goes on before another pserver is there
   */
  void look(boolean needsWorkers, boolean lacksPservers) {
    if (lifecycle.isDecided()) {
      return;
    }
    if (lifecycle.state() == JobState.SUBMITTED && granted(Role.PSERVER) >= pservers()) {
      lifecycle.enter(JobState.SCHEDULED);
    }
    if (lifecycle.state() == JobState.SCHEDULED) {
      lookScheduled();
    }
    if (lifecycle.state() == JobState.RUNNING
        && needsWorkers
        && context.plan().workersMax() > wanted(Role.WORKER)) {
      want(Role.WORKER, context.plan().workersMax());
    }
    lookWaiting(lacking(needsWorkers, lacksPservers));
  }

  private void lookScheduled() {
    if (lines.isReady() && wanted(Role.WORKER) == 0) {
      workersWantedAt = context.nanos();
      want(Role.WORKER, context.plan().workers());
    }
    if (wanted(Role.WORKER) > 0 && lines.isReady() && enoughWorkers()) {
      lifecycle.enter(JobState.RUNNING);
    }
  }

  private boolean enoughWorkers() {
    JobPlan plan = context.plan();
    int registered = members.live(Role.WORKER).size();
    boolean impatient =
        plan.start() == Keys.Start.MIN || context.nanos() - workersWantedAt >= plan.patience();
    return registered >= (impatient ? plan.workersMin() : plan.workers());
  }

  /** The role of which there are fewer than wanted, or null. */
  private Role lacking(boolean needsWorkers, boolean lacksPservers) {
    return switch (lifecycle.state()) {
      case SUBMITTED -> Role.PSERVER;
      case SCHEDULED -> lacksPservers || wanted(Role.WORKER) == 0 ? Role.PSERVER : Role.WORKER;
      case RUNNING ->
          lacksPservers
              ? Role.PSERVER
              : needsWorkers && members.live(Role.WORKER).size() < wanted(Role.WORKER)
                  ? Role.WORKER
                  : null;
      case NEW, INITING, INIT, EXITED, FAILED, KILLED -> null;
    };
  }

  private void lookWaiting(Role lacking) {
    if (lacking != waitingFor) {
      waitingFor = lacking;
      waitingMillis = context.millis();
      heldUpSince = Member.NEVER;
      context.changed();
    }
    if (!isHeldUp()) {
      heldUpSince = Member.NEVER;
    } else if (heldUpSince == Member.NEVER) {
      heldUpSince = context.nanos();
    } else if (context.nanos() - heldUpSince >= context.plan().allocationTimeout()) {
      giveUp(lacking);
    }
  }

  /** Whether nothing goes on without what is waited for. */
  private boolean isHeldUp() {
    return waitingFor != null
        && (lifecycle.state() != JobState.RUNNING
            || waitingFor == Role.PSERVER
            || members.live(waitingFor).isEmpty());
  }

  private void giveUp(Role role) {
    int registered = members.live(role).size();
    if (role == Role.WORKER
        && lifecycle.state() == JobState.SCHEDULED
        && registered >= context.plan().workersMin()) {
      return;
    }
    String after =
        " after " + Duration.ofNanos(context.plan().allocationTimeout()).toSeconds() + " s";
    lifecycle.fail(
        new Failure(
            FailureKind.ALLOCATION_TIMEOUT,
            "asked for "
                + wanted(role)
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

  /** What is waited for, for people. */
  List<JobView.Waiting> waiting() {
    List<JobView.Waiting> waiting = new ArrayList<>();
    if (waitingFor != null) {
      waiting.add(
          new JobView.Waiting(
              waitingFor.word() + "s",
              waitingMillis,
              wanted(waitingFor),
              granted(waitingFor),
              explanation(waitingFor)));
    }
    return waiting;
  }

  private void want(Role role, int count) {
    if (wanted(role) != count) {
      wanted.put(role, count);
      context.act(new TrackerAction.Want(role, count));
    }
  }

  private int pservers() {
    return context.plan().pservers();
  }

  private int wanted(Role role) {
    return wanted.getOrDefault(role, 0);
  }

  private int granted(Role role) {
    TrackerEvent.Standing standing = standings.get(role);
    return standing == null ? 0 : standing.granted();
  }

  private String explanation(Role role) {
    TrackerEvent.Standing standing = standings.get(role);
    return standing == null ? "" : standing.explanation();
  }
}
