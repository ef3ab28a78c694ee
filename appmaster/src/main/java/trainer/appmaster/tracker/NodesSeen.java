package trainer.appmaster.tracker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trainer.core.fact.Fact;

/** The nodes on which processes failed or were slow, as the fleet notes them, for people. */
final class NodesSeen {
  private final Map<String, Fact.NodeNoted> noted = new LinkedHashMap<>();
  private Set<String> avoided = Set.of();

  /** What the fleet's log tells. */
  static NodesSeen of(List<Fact> fleet) {
    NodesSeen nodes = new NodesSeen();
    for (Fact fact : fleet) {
      if (fact instanceof Fact.NodeNoted one) {
        nodes.noted.put(one.host(), one);
      }
    }
    return nodes;
  }

  void noted(TrackerEvent.NodesNoted event) {
    event.noted().forEach(one -> noted.put(one.host(), one));
    avoided = event.avoided();
  }

  List<JobView.Node> views() {
    List<JobView.Node> views = new ArrayList<>();
    for (Fact.NodeNoted one : noted.values()) {
      views.add(
          new JobView.Node(
              one.host(),
              one.standing(),
              one.strikes(),
              one.why(),
              one.at(),
              avoided.contains(one.host())));
    }
    return views;
  }
}
