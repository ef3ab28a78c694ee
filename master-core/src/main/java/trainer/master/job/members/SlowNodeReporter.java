package trainer.master.job.members;

import java.util.HashSet;
import java.util.Set;
import trainer.core.job.Role;
import trainer.master.job.api.FleetRequest;
import trainer.master.job.kernel.JobContext;

/** Tells the fleet of processes that are slow: several on one node say something of the node. */
public final class SlowNodeReporter {
  private final JobContext context;
  private final Membership members;
  private final Set<Member> told = new HashSet<>();

  public SlowNodeReporter(JobContext context, Membership members) {
    this.context = context;
    this.members = members;
  }

  /** Looks now and then who is slow. */
  public void look() {
    told.removeIf(member -> !member.isLive());
    for (Role role : Role.values()) {
      for (Member member : members.live(role)) {
        boolean isNews = member.isBehind() ? told.add(member) : told.remove(member);
        if (isNews) {
          context.ask(new FleetRequest.Slow(member.containerId(), member.isBehind()));
        }
      }
    }
  }
}
