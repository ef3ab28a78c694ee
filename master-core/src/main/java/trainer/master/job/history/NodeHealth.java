package trainer.master.job.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.ProcessesView;

/** The nodes with failed or slow processes, from the fleet's facts, for the report. */
public final class NodeHealth {
  private final Map<String, FleetFact.NodeNoted> noted = new LinkedHashMap<>();
  private Set<String> avoided = Set.of();

  /** The nodes by the fleet's journal alone. */
  public static NodeHealth of(List<Fact> fleet) {
    NodeHealth nodes = new NodeHealth();
    for (Fact fact : fleet) {
      if (fact instanceof FleetFact.NodeNoted one) {
        nodes.noted.put(one.host(), one);
      }
    }
    return nodes;
  }

  public void onNoted(JobEvent.NodesNoted event) {
    event.noted().forEach(one -> noted.put(one.host(), one));
    avoided = event.avoided();
  }

  public List<ProcessesView.Node> views() {
    List<ProcessesView.Node> views = new ArrayList<>();
    for (FleetFact.NodeNoted one : noted.values()) {
      views.add(
          new ProcessesView.Node(
              one.host(),
              one.standing(),
              avoided.contains(one.host()),
              one.strikes(),
              one.why(),
              one.at()));
    }
    return views;
  }
}
