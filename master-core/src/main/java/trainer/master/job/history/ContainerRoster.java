package trainer.master.job.history;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trainer.core.fact.Fact;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;
import trainer.master.job.api.JobView;

/** The containers of one job: a fold over the fleet's facts. */
public final class ContainerRoster {
  private ContainerRoster() {}

  public static List<JobView.Container> of(JobSpec spec, List<Fact> fleet) {
    Map<String, JobView.Container> byId = new LinkedHashMap<>();
    for (Fact fact : fleet) {
      if (fact instanceof Fact.ContainerNoted noted && noted.job().equals(spec.id().toString())) {
        JobView.Container before =
            Optional.ofNullable(byId.get(noted.containerId())).orElseGet(() -> first(spec, noted));
        byId.put(noted.containerId(), after(before, noted));
      }
    }
    return List.copyOf(byId.values());
  }

  private static JobView.Container first(JobSpec spec, Fact.ContainerNoted noted) {
    Role role = Role.ofWord(noted.role());
    String logs = spec.files().logs(role, noted.index(), noted.containerId());
    return new JobView.Container(
        role, noted.index(), noted.containerId(), 0, noted.host(), 0, 0, 0, 0, null, logs, "none");
  }

  private static JobView.Container after(JobView.Container before, Fact.ContainerNoted noted) {
    boolean first = before.registeredAt() == 0; // each master notes it anew
    return new JobView.Container(
        before.role(),
        before.index(),
        before.containerId(),
        before.pid(),
        before.host(),
        before.requestedAt(),
        noted.step().equals(Fact.ContainerNoted.LAUNCHED) ? noted.at() : before.launchedAt(),
        first && noted.step().equals(Fact.ContainerNoted.REGISTERED)
            ? noted.at()
            : before.registeredAt(),
        noted.step().equals(Fact.ContainerNoted.ENDED) ? noted.at() : before.releasedAt(),
        noted.exit() == null ? before.exit() : noted.exit(),
        before.logPath(),
        before.logState());
  }
}
