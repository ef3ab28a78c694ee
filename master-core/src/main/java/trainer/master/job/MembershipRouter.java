package trainer.master.job;

import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.PserverFailover;

/** Routes arrivals and losses of members to the parts of the job that they concern. */
final class MembershipRouter implements Membership.Listener, PserverFailover.Listener {
  private final JobCore job;

  MembershipRouter(JobCore job) {
    this.job = job;
  }

  @Override
  public void joined(Member member) {
    if (member.role() == Role.PSERVER) {
      job.failover().came(member);
    }
    if (job.work() != null) {
      job.work().joined(member);
    }
  }

  @Override
  public void returned(Member member) {
    if (job.isLeaving()) {
      job.windDown().tell(member);
      return;
    }
    if (member.isExiting()) {
      job.drain().tell(member);
      return;
    }
    if (member.role() == Role.PSERVER) {
      job.failover().came(member);
      job.takeover().returned(member);
    }
    boolean holds = member.role() != Role.PSERVER || job.lines().isNamed(member);
    if (job.work() != null && holds) {
      job.work().returned(member);
      if (member.role() == Role.PSERVER) {
        job.checkpoints().returned(member);
        job.export().returned(member);
      }
    }
  }

  @Override
  public void lost(Member member, String how, long nanos) {
    if (job.isLeaving()) {
      return;
    }
    if (member.role() == Role.PSERVER) {
      survivable(member, how, nanos);
      job.failover().silent(member, how);
    } else if (job.work() != null) {
      survivable(member, how, nanos);
      job.work().lost(member, how + job.losses(Role.WORKER).lastInWords());
    }
  }

  @Override
  public void evicted(long incarnation) {
    job.lines().evicted(incarnation);
    if (job.work() != null) {
      job.work().evicted(incarnation);
    }
    job.export().evicted(incarnation);
  }

  @Override
  public void mourned(long incarnation) {
    job.lines().await(incarnation);
  }

  private void survivable(Member member, String how, long nanos) {
    boolean trains = job.work() != null && !job.work().isTrained();
    if (trains && job.lifecycle().state() == JobState.RUNNING) {
      String what = member.named() + ": " + how;
      if (member.role() == Role.PSERVER && job.work().training().isReproducible()) {
        job.recoveryTimes().held(what, nanos);
      } else {
        job.recoveryTimes().lost(what, nanos);
      }
    }
  }
}
