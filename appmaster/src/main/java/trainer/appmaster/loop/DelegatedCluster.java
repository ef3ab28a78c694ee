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

  /** Whether {@link #join} has returned. */
  boolean isJoined();

  /**
   * Another master leads from now on: this process, or the one that it speaks for. What was asked
   * for is withdrawn, what was not launched is released, no host is avoided any more, and the
   * running containers are offered.
   *
   * @param leader its address
   */
  void lead(Address leader);
}
