package trainer.master.fleet;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.failure.Failure;

/**
 * The containers of all jobs, from their grant to their end.
 *
 * <p>A container stays known until the cluster reports its end; repeated reports are ignored. A
 * container that no slot needs is surplus: it is released and never used.
 */
final class ContainerRegistry {
  private final FleetContext context;
  private final FleetSlots slots;
  private final ContainerRequests requests;
  private final Nodes nodes;
  private final Map<String, AllocatedContainer> held = new LinkedHashMap<>();
  private final Set<String> surplus = new HashSet<>();
  private final Set<String> ended = new HashSet<>();

  ContainerRegistry(
      FleetContext context, FleetSlots slots, ContainerRequests requests, Nodes nodes) {
    this.context = context;
    this.slots = slots;
    this.requests = requests;
    this.nodes = nodes;
  }

  /** The container of this id that has not ended, or null. */
  AllocatedContainer get(String id) {
    return held.get(id);
  }

  /** All that have not ended, in the order of their addition. */
  Collection<AllocatedContainer> all() {
    return Collections.unmodifiableCollection(held.values());
  }

  /** Whether a container is held, surplus or ended. */
  boolean isKnown(String id) {
    return held.containsKey(id) || ended.contains(id) || surplus.contains(id);
  }

  void add(AllocatedContainer container) {
    held.put(container.containerId(), container);
  }

  /** Releases a container that no slot needs. */
  void releaseSurplus(String id) {
    surplus.add(id);
    context.out().act(new FleetAction.Release(id));
  }

  /** Handles the end of a surplus container, or of one that is not known. */
  void endUnheld(String id) {
    surplus.remove(id);
    ended.add(id);
  }

  /** Stops a container; the release is recorded first. */
  void release(AllocatedContainer container) {
    if (!container.isReleased()) {
      container.release();
      context.out().appendDurably(fact(container, FleetFact.ContainerNoted.RELEASED, null));
      context.out().act(new FleetAction.Release(container.containerId()));
    }
  }

  /** Frees the container's slot for another one. */
  void vacate(AllocatedContainer container) {
    if (container.slot().held() == container) {
      container.slot().empty();
    }
  }

  /** Records the grant of a container before it is launched. */
  void recordGrant(AllocatedContainer container) {
    context.out().appendDurably(fact(container, FleetFact.ContainerNoted.GRANTED, null));
  }

  /** Records a later step of a container; nothing waits for the fact. */
  void record(AllocatedContainer container, String step) {
    context.out().appendAsync(fact(container, step, null));
  }

  private Fact fact(AllocatedContainer container, String step, Integer exit) {
    Slot slot = container.slot();
    return new FleetFact.ContainerNoted(
        container.containerId(),
        slot.job().toString(),
        slot.role().word(),
        slot.index(),
        container.host(),
        step,
        exit,
        context.now().millis());
  }

  /**
   * Ends a container and reports that to its job.
   *
   * @param failure the cause; dropped if the end was requested
   */
  void end(AllocatedContainer container, int exit, Failure failure) {
    held.remove(container.containerId());
    nodes.onEnded(container);
    ended.add(container.containerId());
    context.out().appendAsync(fact(container, FleetFact.ContainerNoted.ENDED, exit));
    Slot slot = container.slot();
    RoleSlots role = slots.of(slot);
    // a container that had to be stopped did not end as requested
    boolean expected = container.isGivenBack() && !container.isReleased();
    // the status of a container that the master stopped does not show a decision of the cluster
    boolean taken =
        ExitCodes.isFree(exit) && !(container.isReleased() && ExitCodes.isByMaster(exit));
    if (!expected && !taken && role.isWanted(slot)) {
      role.backoff().onFailed(context.now().nanos());
    }
    vacate(container);
    boolean isShort = failure != null && ExitCodes.isOutOfMemory(exit);
    Failure reported = isShort ? requests.grow(slot, failure) : failure;
    context
        .out()
        .onContainerEnded(
            slot.job(),
            slot.role(),
            slot.index(),
            container.containerId(),
            exit,
            expected ? null : reported,
            taken);
  }
}
