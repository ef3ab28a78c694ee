package trainer.client.doctor;

import trainer.client.yarn.ClusterSurvey;
import trainer.core.text.Quantity;

/** Whether the ResourceManager answers. */
record ResourceManagerCheck(Place place, ClusterSurvey cluster) implements Check {
  static final String NAME = "resource-manager";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String needs() {
    return CredentialsCheck.NAME;
  }

  @Override
  public Finding find() {
    int nodes = cluster.nodeManagers();
    String address = place.configuration().hadoop().get("yarn.resourcemanager.address", "it");
    return Finding.ok(address + " answers, with " + Quantity.of(nodes, "registered node"));
  }
}
