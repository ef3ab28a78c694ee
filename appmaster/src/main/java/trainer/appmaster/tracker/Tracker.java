package trainer.appmaster.tracker;

import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.BlockIndex;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.Evaluation;
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
  private static final long SHOW = Duration.ofMillis(500).toNanos();

  private final Context context;
  private final Lifecycle lifecycle;
  private final Containers containers;
  private final Members members;
  private final Watch watch;
  private final Lines lines;
  private final Gathering gathering;
  private final Losses losses;
  private final Survivals survivals;
  private final Tolerance tolerance;
  private final Export export;
  private final Departure departure;
  private final Sayings sayings = new Sayings(this);
  private Training training;
  private Validation validation;
  private long shownAt = Member.NEVER;
  private long shownChanges;
  private boolean toldOver;

  /**
   * A tracker of a job that is as earlier masters left it.
   *
   * @param specText the job file's content, as it goes into the journal
   * @param remembered the job's log; nothing for a fresh job, which is NEW
   */
  public Tracker(JobSpec spec, String specText, List<Fact> remembered) {
    this.context = new Context(spec, specText, remembered);
    this.lifecycle = new Lifecycle(context);
    this.containers = new Containers(context);
    this.members = new Members(context, containers, new Comings());
    this.watch = new Watch(context, members);
    this.lines = new Lines(context, lifecycle, members);
    this.gathering = new Gathering(context, lifecycle, members, lines);
    this.losses = new Losses(context, lifecycle);
    this.survivals = new Survivals(context);
    this.tolerance = new Tolerance(context, lifecycle);
    this.export = new Export(context, lifecycle, lines);
    this.departure = new Departure(context, lifecycle, members, containers);
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
    Evaluation sum = validation != null && validation.isDone() ? validation.sum() : null;
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
            .validation(sum));
  }

  /** Every concern compares what is wanted with what is there. */
  private void look() {
    watch.look();
    gathering.look(needsWorkers());
    if (training != null) {
      training.look();
      if (survivals.isWaiting() && !training.hasReturnedShares() && isAnybodyThere()) {
        survivals.goingOn();
      }
      lookFinished();
    }
    if (lifecycle.isDecided() && !departure.hasBegun()) {
      gathering.end();
      if (training != null) {
        training.close();
      }
      departure.begin();
    }
    departure.look();
  }

  /** Whether there is something that only workers can do. */
  private boolean needsWorkers() {
    return training != null
        && (!training.isFinished() || (validation != null && !validation.isDone()));
  }

  private boolean isAnybodyThere() {
    return !members.live(Role.WORKER).isEmpty();
  }

  private void lookFinished() {
    if (!training.isFinished() || lifecycle.isDecided()) {
      return;
    }
    if (validation != null && !validation.isDone()) {
      validation.look();
    } else if (export.isDone()) {
      lifecycle.settle(JobState.EXITED, null);
    } else {
      export.begin();
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
      if (lifecycle.state() != JobState.NEW) {
        ignore(event);
        return;
      }
      context.lead(event.term());
      lifecycle.enter(JobState.INITING);
      context.act(new TrackerAction.CutInput());
    }

    @Override
    public void on(TrackerEvent.Indexed event) {
      if (lifecycle.state() != JobState.INITING || lifecycle.isDecided()) {
        ignore(event);
        return;
      }
      if (event.training().size() == 0) {
        lifecycle.fail(
            new Failure(
                FailureKind.INPUT_EMPTY,
                "there is no record in the input",
                context.spec().settings().getOrDefault("trainer.input", ""),
                "check trainer.input"));
        return;
      }
      tolerance.indexed(event.bad());
      if (!lifecycle.isDecided()) {
        define(event.training(), event.digest(), event.validation());
      }
    }

    @Override
    public void on(TrackerEvent.IndexFailed event) {
      if (lifecycle.state() == JobState.INITING) {
        lifecycle.fail(event.failure());
      } else {
        ignore(event);
      }
    }

    @Override
    public void on(TrackerEvent.Standing event) {
      gathering.standing(event);
    }

    @Override
    public void on(TrackerEvent.ContainerSeen event) {
      containers.seen(event);
    }

    @Override
    public void on(TrackerEvent.ContainerEnded event) {
      containers.ended(event).ifPresent(entry -> containerEnded(entry, event));
    }

    @Override
    public void on(TrackerEvent.Registering event) {
      members.register(event.connection(), event.message());
    }

    @Override
    public void on(TrackerEvent.Said event) {
      members.heard(event.incarnation()).ifPresent(from -> sayings.said(from, event.message()));
    }

    @Override
    public void on(TrackerEvent.Disconnected event) {
      members.disconnected(event.connection(), event.incarnation());
      watch.broke();
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
      training.stop(event.by());
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
    public void on(TrackerEvent.NotPublished event) {
      ignore(event);
    }

    @Override
    public void on(TrackerEvent.Tick event) {
      // Whatever is due is found by looking.
    }
  }

  private void define(BlockIndex index, String digest, BlockIndex held) {
    training = new Training(context, lifecycle, members, lines, tolerance, index);
    if (held != null) {
      validation = new Validation(context, members, lines, tolerance, held);
    }
    context.record(
        new Fact.JobDefined(
            context.specText(),
            context.plan().seed(),
            Composition.ORDER,
            digest,
            index.size(),
            training.versions()));
    lifecycle.enter(JobState.INIT);
    gathering.begin();
  }

  private void containerEnded(Containers.Entry entry, TrackerEvent.ContainerEnded event) {
    if (entry.role() == Role.PSERVER && !departure.hasBegun()) {
      lifecycle.fail(LostPserver.ended(entry, event));
    }
    members.containerEnded(event.containerId(), event.exit());
    if (entry.role() == Role.WORKER && event.isItsOwnFault() && !departure.hasBegun()) {
      losses.failed(event.failure(), training == null ? 0 : training.committed());
    }
  }

  /** What members' comings and goings mean for the other concerns. */
  private final class Comings implements Members.Listener {
    @Override
    public void joined(Member member) {
      // Work for it is found by looking.
    }

    @Override
    public void returned(Member member) {
      if (departure.hasBegun()) {
        departure.tell(member);
        return;
      }
      if (training != null && !training.isFinished()) {
        training.returned(member);
      } else if (member.role() == Role.PSERVER) {
        training.returned(member);
        export.returned(member);
      } else if (validation != null) {
        validation.returned(member);
      }
    }

    @Override
    public void lost(Member member, String how, long nanos) {
      if (departure.hasBegun()) {
        return;
      }
      if (member.role() == Role.PSERVER) {
        lifecycle.fail(LostPserver.silent(member, how));
        return;
      }
      if (context.history().state() == JobState.RUNNING && !training.isFinished()) {
        survivals.lost(member.named() + ": " + how, nanos);
        training.lost(member, how + losses.lastInWords());
      } else if (validation != null) {
        validation.lost(member);
      }
    }
  }

  /** Whether members have been told to leave. */
  boolean isLeaving() {
    return departure.hasBegun();
  }

  Lines lines() {
    return lines;
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

  Training training() {
    return training;
  }

  Validation validation() {
    return validation;
  }
}
