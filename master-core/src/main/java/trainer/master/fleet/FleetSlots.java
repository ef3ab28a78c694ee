package trainer.master.fleet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.core.job.JobId;
import trainer.core.job.Role;

/** The slots of all jobs, by role. */
final class FleetSlots {
  private final Map<JobId, Map<Role, RoleSlots>> jobs = new LinkedHashMap<>();
  private String explanation = "";

  /** Adds the roles of a job; a role that is there already stays. */
  void add(JobId job, Map<Role, ContainerSize> sizes, float memoryFactor) {
    Map<Role, RoleSlots> roles = jobs.computeIfAbsent(job, id -> new LinkedHashMap<>());
    sizes.forEach(
        (role, size) -> roles.putIfAbsent(role, new RoleSlots(job, role, size, memoryFactor)));
  }

  /** Removes a job that is over. */
  void remove(JobId job) {
    jobs.remove(job);
  }

  boolean contains(JobId job) {
    return jobs.containsKey(job);
  }

  RoleSlots of(JobId job, Role role) {
    return jobs.get(job).get(role);
  }

  /** The role that a slot belongs to. */
  RoleSlots of(Slot slot) {
    return of(slot.job(), slot.role());
  }

  /** All roles, by job in the order of their addition. */
  List<RoleSlots> roles() {
    List<RoleSlots> roles = new ArrayList<>();
    jobs.values().forEach(of -> roles.addAll(of.values()));
    return roles;
  }

  /** Sets the cluster's explanation of a wait, which is reported with the counts. */
  void explain(String why) {
    explanation = why;
  }

  /** Reports the counts of a role to its job if they changed since the last report. */
  void report(RoleSlots role, FleetOutbox out) {
    if (role.isNews(explanation)) {
      out.onAllocation(
          role.job(), role.role(), role.wanted(), role.granted(), role.launched(), explanation);
    }
  }
}
