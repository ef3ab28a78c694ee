package trainer.master.job.ending;

import java.time.Duration;
import java.util.List;
import trainer.core.fact.Fact;
import trainer.core.job.JobState;
import trainer.core.message.ToMember;
import trainer.core.time.AwakeTime;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.JobContainers;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;

/**
 * The last part of every job: members are told to leave and complete their logs, containers are
 * waited for, and what has not ended by the exit timeout is stopped by force. While the master
 * itself is away, no time passes for them.
 */
public final class WindDown {
  /** A node that stops a process lets its logs be uploaded first. */
  private static final long AFTER_FORCE = Duration.ofSeconds(20).toNanos();

  /** For members to complete their logs, when nobody will say that their containers ended. */
  private static final long UNSEEN = Duration.ofSeconds(5).toNanos();

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final JobContainers containers;
  private final AwakeTime awake = new AwakeTime();
  private boolean begun;
  private boolean forced;
  private boolean unseen;
  private boolean over;

  public WindDown(
      JobContext context, JobLifecycle lifecycle, Membership members, JobContainers containers) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.containers = containers;
  }

  public boolean hasBegun() {
    return begun;
  }

  public boolean isOver() {
    return over;
  }

  public void begin() {
    begun = true;
    awake.at(context.nanos());
    members.close();
    for (JobContainers.Entry container : containers.alive()) {
      boolean hears = members.inContainer(container.id()).isPresent();
      containers.giveBack(container.id(), !hears && !containers.isAwaited(container.id()));
    }
    for (Member member : List.copyOf(membersAlive())) {
      tell(member);
    }
  }

  /** The end of containers is not going to be heard of: it is not waited for. */
  public void expectNothing() {
    unseen = true;
  }

  /** Tells a member to leave. */
  public void tell(Member member) {
    String reason = lifecycle.failure() == null ? "the job is done" : lifecycle.failure().message();
    context.send(member.incarnation(), new ToMember.Leave(context.term(), reason));
  }

  private List<Member> membersAlive() {
    return containers.alive().stream()
        .flatMap(container -> members.inContainer(container.id()).stream())
        .toList();
  }

  /** Ends the job once everything has ended, or has been given the time to. */
  public void look() {
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
