package trainer.it.simulation.masters;

import trainer.testkit.Host;

/**
 * The process of a master that follows the leader, until it leads itself.
 *
 * @param container in which it runs; empty for an attempt of the cluster
 * @param leader the host of the master that it follows
 * @param speaker speaks to the cluster for the leader; null for a standby in a container
 */
public record SimStandby(Host host, String container, Host leader, SimClusterAgent speaker) {
  /** Whether the cluster has started it as an attempt. */
  public boolean isAttempt() {
    return speaker != null;
  }
}
