package trainer.client.doctor;

import trainer.client.yarn.ClusterSurvey;
import trainer.core.text.Quantity;

/** Whether nodes are running, and how much they have. */
record NodesCheck(ClusterSurvey cluster) implements Check {
  static final String NAME = "nodes";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String needs() {
    return ResourceManagerCheck.NAME;
  }

  @Override
  public Finding find() {
    return judge(cluster.nodes());
  }

  /** The finding of the cluster's nodes. */
  static Finding judge(ClusterSurvey.Nodes nodes) {
    if (nodes.running() == 0) {
      return Finding.fail("no node is running", "see yarn node -list -all, and start NodeManagers");
    }
    String found =
        Quantity.of(nodes.running(), "node")
            + " running, with "
            + Quantity.grouped(nodes.memoryMb())
            + " MB ("
            + Quantity.grouped(nodes.freeMb())
            + " MB free) and "
            + Quantity.of(nodes.cores(), "vcore");
    return nodes.unfit() == 0
        ? Finding.ok(found)
        : Finding.warn(
            found + "; " + Quantity.of(nodes.unfit(), "node") + " unhealthy or lost",
            "see yarn node -list -states UNHEALTHY,LOST");
  }
}
