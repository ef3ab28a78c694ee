package trainer.client.doctor;

import trainer.client.yarn.ClusterSurvey;

/** Whether the queue exists, runs, and accepts jobs of the user. */
record QueueCheck(Place place, ClusterSurvey cluster) implements Check {
  static final String NAME = "queue";

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
    return Finding.ok(cluster.queue(place.settings()) + " is running, and you may submit to it");
  }
}
