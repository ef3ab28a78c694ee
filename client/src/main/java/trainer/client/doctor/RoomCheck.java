package trainer.client.doctor;

import trainer.client.yarn.ClusterSurvey;
import trainer.core.text.Quantity;

/** Whether the containers of a job fit into the queue and the nodes. */
record RoomCheck(Place place, ClusterSurvey cluster) implements Check {
  @Override
  public String name() {
    return "room";
  }

  @Override
  public String needs() {
    return QueueCheck.NAME;
  }

  @Override
  public Finding find() {
    long most = cluster.largestContainerMb(place.settings());
    String largest = "a container has at most " + Quantity.grouped(most) + " MB";
    return Finding.ok(
        cluster.room(place.settings()).map(room -> largest + "; " + room).orElse(largest));
  }
}
