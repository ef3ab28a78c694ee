package trainer.it.simulation.process;

import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.message.FromPserver;
import trainer.pserver.store.MemoryBudget;

/** The memory of a simulated pserver: endless, except while a fault fills it. */
public final class ScarceMemory implements MemoryBudget {
  /** Until a pserver looks again whether there is room. */
  static final long LOOK_MILLIS = 500;

  private final SimPserver pserver;
  private boolean full;

  ScarceMemory(SimPserver pserver) {
    this.pserver = pserver;
  }

  boolean isFull() {
    return full;
  }

  /** Fills it for a while: requests for rows wait, and the master receives a report. */
  public void fill(long millis) {
    if (!full) {
      full = true;
      pserver.host.afterMillis(millis, () -> full = false);
      pserver.host.afterMillis(LOOK_MILLIS, () -> look(0));
    }
  }

  private void look(long waited) {
    boolean cramped =
        pserver.replicas().stream().anyMatch(lane -> lane.requests().isWaitingForRoom());
    if (cramped) {
      pserver.world.chaos().hit("WAITS_FOR_ROOM", pserver.step());
      if (waited % FromPserver.OutOfRoom.AGAIN.toMillis() == 0) {
        pserver.say(
            new FromPserver.OutOfRoom(new Failure(FailureKind.OUT_OF_MEMORY, "no room", "", "")));
      }
    }
    pserver.replicas().forEach(lane -> lane.requests().retry());
    if (cramped || full) {
      pserver.host.afterMillis(LOOK_MILLIS, () -> look(cramped ? waited + LOOK_MILLIS : 0));
    }
  }

  @Override
  public boolean has(long bytes) {
    return !full || bytes == 0;
  }

  @Override
  public boolean finds(long bytes) {
    return has(bytes);
  }

  @Override
  public void take(long bytes) {
    // Only a fault fills it.
  }

  @Override
  public boolean hasForNow(long bytes) {
    return true;
  }
}
