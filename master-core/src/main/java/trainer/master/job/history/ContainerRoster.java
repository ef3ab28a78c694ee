package trainer.master.job.history;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;
import trainer.master.job.api.ProcessesView;

/** The containers of one job, without those of masters: a fold over the fleet's facts. */
public final class ContainerRoster {
  private ContainerRoster() {}

  public static List<ProcessesView.Container> of(JobSpec spec, List<Fact> fleet) {
    Map<String, ProcessesView.Container> byId = new LinkedHashMap<>();
    for (Fact fact : fleet) {
      if (fact instanceof FleetFact.ContainerNoted noted
          && noted.job().equals(spec.id().toString())
          && !Role.ofWord(noted.role()).mayLead()) {
        ProcessesView.Container before =
            Optional.ofNullable(byId.get(noted.containerId())).orElseGet(() -> first(spec, noted));
        byId.put(noted.containerId(), after(before, noted));
      }
    }
    return List.copyOf(byId.values());
  }

  private static ProcessesView.Container first(JobSpec spec, FleetFact.ContainerNoted noted) {
    Role role = Role.ofWord(noted.role());
    String logs = spec.files().logs(role, noted.index(), noted.containerId());
    return new ProcessesView.Container(
        role,
        noted.index(),
        noted.containerId(),
        0,
        noted.host(),
        ProcessesView.Life.UNKNOWN,
        null,
        new ProcessesView.Logs(logs, "none"));
  }

  private static ProcessesView.Container after(
      ProcessesView.Container before, FleetFact.ContainerNoted noted) {
    return new ProcessesView.Container(
        before.role(),
        before.index(),
        before.containerId(),
        before.pid(),
        before.host(),
        after(before.life(), noted.step(), noted.at()),
        noted.exit() == null ? before.exit() : noted.exit(),
        before.logs());
  }

  private static ProcessesView.Life after(ProcessesView.Life before, String step, long at) {
    boolean first = before.registeredAt() == 0; // each master notes it anew
    return new ProcessesView.Life(
        before.requestedAt(),
        step.equals(FleetFact.ContainerNoted.LAUNCHED) ? at : before.launchedAt(),
        first && step.equals(FleetFact.ContainerNoted.REGISTERED) ? at : before.registeredAt(),
        step.equals(FleetFact.ContainerNoted.ENDED) ? at : before.releasedAt());
  }
}
