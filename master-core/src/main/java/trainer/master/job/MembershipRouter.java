package trainer.master.job;

import trainer.core.failure.Blame;
import trainer.core.failure.Failure;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.master.job.allocation.GracefulDrain;
import trainer.master.job.api.JobEvent;
import trainer.master.job.commit.PserverTakeover;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.CrashLoopDetector;
import trainer.master.job.members.JobContainers;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.LineManager;
import trainer.master.job.partitions.PserverFailover;

/**
 * Routes arrivals and losses of processes to the parts of the job that keep its members. The work
 * itself is informed by {@link WorkPhase}.
 */
final class MembershipRouter {
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final JobContainers containers;
  private final LineManager lines;
  private final PserverFailover failover;
  private final PserverTakeover takeover;
  private final GracefulDrain drain;
  private final CrashLoopDetector workerCrashes;
  private final CrashLoopDetector pserverCrashes;

  MembershipRouter(
      JobContext context,
      JobLifecycle lifecycle,
      Membership members,
      JobContainers containers,
      LineManager lines,
      PserverFailover failover,
      PserverTakeover takeover,
      GracefulDrain drain) {
    this.lifecycle = lifecycle;
    this.members = members;
    this.containers = containers;
    this.lines = lines;
    this.failover = failover;
    this.takeover = takeover;
    this.drain = drain;
    this.workerCrashes = new CrashLoopDetector(context, lifecycle, Role.WORKER);
    this.pserverCrashes = new CrashLoopDetector(context, lifecycle, Role.PSERVER);
  }

  void onJoined(Member member) {
    if (member.role() == Role.PSERVER) {
      failover.onRegistered(member);
    }
  }

  /**
   * A process has a new stream.
   *
   * @return whether it takes part in the work: it is not leaving, and the map names it if it is a
   *     pserver
   */
  boolean onReconnected(Member member) {
    if (member.isExiting()) {
      drain.sendLeave(member);
      return false;
    }
    if (member.role() == Role.PSERVER) {
      failover.onRegistered(member);
      takeover.onReconnected(member);
    }
    return member.role() != Role.PSERVER || lines.isNamed(member);
  }

  void onLost(Member member, String how) {
    if (member.role() == Role.PSERVER) {
      failover.onSilent(member, how);
    }
  }

  /** The map has been written without a pserver. */
  void onEvicted(Incarnation incarnation) {
    lines.onEvicted(incarnation);
  }

  /** A pserver is lost that held the last replica of a partition. */
  void onLastReplicaLost(Incarnation incarnation) {
    lines.await(incarnation);
  }

  /**
   * A container has ended.
   *
   * @param progress the progress of the training, for the detection of crash loops
   */
  void onContainerEnded(JobEvent.ContainerEnded event, long progress) {
    containers.onEnded(event).ifPresent(entry -> onContainerEnded(entry, event, progress));
  }

  private void onContainerEnded(
      JobContainers.Entry entry, JobEvent.ContainerEnded event, long progress) {
    boolean isPserver = entry.role() == Role.PSERVER;
    if (isPserver && !entry.isHandedBack()) {
      failover.onContainerEnded(entry, event);
    }
    members.onContainerEnded(event.containerId(), event.exit());
    if (event.isItsOwnFault() && !entry.isHandedBack() && drain.isWanted(entry)) {
      (isPserver ? pserverCrashes : workerCrashes).onFailed(event.failure(), progress);
      containers.blame(entry, event.failure());
    }
  }

  /** The newest crash of a worker, as the end of a sentence; empty if there is none. */
  String lastCrashOfWorkers() {
    return workerCrashes.lastInWords();
  }

  void onMemberFailure(Member member, Failure failure) {
    boolean isFatal =
        member.role() == Role.PSERVER
            || failure.kind().blame() == Blame.USER
            || failure.kind().blame() == Blame.BUG;
    if (isFatal) {
      String where =
          failure.where().isEmpty() ? member.named() : failure.where() + ", " + member.named();
      lifecycle.fail(new Failure(failure.kind(), failure.what(), where, failure.advice()));
    } else {
      members.excuse(member);
      members.lose(member, failure.message());
    }
  }

  /**
   * A worker cannot run on its node, and others may run elsewhere.
   *
   * @param progress as in {@link #onContainerEnded}
   */
  void onUnfit(Member worker, Failure failure, long progress) {
    containers.markUnfit(worker, failure);
    workerCrashes.onFailed(failure, progress);
    members.lose(worker, failure.message());
  }

  void onExiting(Member member, boolean logsComplete) {
    containers.onExiting(member, logsComplete);
    members.excuse(member);
    members.lose(member, "it left");
  }
}
