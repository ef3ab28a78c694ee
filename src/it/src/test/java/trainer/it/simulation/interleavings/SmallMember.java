package trainer.it.simulation.interleavings;

import trainer.core.id.Incarnation;

/** A process of a {@link SmallCluster} other than its master. */
final class SmallMember {
  final int process;
  final String container;
  final SmallPserver pserver;
  final long connection;
  SmallWorker worker;
  Incarnation incarnation = Incarnation.NONE;
  boolean ended;

  /**
   * @param pserver null for a worker
   */
  SmallMember(int process, String container, SmallPserver pserver, long connection) {
    this.process = process;
    this.container = container;
    this.pserver = pserver;
    this.connection = connection;
  }
}
