package trainer.appmaster.loop;

/** A cluster to which this process may speak on behalf of another master that leads. */
public interface DelegatedCluster extends Cluster {
  /**
   * Offers the running containers and the size of the cluster, for a leader that is new to them.
   */
  void list();

  /**
   * Whether a process was launched in this container that has not ended, perhaps by another master.
   */
  boolean isRunning(String containerId);

  /**
   * This process leads from now on, after it has spoken for another one. What that one asked for is
   * withdrawn, what it did not launch is released, and the running containers are offered.
   *
   * @param address of this process
   */
  void lead(Address address);
}
