package trainer.master.fleet;

/** A container granted for a slot, until the cluster reports its end. */
final class AllocatedContainer {
  private static final long FOUND = Long.MAX_VALUE;

  private final String containerId;
  private final String host;
  private final Slot slot;
  private long awaitedUntil = FOUND;
  private boolean launched;
  private boolean unconfirmed;
  private boolean givenBack;
  private boolean released;

  AllocatedContainer(String containerId, String host, Slot slot) {
    this.containerId = containerId;
    this.host = host;
    this.slot = slot;
  }

  String containerId() {
    return containerId;
  }

  String host() {
    return host;
  }

  Slot slot() {
    return slot;
  }

  /** Marks it as launched by an earlier master; its process has yet to register with this one. */
  void inherit() {
    unconfirmed = true;
  }

  /** Records the registration of its process. */
  void confirm() {
    unconfirmed = false;
  }

  /** Whether an earlier master launched it and its process has not registered with this one. */
  boolean isUnconfirmed() {
    return unconfirmed;
  }

  /** Waits until this time for the cluster to confirm that it still runs. */
  void await(long until) {
    awaitedUntil = until;
  }

  /** Records the cluster's confirmation that it runs. */
  void markFound() {
    awaitedUntil = FOUND;
    launched = true;
  }

  /**
   * The time, without pauses of the master, at which it counts as ended unless the cluster confirms
   * that it runs.
   */
  long awaitedUntil() {
    return awaitedUntil;
  }

  boolean isLaunched() {
    return launched;
  }

  void launched() {
    launched = true;
  }

  /** Whether its job no longer needs it. */
  boolean isGivenBack() {
    return givenBack;
  }

  void giveBack() {
    givenBack = true;
  }

  /** Whether the cluster was asked to stop it. */
  boolean isReleased() {
    return released;
  }

  void release() {
    released = true;
  }
}
