package trainer.appmaster.fleet;

/** A container that was granted for a slot, until the cluster says it has ended. */
final class Held {
  private final String containerId;
  private final String host;
  private final Slot slot;
  private boolean launched;
  private boolean givenBack;
  private boolean released;

  Held(String containerId, String host, Slot slot) {
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
