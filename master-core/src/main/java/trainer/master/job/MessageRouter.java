package trainer.master.job;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.master.job.members.Member;

/**
 * Routes each message of a live member: those that both roles send, itself, and all others to the
 * router of the role. A message of the other role is dropped.
 */
final class MessageRouter {
  private static final Logger LOG = LoggerFactory.getLogger(MessageRouter.class);

  private final CurrentPhase phase;
  private final PserverMessageRouter pservers;
  private final WorkerMessageRouter workers;

  MessageRouter(CurrentPhase phase, PserverMessageRouter pservers, WorkerMessageRouter workers) {
    this.phase = phase;
    this.pservers = pservers;
    this.workers = workers;
  }

  void route(Member from, FromMember message) {
    message.to(new OfMember(from));
  }

  /** Handles one message of one member. */
  private final class OfMember implements FromMember.Handler {
    private final Member from;

    OfMember(Member from) {
      this.from = from;
    }

    @Override
    public void on(FromMember.Register message) {
      LOG.warn("{} registers on a stream that is its own already, ignored", from.named());
    }

    @Override
    public void on(FromMember.Heartbeat message) {
      from.onHeartbeat(message);
      if (from.role() == Role.WORKER && message.probe() != 0) {
        phase.work().ifPresent(work -> work.training().onProbeAnswered(from, message.probe()));
      }
    }

    /** For the one who asked; the job decides nothing by it. */
    @Override
    public void on(FromMember.Threads message) {}

    @Override
    public void on(FromMember.MemberFailure message) {
      phase.get().onMemberFailure(from, message.failure());
    }

    @Override
    public void on(FromMember.Exiting message) {
      phase.get().onExiting(from, message.logsComplete());
    }

    @Override
    public void on(FromMember.ClusterNews message) {
      drop(message);
    }

    @Override
    public void on(FromPserver message) {
      if (from.role() == Role.PSERVER) {
        pservers.route(from, message);
      } else {
        drop(message);
      }
    }

    @Override
    public void on(FromWorker message) {
      if (from.role() == Role.WORKER) {
        workers.route(from, message);
      } else {
        drop(message);
      }
    }

    private void drop(FromMember message) {
      LOG.warn("not expected of {}, dropped: {}", from.named(), message);
    }
  }
}
