package trainer.master.fleet;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.FleetFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

/** The reactions of the fleet to events of the cluster's adapter. */
final class FleetEventHandler implements FleetEvent.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(FleetEventHandler.class);

  private final FleetContext context;
  private final FleetSlots slots;
  private final ContainerRequests requests;
  private final ContainerRegistry registry;
  private final ContainerTakeover takeover;
  private final Nodes nodes;
  private final PreemptionPolicy preemption = new PreemptionPolicy();

  FleetEventHandler(
      FleetContext context,
      FleetSlots slots,
      ContainerRequests requests,
      ContainerRegistry registry,
      ContainerTakeover takeover,
      Nodes nodes) {
    this.context = context;
    this.slots = slots;
    this.requests = requests;
    this.registry = registry;
    this.takeover = takeover;
    this.nodes = nodes;
  }

  @Override
  public void on(FleetEvent.Joined event) {
    takeover.onListed(event.containers(), event.isWhole());
  }

  @Override
  public void on(FleetEvent.Granted event) {
    String id = event.containerId();
    if (registry.isKnown(id)) {
      LOG.info("{} was granted twice, ignored", id);
      return;
    }
    Slot slot = requests.take(event.ask());
    if (slot == null) {
      LOG.info("{} is more than was asked for, released", id);
      registry.releaseSurplus(id);
      return;
    }
    if (nodes.isAvoided(event.host())) {
      // granted before the cluster knew of the blacklist; asked for again
      slot.notAsked();
      LOG.info("{} is on {}, which gets none, released", id, event.host());
      registry.releaseSurplus(id);
      return;
    }
    launch(slot, event);
  }

  private void launch(Slot slot, FleetEvent.Granted event) {
    String id = event.containerId();
    AllocatedContainer container = new AllocatedContainer(id, event.host(), slot);
    slot.hold(container);
    registry.add(container);
    registry.recordGrant(container);
    FleetOutbox out = context.out();
    out.onContainerAssigned(
        slot.job(),
        slot.role(),
        slot.index(),
        id,
        event.host(),
        slot.askedAt(),
        context.now().millis(),
        false,
        false);
    out.act(new FleetAction.Launch(id, slot.job(), slot.role(), slot.index()));
  }

  @Override
  public void on(FleetEvent.Launched event) {
    AllocatedContainer container = registry.get(event.containerId());
    if (container != null && !container.isLaunched()) {
      container.launched();
      registry.record(container, FleetFact.ContainerNoted.LAUNCHED);
    }
  }

  @Override
  public void on(FleetEvent.LaunchFailed event) {
    AllocatedContainer container = registry.get(event.containerId());
    if (container == null) {
      return;
    }
    registry.release(container);
    registry.end(
        container,
        ExitCodes.UNKNOWN,
        new Failure(
            FailureKind.CONTAINER_LAUNCH_FAILED,
            container.slot().role().word() + " could not be launched: " + event.reason(),
            event.containerId() + " on " + container.host(),
            "see the log of that node's NodeManager"));
  }

  @Override
  public void on(FleetEvent.Completed event) {
    takeover.onCompleted(event.containerId());
    AllocatedContainer container = registry.get(event.containerId());
    if (container == null) {
      registry.endUnheld(event.containerId());
    } else if (container.isUnconfirmed() && !container.isLaunched()) {
      takeover.endUnlaunched(container);
    } else {
      registry.end(
          container,
          event.exit(),
          ExitCodes.failure(
              container.slot().role(),
              event.exit(),
              event.containerId(),
              container.host(),
              event.diagnostics()));
    }
  }

  @Override
  public void on(FleetEvent.Leaving event) {
    for (String id : event.containerIds()) {
      AllocatedContainer container = registry.get(id);
      if (container != null && !container.isGivenBack()) {
        context.out().onContainerLeaving(container.slot().job(), id, event.why());
      }
    }
  }

  @Override
  public void on(FleetEvent.WantedBack event) {
    List<AllocatedContainer> wanted =
        event.containerIds().stream()
            .map(registry::get)
            .filter(container -> container != null)
            .toList();
    for (AllocatedContainer one :
        preemption.of(
            wanted, registry.all(), of -> slots.of(of.slot()).size(), context.now().nanos())) {
      context.out().onContainerLeaving(one.slot().job(), one.containerId(), event.why());
    }
  }

  @Override
  public void on(FleetEvent.ClusterSeen event) {
    slots.explain(event.explanation());
  }

  @Override
  public void on(FleetEvent.ClusterSized event) {
    nodes.size(event.hosts());
    requests.limit(event.largestMb());
  }

  @Override
  public void on(FleetEvent.ShutdownOrdered event) {
    LOG.warn("the ResourceManager orders a shutdown: {}", event.reason());
  }
}
