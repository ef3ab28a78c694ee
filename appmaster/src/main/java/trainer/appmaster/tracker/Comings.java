package trainer.appmaster.tracker;

import trainer.core.job.JobState;
import trainer.core.job.Role;

/** What members' comings and goings mean for the other concerns. */
final class Comings implements Members.Listener, PserverLoss.Listener {
  private final Tracker tracker;

  Comings(Tracker tracker) {
    this.tracker = tracker;
  }

  @Override
  public void joined(Member member) {
    if (member.role() == Role.PSERVER) {
      tracker.pserverLoss().came(member);
    }
    if (tracker.work() != null) {
      tracker.work().joined(member);
    }
  }

  @Override
  public void returned(Member member) {
    if (tracker.isLeaving()) {
      tracker.departure().tell(member);
      return;
    }
    if (member.isExiting()) {
      tracker.leavers().tell(member);
      return;
    }
    if (member.role() == Role.PSERVER) {
      tracker.pserverLoss().came(member);
      tracker.takeover().returned(member);
    }
    boolean holds = member.role() != Role.PSERVER || tracker.lines().isNamed(member);
    if (tracker.work() != null && holds) {
      tracker.work().returned(member);
      if (member.role() == Role.PSERVER) {
        tracker.checkpoints().returned(member);
        tracker.export().returned(member);
      }
    }
  }

  @Override
  public void lost(Member member, String how, long nanos) {
    if (tracker.isLeaving()) {
      return;
    }
    if (member.role() == Role.PSERVER) {
      survivable(member, how, nanos);
      tracker.pserverLoss().silent(member, how);
    } else if (tracker.work() != null) {
      survivable(member, how, nanos);
      tracker.work().lost(member, how + tracker.losses(Role.WORKER).lastInWords());
    }
  }

  @Override
  public void evicted(long incarnation) {
    tracker.lines().evicted(incarnation);
    if (tracker.work() != null) {
      tracker.work().evicted(incarnation);
    }
    tracker.export().evicted(incarnation);
  }

  @Override
  public void mourned(long incarnation) {
    tracker.lines().await(incarnation);
  }

  private void survivable(Member member, String how, long nanos) {
    boolean trains = tracker.work() != null && !tracker.work().isTrained();
    if (trains && tracker.lifecycle().state() == JobState.RUNNING) {
      String what = member.named() + ": " + how;
      if (member.role() == Role.PSERVER && tracker.work().training().isReproducible()) {
        tracker.survivals().held(what, nanos);
      } else {
        tracker.survivals().lost(what, nanos);
      }
    }
  }
}
