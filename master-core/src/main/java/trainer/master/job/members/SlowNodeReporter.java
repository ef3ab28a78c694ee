package trainer.master.job.members;

import java.util.HashSet;
import java.util.Set;
import trainer.core.job.Role;
import trainer.master.job.api.FleetRequest;
import trainer.master.job.kernel.JobContext;

/** Reports slow processes to the fleet: several on one node suggest a slow node. */
public final class SlowNodeReporter {
  private final JobContext context;
  private final Membership members;
  private final Set<Member> reported = new HashSet<>();

  public SlowNodeReporter(JobContext context, Membership members) {
    this.context = context;
    this.members = members;
  }

  /** Reports each member that became slow or recovered since the last call. */
  public void reconcile() {
    reported.removeIf(member -> !member.isLive());
    for (Role role : Role.values()) {
      for (Member member : members.live(role)) {
        boolean isNews = member.isBehind() ? reported.add(member) : reported.remove(member);
        if (isNews) {
          context.ask(new FleetRequest.Slow(member.containerId(), member.isBehind()));
        }
      }
    }
  }
}
