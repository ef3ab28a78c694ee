package trainer.it.simulation.scenario;

/** Whether a second master follows the leader of a history. */
public enum Standby {
  /** The cluster starts another master when one is lost. */
  NONE,
  /** As in a local run: a standby that leads speaks to the cluster itself. */
  LOCAL,
  /**
   * As on YARN: the next attempt follows a standby that leads, and speaks to the cluster for it.
   */
  YARN
}
