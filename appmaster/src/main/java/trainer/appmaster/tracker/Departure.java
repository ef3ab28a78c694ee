package trainer.appmaster.tracker;

import java.time.Duration;
import java.util.List;
import trainer.core.fact.Fact;
import trainer.core.job.JobState;
import trainer.core.message.ToMember;
import trainer.core.time.AwakeTime;

/**
 * The last part of every job: members are told to leave and complete their logs, containers are
 * waited for, and what has not ended by the exit timeout is stopped by force. While the master
 * itself is away, no time passes for them.
 */
final class Departure {
  /** A node that stops a process lets its logs be uploaded first. */
  private static final long AFTER_FORCE = Duration.ofSeconds(20).toNanos();

  /** For members to complete their logs, when nobody will say that their containers ended. */
  private static final long UNSEEN = Duration.ofSeconds(5).toNanos();

  private final Context context;
  private final Lifecycle lifecycle;
  private final Members members;
  private final Containers containers;
  private final AwakeTime awake = new AwakeTime();
  private boolean begun;
  private boolean forced;
  private boolean unseen;
  private boolean over;

  Departure(Context context, Lifecycle lifecycle, Members members, Containers containers) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.containers = containers;
  }

  boolean hasBegun() {
    return begun;
  }

  boolean isOver() {
    return over;
  }

  void begin() {
    begun = true;
    awake.at(context.nanos());
    members.close();
    for (Containers.Entry container : containers.alive()) {
      boolean hears = members.inContainer(container.id()).isPresent();
      containers.giveBack(container.id(), !hears && !containers.isAwaited(container.id()));
    }
    for (Member member : List.copyOf(membersAlive())) {
      tell(member);
    }
  }

  /** The end of containers is not going to be heard of: it is not waited for. */
  void expectNothing() {
    unseen = true;
  }

  /** Tells a member to leave. */
  void tell(Member member) {
    String reason = lifecycle.failure() == null ? "the job is done" : lifecycle.failure().message();
    context.send(member.incarnation(), new ToMember.Leave(context.term(), reason));
  }

  private List<Member> membersAlive() {
    return containers.alive().stream()
        .flatMap(container -> members.inContainer(container.id()).stream())
        .toList();
  }

  /** Ends the job once everything has ended, or has been given the time to. */
  void look() {
    if (!begun || over) {
      return;
    }
    long waited = awake.at(context.nanos());
    if (!containers.isAnyAlive() || waited >= most()) {
      end();
    } else if (!forced && waited >= context.plan().exitTimeout()) {
      forced = true;
      containers.alive().forEach(container -> containers.giveBack(container.id(), true));
    }
  }

  private long most() {
    return unseen ? UNSEEN : context.plan().exitTimeout() + AFTER_FORCE;
  }

  private void end() {
    over = true;
    JobState state = lifecycle.verdict();
    if (lifecycle.state() != state) {
      lifecycle.enter(state);
    }
    if (!context.history().isEnded()) {
      context.record(new Fact.Ended(state, context.millis()));
    }
  }
}
