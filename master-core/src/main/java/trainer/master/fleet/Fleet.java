package trainer.master.fleet;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.time.Moment;

/**
 * The pure core of the containers of all jobs. It compares the wanted slots with those asked for,
 * granted and lost, and acts on the difference.
 *
 * <p><em>Parts.</em> {@link FleetSlots} holds the slots of the jobs, {@link ContainerRequests} the
 * open requests, {@link ContainerRegistry} the containers, and {@link ContainerTakeover} those of
 * earlier masters. {@link FleetEventHandler} reacts to the cluster.
 *
 * <p><em>Guarantees.</em> Each ask is for one slot and has its own number, so each grant finds its
 * slot. A grant is used or released at once. A container stays known until the cluster reports its
 * end; repeated reports are ignored.
 *
 * <p><em>Threading.</em> Confined to one thread.
 */
public final class Fleet {
  private final FleetContext context = new FleetContext();
  private final FleetSlots slots = new FleetSlots();
  private final PreviousContainers previous = new PreviousContainers();
  private final Nodes nodes = new Nodes();
  private final ContainerRequests requests = new ContainerRequests(context, slots, previous);
  private final ContainerRegistry registry = new ContainerRegistry(context, slots, requests, nodes);
  private final ContainerTakeover takeover =
      new ContainerTakeover(context, slots, previous, registry);
  private final Set<JobId> over = new HashSet<>();
  private final FleetEventHandler handler =
      new FleetEventHandler(context, slots, requests, registry, takeover, nodes);

  /**
   * Restores the containers and nodes that earlier masters recorded.
   *
   * @param own the container in which this master runs; empty if it runs in none of the fleet's
   */
  public void remember(List<Fact> facts, String own) {
    previous.take(facts);
    takeover.runIn(own);
    for (Fact fact : facts) {
      if (fact instanceof FleetFact.NodeNoted noted) {
        nodes.remember(noted);
      }
    }
  }

  /**
   * Starts the numbers of asks at {@code term << 20}, so that no two masters use the same number.
   */
  public void lead(Term term) {
    requests.beginTerm(term);
  }

  /**
   * Adds a job that may want containers of these sizes.
   *
   * @param memoryFactor the most memory of a process, as a multiple of its size; one that runs out
   *     of memory is asked for again with more
   */
  public void add(JobId job, Map<Role, ContainerSize> sizes, float memoryFactor) {
    slots.add(job, sizes, memoryFactor);
  }

  /** Forgets a job that is over, as soon as its last container has ended. */
  public void remove(JobId job) {
    over.add(job);
    dropOver();
  }

  private void dropOver() {
    over.removeIf(
        job -> {
          boolean isHeld = registry.all().stream().anyMatch(one -> one.slot().job().equals(job));
          if (!isHeld) {
            slots.remove(job);
          }
          return !isHeld;
        });
  }

  /** Sets the limits of the blacklist. */
  public void terms(BlacklistTerms terms) {
    nodes.terms(terms);
  }

  /** Counts a failed container against its host: no other cause is known. */
  public void blame(String host, String containerId, String why, Moment at, FleetOutbox to) {
    context.begin(at, to);
    nodes.onFailed(host, containerId, why, at, to);
    reconcile();
  }

  /** Excludes the node from blame for the end of a container. */
  public void absolve(String containerId) {
    nodes.absolve(containerId);
  }

  /** Marks a process as slow, or as recovered. */
  public void slow(String containerId, boolean isSlow, Moment at, FleetOutbox to) {
    context.begin(at, to);
    AllocatedContainer container = registry.get(containerId);
    if (container != null) {
      nodes.onSlow(container, isSlow);
    }
    reconcile();
  }

  /**
   * Sets the indices of a role that a job wants processes for.
   *
   * @param hosts where they run best, the best first; empty: anywhere
   */
  public void want(
      JobId job, Role role, List<Integer> indices, List<String> hosts, Moment at, FleetOutbox to) {
    context.begin(at, to);
    slots.of(job, role).want(indices, hosts);
    reconcile();
  }

  /**
   * Gives a container back that its job no longer needs.
   *
   * @param force false: it is expected to end by itself; true: it is stopped
   */
  public void giveBack(String containerId, boolean force, Moment at, FleetOutbox to) {
    context.begin(at, to);
    AllocatedContainer container = registry.get(containerId);
    if (container == null) {
      return;
    }
    container.giveBack();
    if (force) {
      registry.release(container);
      // the slot is free for the next container before the cluster confirms the end
      registry.vacate(container);
    }
    reconcile();
  }

  /**
   * Handles the registration of a container's process: it runs, whether or not the cluster has
   * confirmed that.
   */
  public void onRegistered(String containerId, Moment at, FleetOutbox to) {
    context.begin(at, to);
    AllocatedContainer container = registry.get(containerId);
    if (container != null) {
      if (container.isUnconfirmed()) {
        container.confirm();
        takeover.confirm(container);
      }
      registry.record(container, FleetFact.ContainerNoted.REGISTERED);
    }
    reconcile();
  }

  /** The hosts of all containers that have not ended. */
  public List<String> hosts() {
    return registry.all().stream().map(AllocatedContainer::host).distinct().toList();
  }

  /** Handles an event of the cluster's adapter. */
  public void handle(FleetEvent event, Moment at, FleetOutbox to) {
    context.begin(at, to);
    event.to(handler);
    reconcile();
  }

  /** Handles the passage of time. */
  public void tick(Moment at, FleetOutbox to) {
    context.begin(at, to);
    reconcile();
  }

  /** The latest time at which {@link #tick} is due, in nanoseconds. */
  public long nextDeadline() {
    long next = Math.min(nodes.nextDeadline(), takeover.nextDeadline());
    next = Math.min(next, requests.nextDeadline());
    for (RoleSlots role : slots.roles()) {
      if (!role.backoff().isOver(context.now().nanos())) {
        next = Math.min(next, role.backoff().until());
      }
    }
    return next;
  }

  private void reconcile() {
    dropOver();
    takeover.reconcile();
    nodes.reconcile(registry.all(), context.now(), context.out());
    for (RoleSlots role : slots.roles()) {
      requests.reconcile(role);
      slots.report(role, context.out());
    }
  }
}
