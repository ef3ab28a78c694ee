package trainer.appmaster.tracker;

import java.util.HashSet;
import java.util.Set;
import trainer.core.job.Role;

/** Tells the fleet of processes that are slow: several on one node say something of the node. */
final class Slowness {
  private final Context context;
  private final Members members;
  private final Set<Member> told = new HashSet<>();

  Slowness(Context context, Members members) {
    this.context = context;
    this.members = members;
  }

  /** Looks now and then who is slow. */
  void look() {
    told.removeIf(member -> !member.isLive());
    for (Role role : Role.values()) {
      for (Member member : members.live(role)) {
        boolean isNews = member.isBehind() ? told.add(member) : told.remove(member);
        if (isNews) {
          context.act(new TrackerAction.Slow(member.containerId(), member.isBehind()));
        }
      }
    }
  }
}
