package trainer.master.job.ending;

import java.time.Duration;
import java.util.List;
import trainer.core.fact.EndingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobState;
import trainer.core.message.ToMember;
import trainer.core.time.AwakeTime;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.JobContainers;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;

/**
 * The wind-down at the end of every job: members are sent {@code Leave} and complete their logs,
 * and the master waits for their containers. Containers that have not ended by the exit timeout are
 * stopped by force. Time in which the master itself is paused does not count.
 */
public final class WindDown {
  /** The wait after the force: a node uploads the logs of a process before it stops it. */
  private static final long AFTER_FORCE = Duration.ofSeconds(20).toNanos();

  /** The wait for members to complete their logs, when the end of containers is not reported. */
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
      sendLeave(member);
    }
  }

  /**
   * The cluster ends the application. It will not report the end of containers, so none is awaited.
   */
  public void onClusterLost(String reason) {
    unseen = true;
    lifecycle.fail(
        new Failure(
            FailureKind.CLUSTER_LOST,
            reason,
            "",
            "see the ResourceManager's log: the application was killed there, or is forgotten"));
  }

  /** Sends a member the order to leave. */
  public void sendLeave(Member member) {
    String reason = lifecycle.failure() == null ? "the job is done" : lifecycle.failure().message();
    context.send(member.incarnation(), new ToMember.Leave(context.term(), reason));
  }

  private List<Member> membersAlive() {
    return containers.alive().stream()
        .flatMap(container -> members.inContainer(container.id()).stream())
        .toList();
  }

  /** Ends the job once every container has ended, or its time is over. */
  public void reconcile() {
    if (!begun || over) {
      return;
    }
    long waited = awake.at(context.nanos());
    if (!containers.isAnyAlive() || waited >= most()) {
      end();
    } else if (!forced && waited >= context.plan().containers().exitTimeout().toNanos()) {
      forced = true;
      containers.alive().forEach(container -> containers.giveBack(container.id(), true));
    }
  }

  private long most() {
    return unseen ? UNSEEN : context.plan().containers().exitTimeout().toNanos() + AFTER_FORCE;
  }

  private void end() {
    over = true;
    JobState state = lifecycle.verdict();
    if (lifecycle.state() != state) {
      lifecycle.enter(state);
    }
    if (!context.history().isEnded()) {
      context.record(new EndingFact.Ended(state, context.millis()));
    }
  }
}
