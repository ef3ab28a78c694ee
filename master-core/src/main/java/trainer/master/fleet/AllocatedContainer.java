package trainer.master.fleet;

/** A container that was granted for a slot, until the cluster says it has ended. */
final class AllocatedContainer {
  private static final long FOUND = Long.MAX_VALUE;

  private final String containerId;
  private final String host;
  private final Slot slot;
  private long awaitedUntil = FOUND;
  private boolean launched;
  private boolean unheard;
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

  /** An earlier master launched it; its process has still to come to this one. */
  void inherit() {
    unheard = true;
  }

  /** Its process has come. */
  void heard() {
    unheard = false;
  }

  /** Whether it is an earlier master's, and its process has not come to this one. */
  boolean isUnheard() {
    return unheard;
  }

  /** An earlier master's, of which the cluster has not said yet that it runs. */
  void await(long until) {
    awaitedUntil = until;
  }

  /** The cluster says that it runs. */
  void found() {
    awaitedUntil = FOUND;
    launched = true;
  }

  /** The waking time at which it is given up unless the cluster says by then that it runs. */
  long awaitedUntil() {
    return awaitedUntil;
  }

  boolean isLaunched() {
    return launched;
  }

  void launched() {
    launched = true;
  }

  /** Whether its job does not need it any more. */
  boolean isGivenBack() {
    return givenBack;
  }

  void giveBack() {
    givenBack = true;
  }

  /** Whether the cluster was told to stop it. */
  boolean isReleased() {
    return released;
  }

  void release() {
    released = true;
  }
}
