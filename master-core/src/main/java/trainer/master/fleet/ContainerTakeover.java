package trainer.master.fleet;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failure;

/**
 * The takeover of the containers of earlier masters: the containers that the cluster lists are
 * compared with the recorded ones.
 *
 * <ul>
 *   <li>Listed and recorded as wanted: it is taken over.
 *   <li>Listed and recorded as released: it is released again.
 *   <li>Listed only: it is surplus, and is released.
 *   <li>Recorded only: the cluster may list it later; after a time it counts as ended.
 * </ul>
 */
final class ContainerTakeover {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerTakeover.class);

  /**
   * Time for a recovering ResourceManager to learn of running containers, and for live processes to
   * find the new master.
   */
  private static final long FINDING = Duration.ofSeconds(30).toNanos();

  private final FleetContext context;
  private final FleetSlots slots;
  private final PreviousContainers previous;
  private final ContainerRegistry registry;
  private final Set<AllocatedContainer> awaited = new LinkedHashSet<>();
  private final Set<String> missing = new HashSet<>();
  private String own = "";

  ContainerTakeover(
      FleetContext context,
      FleetSlots slots,
      PreviousContainers previous,
      ContainerRegistry registry) {
    this.context = context;
    this.slots = slots;
    this.previous = previous;
    this.registry = registry;
  }

  /**
   * Sets the container in which this master runs; empty if it runs in none. An earlier master may
   * have given it up as a standby that hung. Then nothing is done with it, and it ends by itself.
   */
  void runIn(String container) {
    own = container;
  }

  /** Handles the cluster's list of running containers; see {@link FleetEvent.Joined}. */
  void onListed(List<FleetEvent.Previous> running, boolean isWhole) {
    for (FleetEvent.Previous one : running) {
      onRunning(one.containerId());
    }
    long patience = isWhole ? 0 : FINDING;
    for (PreviousContainers.Container one : previous.wanted()) {
      takeOver(one.id()).ifPresent(container -> await(container, patience));
    }
    for (PreviousContainers.Container one : previous.released()) {
      takeReleased(one.id()).ifPresent(container -> await(container, patience));
    }
  }

  private void await(AllocatedContainer container, long patience) {
    container.await(context.awakeNanos() + patience);
    awaited.add(container);
  }

  private void onRunning(String id) {
    AllocatedContainer container = registry.get(id);
    if (container != null) {
      boolean isLate = awaited.contains(container);
      confirm(container);
      if (container.isReleased() || (container.isGivenBack() && isLate)) {
        // the cluster did not list it at the time of its release
        context.out().act(new FleetAction.Release(id));
      }
      return;
    }
    // a container that was declared missing and runs after all goes on to its release below
    if (registry.isKnown(id) && !missing.remove(id)) {
      return;
    }
    Optional<AllocatedContainer> wanted = takeOver(id);
    if (wanted.isEmpty() && id.equals(own)) {
      return;
    }
    Optional<AllocatedContainer> released = takeReleased(id);
    if (wanted.isPresent()) {
      wanted.get().markFound();
    } else if (released.isPresent()) {
      released.get().markFound();
      context.out().act(new FleetAction.Release(id));
    } else {
      LOG.info("{} of an earlier master is not wanted any more, released", id);
      registry.releaseSurplus(id);
    }
  }

  /** Records that the cluster lists a container, or that its process has registered. */
  void confirm(AllocatedContainer container) {
    container.markFound();
    awaited.remove(container);
  }

  /** Handles the end of a container, which may arrive before the list of running ones. */
  void onCompleted(String id) {
    takeOver(id);
    missing.remove(id);
  }

  /** Takes over a container granted to an earlier master, if it is wanted and not known yet. */
  private Optional<AllocatedContainer> takeOver(String id) {
    return previous.wanted(id).filter(this::isNew).map(this::takeOver);
  }

  private AllocatedContainer takeOver(PreviousContainers.Container of) {
    AllocatedContainer container = register(of, false);
    container.slot().hold(container);
    container.inherit();
    if (of.launched()) {
      container.launched();
    }
    return container;
  }

  /**
   * Tracks a container that an earlier master stopped, until it ends. Another container may hold
   * its slot.
   */
  private Optional<AllocatedContainer> takeReleased(String id) {
    return previous
        .released(id)
        .filter(container -> isNew(container) && !id.equals(own))
        .map(this::takeReleased);
  }

  private AllocatedContainer takeReleased(PreviousContainers.Container of) {
    AllocatedContainer container = register(of, true);
    container.giveBack();
    return container;
  }

  private boolean isNew(PreviousContainers.Container of) {
    return !registry.isKnown(of.id()) && slots.contains(of.job());
  }

  private AllocatedContainer register(PreviousContainers.Container of, boolean released) {
    Slot slot = slots.of(of.job(), of.role()).slot(of.index());
    AllocatedContainer container = new AllocatedContainer(of.id(), of.host(), slot);
    registry.add(container);
    context
        .out()
        .onContainerAssigned(
            of.job(),
            of.role(),
            of.index(),
            of.id(),
            of.host(),
            of.grantedAt(),
            of.launchedAt(),
            !released,
            released);
    return container;
  }

  /** Ends the containers that the cluster did not list in time. */
  void reconcile() {
    dropEnded();
    for (AllocatedContainer container : List.copyOf(awaited)) {
      if (context.awakeNanos() >= container.awaitedUntil()) {
        endMissing(container);
      }
    }
  }

  private void dropEnded() {
    awaited.removeIf(one -> registry.get(one.containerId()) != one);
  }

  /** Ends a container that the cluster no longer lists; its exit status is unknown. */
  private void endMissing(AllocatedContainer container) {
    awaited.remove(container);
    missing.add(container.containerId());
    LOG.warn("{} ended with the master that launched it", container.containerId());
    if (container.isLaunched()) {
      Failure failure =
          ExitCodes.failure(
              container.slot().role(),
              ExitCodes.UNKNOWN,
              container.containerId(),
              container.host(),
              "the cluster does not know it any more");
      registry.end(container, ExitCodes.UNKNOWN, failure);
    } else {
      endUnlaunched(container);
    }
  }

  /** Ends a container whose master was lost before the launch: no process is missing. */
  void endUnlaunched(AllocatedContainer container) {
    container.giveBack();
    registry.end(container, ExitCodes.UNKNOWN, null);
  }

  /** The latest time at which {@link #reconcile} is due. */
  long nextDeadline() {
    dropEnded();
    long next = Long.MAX_VALUE;
    for (AllocatedContainer container : awaited) {
      long wait = Math.max(0, container.awaitedUntil() - context.awakeNanos());
      next = Math.min(next, context.now().nanos() + wait);
    }
    return next;
  }
}
