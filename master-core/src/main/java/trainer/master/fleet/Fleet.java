package trainer.master.fleet;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.time.AwakeTime;
import trainer.core.time.Moment;

/**
 * The pure core of the containers of all jobs. It compares the wanted slots with those asked for,
 * granted and lost, and acts on the difference.
 *
 * <p><em>Guarantees.</em> Each ask is for one slot and has its own number, so each grant finds its
 * slot. A grant is used or released at once. A container stays known until the cluster reports its
 * end; repeated reports are ignored.
 *
 * <p><em>Threading.</em> Confined to one thread.
 */
public final class Fleet {
  private static final Logger LOG = LoggerFactory.getLogger(Fleet.class);
  private static final int UNKNOWN = -1000;
  private static final int ASK_BITS = 20;

  /**
   * Time for a recovering ResourceManager to learn of running containers, and for live processes to
   * find the new master.
   */
  private static final long FINDING = Duration.ofSeconds(30).toNanos();

  private final Map<JobId, Map<Role, RoleSlots>> crews = new LinkedHashMap<>();
  private final PreviousContainers earlier = new PreviousContainers();
  private final AwakeTime awake = new AwakeTime();
  private final PreemptionPolicy choice = new PreemptionPolicy();
  private final Nodes nodes = new Nodes();
  private final Map<Long, Slot> asks = new HashMap<>();
  private final Map<String, AllocatedContainer> held = new LinkedHashMap<>();
  private final Set<AllocatedContainer> awaited = new LinkedHashSet<>();
  private final Set<String> surplus = new HashSet<>();
  private final Set<String> ended = new HashSet<>();
  private final Set<String> unfound = new HashSet<>();
  private int largestMb;
  private long lastAsk;
  private String explanation = "";
  private Moment now = new Moment(0, 0);
  private FleetOutbox out;

  /** Restores the containers and nodes that earlier masters recorded. */
  public void remember(List<Fact> facts) {
    earlier.take(facts);
    for (Fact fact : facts) {
      if (fact instanceof Fact.NodeNoted noted) {
        nodes.remember(noted);
      }
    }
  }

  /**
   * Starts the numbers of asks at {@code term << 20}, so that no two masters use the same number.
   */
  public void lead(long term) {
    lastAsk = Math.max(lastAsk, term << ASK_BITS);
  }

  /**
   * Adds a job that may want containers of these sizes.
   *
   * @param memoryFactor the most memory of a process, as a multiple of its size; one that runs out
   *     of memory is asked for again with more
   */
  public void add(JobId job, Map<Role, ContainerSize> sizes, float memoryFactor) {
    Map<Role, RoleSlots> ofJob = crews.computeIfAbsent(job, id -> new LinkedHashMap<>());
    sizes.forEach(
        (role, size) -> ofJob.putIfAbsent(role, new RoleSlots(job, role, size, memoryFactor)));
  }

  /** Sets the limits of the blacklist. */
  public void terms(BlacklistTerms terms) {
    nodes.terms(terms);
  }

  /** Counts a failed container against its host: no other cause is known. */
  public void blame(String host, String containerId, String why, Moment at, FleetOutbox to) {
    begin(at, to);
    nodes.onFailed(host, containerId, why, at, to);
    reconcile();
  }

  /** Excludes the node from blame for the end of a container. */
  public void absolve(String containerId) {
    nodes.absolve(containerId);
  }

  /** Marks a process as slow, or as recovered. */
  public void slow(String containerId, boolean isSlow, Moment at, FleetOutbox to) {
    begin(at, to);
    if (held.containsKey(containerId)) {
      nodes.onSlow(held.get(containerId), isSlow);
    }
    reconcile();
  }

  /** Sets the indices of a role that a job wants processes for. */
  public void want(JobId job, Role role, List<Integer> indices, Moment at, FleetOutbox to) {
    begin(at, to);
    RoleSlots crew = crews.get(job).get(role);
    crew.want(indices);
    reconcile();
  }

  /**
   * Gives a container back that its job no longer needs.
   *
   * @param force false: it is expected to end by itself; true: it is stopped
   */
  public void giveBack(String containerId, boolean force, Moment at, FleetOutbox to) {
    begin(at, to);
    AllocatedContainer container = held.get(containerId);
    if (container == null) {
      return;
    }
    container.giveBack();
    if (force) {
      release(container);
      // the slot is free for the next container before the cluster confirms the end
      vacate(container);
    }
    reconcile();
  }

  /**
   * Handles the registration of a container's process: it runs, whether or not the cluster has
   * confirmed that.
   */
  public void onRegistered(String containerId, Moment at, FleetOutbox to) {
    begin(at, to);
    AllocatedContainer container = held.get(containerId);
    if (container != null) {
      if (container.isUnconfirmed()) {
        container.confirm();
        found(container);
      }
      note(container, Fact.ContainerNoted.REGISTERED, null);
    }
    reconcile();
  }

  /** Handles an event of the cluster's adapter. */
  public void handle(FleetEvent event, Moment at, FleetOutbox to) {
    begin(at, to);
    event.to(new Dispatch());
    reconcile();
  }

  /** Handles the passage of time. */
  public void tick(Moment at, FleetOutbox to) {
    begin(at, to);
    reconcile();
  }

  /** The latest time at which {@link #tick} is due, in nanoseconds. */
  public long nextDeadline() {
    long next = nodes.nextDeadline();
    for (Map<Role, RoleSlots> ofJob : crews.values()) {
      for (RoleSlots crew : ofJob.values()) {
        if (!crew.backoff().isOver(now.nanos())) {
          next = Math.min(next, crew.backoff().until());
        }
      }
    }
    for (AllocatedContainer container : awaited) {
      next = Math.min(next, now.nanos() + Math.max(0, container.awaitedUntil() - awake.last()));
    }
    return next;
  }

  private void begin(Moment at, FleetOutbox to) {
    now = at;
    out = to;
    awake.at(at.nanos());
  }

  private void reconcile() {
    for (AllocatedContainer container : List.copyOf(awaited)) {
      if (awake.last() >= container.awaitedUntil()) {
        missing(container);
      }
    }
    nodes.reconcile(held.values(), now, out);
    for (Map<Role, RoleSlots> ofJob : crews.values()) {
      for (RoleSlots crew : ofJob.values()) {
        for (Slot slot : crew.slots()) {
          reconcile(crew, slot);
        }
        if (crew.isNews(explanation)) {
          out.onAllocation(
              crew.job(), crew.role(), crew.wanted(), crew.granted(), crew.launched(), explanation);
        }
      }
    }
  }

  private void reconcile(RoleSlots crew, Slot slot) {
    if (crew.isWanted(slot)) {
      if (slot.isEmpty() && crew.backoff().isOver(now.nanos())) {
        ask(crew, slot);
      }
    } else if (slot.isAsked()) {
      asks.remove(slot.ask());
      out.act(new FleetAction.CancelAsk(slot.ask()));
      slot.notAsked();
    }
  }

  private void ask(RoleSlots crew, Slot slot) {
    long number = ++lastAsk;
    slot.asked(number, now.millis());
    asks.put(number, slot);
    ContainerSize size = size(crew, slot);
    out.act(
        new FleetAction.Ask(
            number,
            crew.role(),
            size.memoryMb(),
            size.vcores(),
            crew.role() == Role.PSERVER ? 1 : 2));
  }

  private ContainerSize size(RoleSlots crew, Slot slot) {
    double most = crew.size().memoryMb() * (double) crew.memoryFactor();
    int limit = (int) Math.min(most, largestMb == 0 ? Integer.MAX_VALUE : largestMb);
    return crew.size().grown(slot.growths() + earlier.growths(slot), limit);
  }

  /**
   * Gives the next process in the slot more memory, if the limit allows, and adds that to the
   * failure's advice.
   */
  private Failure grow(Slot slot, Failure failure) {
    RoleSlots crew = crews.get(slot.job()).get(slot.role());
    int before = size(crew, slot).memoryMb();
    slot.grow();
    int after = size(crew, slot).memoryMb();
    String then =
        after > before
            ? "; until then it is asked for with " + after + " MB instead of " + before
            : "; it had " + before + " MB, and gets no more: trainer.memory.max-factor";
    Failure extended =
        new Failure(failure.kind(), failure.what(), failure.where(), failure.advice() + then);
    LOG.warn("{}", extended.message());
    return extended;
  }

  private void release(AllocatedContainer container) {
    if (!container.isReleased()) {
      container.release();
      out.appendDurably(fact(container, Fact.ContainerNoted.RELEASED, null));
      out.act(new FleetAction.Release(container.containerId()));
    }
  }

  /** Frees the container's slot for another one. */
  private void vacate(AllocatedContainer container) {
    if (container.slot().held() == container) {
      container.slot().empty();
    }
  }

  private RoleSlots crewOf(AllocatedContainer container) {
    return crews.get(container.slot().job()).get(container.slot().role());
  }

  private void note(AllocatedContainer container, String step, Integer exit) {
    out.appendAsync(fact(container, step, exit));
  }

  private Fact fact(AllocatedContainer container, String step, Integer exit) {
    Slot slot = container.slot();
    return new Fact.ContainerNoted(
        container.containerId(),
        slot.job().toString(),
        slot.role().word(),
        slot.index(),
        container.host(),
        step,
        exit,
        now.millis());
  }

  /** Takes over a container of an earlier master; its slot is still free. */
  private AllocatedContainer takeOver(PreviousContainers.Container of) {
    AllocatedContainer container = hold(of, false);
    container.slot().hold(container);
    container.inherit();
    if (of.launched()) {
      container.launched();
    }
    return container;
  }

  /**
   * Tracks a container that an earlier master stopped until it ends. Another container may hold its
   * slot.
   */
  private AllocatedContainer takeLeave(PreviousContainers.Container of) {
    AllocatedContainer container = hold(of, true);
    container.giveBack();
    return container;
  }

  private AllocatedContainer hold(PreviousContainers.Container of, boolean released) {
    Slot slot = crews.get(of.job()).get(of.role()).slot(of.index());
    AllocatedContainer container = new AllocatedContainer(of.id(), of.host(), slot);
    held.put(of.id(), container);
    out.onContainerAssigned(
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

  private void found(AllocatedContainer container) {
    container.markFound();
    awaited.remove(container);
  }

  /**
   * Ends a container of an earlier master that the cluster no longer lists; its exit status is
   * unknown.
   */
  private void missing(AllocatedContainer container) {
    unfound.add(container.containerId());
    LOG.warn("{} ended with the master that launched it", container.containerId());
    if (container.isLaunched()) {
      Failure failure =
          ExitCodes.failure(
              container.slot().role(),
              UNKNOWN,
              container.containerId(),
              container.host(),
              "the cluster does not know it any more");
      end(container, UNKNOWN, failure);
    } else {
      neverLaunched(container);
    }
  }

  /**
   * Ends a container granted to a master that was lost before the launch: no process is missing.
   */
  private void neverLaunched(AllocatedContainer container) {
    container.giveBack();
    end(container, UNKNOWN, null);
  }

  private void end(AllocatedContainer container, int exit, Failure failure) {
    held.remove(container.containerId());
    nodes.onEnded(container);
    awaited.remove(container);
    ended.add(container.containerId());
    note(container, Fact.ContainerNoted.ENDED, exit);
    Slot slot = container.slot();
    // a container that had to be stopped did not end as requested
    boolean expected = container.isGivenBack() && !container.isReleased();
    // the status of a container that the master stopped does not show a decision of the cluster
    boolean taken =
        ExitCodes.isFree(exit) && !(container.isReleased() && ExitCodes.isByMaster(exit));
    if (!expected && !taken && crewOf(container).isWanted(slot)) {
      crewOf(container).backoff().onFailed(now.nanos());
    }
    vacate(container);
    Failure reported =
        failure != null && ExitCodes.isOutOfMemory(exit) ? grow(slot, failure) : failure;
    out.onContainerEnded(
        slot.job(),
        slot.role(),
        slot.index(),
        container.containerId(),
        exit,
        expected ? null : reported,
        taken);
  }

  private final class Dispatch implements FleetEvent.Handler {
    @Override
    public void on(FleetEvent.Joined event) {
      for (FleetEvent.Previous previous : event.containers()) {
        runs(previous.containerId());
      }
      for (PreviousContainers.Container container : earlier.wanted()) {
        inherit(container.id()).ifPresent(this::await);
      }
      for (PreviousContainers.Container container : earlier.released()) {
        leaving(container.id()).ifPresent(this::await);
      }
    }

    private void await(AllocatedContainer missing) {
      missing.await(awake.last() + FINDING);
      awaited.add(missing);
    }

    /**
     * Handles a running container of an earlier master: takes it over, or releases it if it is not
     * wanted.
     */
    private void runs(String id) {
      AllocatedContainer container = held.get(id);
      if (container != null) {
        boolean isLate = awaited.contains(container);
        found(container);
        if (container.isReleased() || (container.isGivenBack() && isLate)) {
          // the cluster did not list it at the time of its release
          out.act(new FleetAction.Release(id));
        }
        return;
      }
      // a container that was declared missing and runs after all goes on to its release below
      if (isKnown(id) && !unfound.remove(id)) {
        return;
      }
      Optional<AllocatedContainer> inherited = inherit(id);
      Optional<AllocatedContainer> leaving = leaving(id);
      if (inherited.isPresent()) {
        inherited.get().markFound();
      } else if (leaving.isPresent()) {
        leaving.get().markFound();
        out.act(new FleetAction.Release(id));
      } else {
        surplus.add(id);
        LOG.info("{} of an earlier master is not wanted any more, released", id);
        out.act(new FleetAction.Release(id));
      }
    }

    /** Takes over a container granted to an earlier master, if it is wanted and not known yet. */
    private Optional<AllocatedContainer> inherit(String id) {
      return earlier
          .wanted(id)
          .filter(of -> !isKnown(id) && crews.containsKey(of.job()))
          .map(Fleet.this::takeOver);
    }

    /** The same for a container that an earlier master stopped. */
    private Optional<AllocatedContainer> leaving(String id) {
      return earlier
          .released(id)
          .filter(of -> !isKnown(id) && crews.containsKey(of.job()))
          .map(Fleet.this::takeLeave);
    }

    private boolean isKnown(String id) {
      return held.containsKey(id) || ended.contains(id) || surplus.contains(id);
    }

    @Override
    public void on(FleetEvent.Granted event) {
      String id = event.containerId();
      if (isKnown(id)) {
        LOG.info("{} was granted twice, ignored", id);
        return;
      }
      Slot slot = asks.remove(event.ask());
      if (slot == null) {
        surplus.add(id);
        LOG.info("{} is more than was asked for, released", id);
        out.act(new FleetAction.Release(id));
        return;
      }
      if (nodes.isAvoided(event.host())) {
        // granted before the cluster knew of the blacklist; asked for again
        surplus.add(id);
        slot.notAsked();
        LOG.info("{} is on {}, which gets none, released", id, event.host());
        out.act(new FleetAction.Release(id));
        return;
      }
      AllocatedContainer container = new AllocatedContainer(id, event.host(), slot);
      slot.hold(container);
      held.put(id, container);
      out.appendDurably(fact(container, Fact.ContainerNoted.GRANTED, null));
      out.onContainerAssigned(
          slot.job(),
          slot.role(),
          slot.index(),
          id,
          event.host(),
          slot.askedAt(),
          now.millis(),
          false,
          false);
      out.act(new FleetAction.Launch(id, slot.job(), slot.role(), slot.index()));
    }

    @Override
    public void on(FleetEvent.Launched event) {
      AllocatedContainer container = held.get(event.containerId());
      if (container != null && !container.isLaunched()) {
        container.launched();
        note(container, Fact.ContainerNoted.LAUNCHED, null);
      }
    }

    @Override
    public void on(FleetEvent.LaunchFailed event) {
      AllocatedContainer container = held.get(event.containerId());
      if (container == null) {
        return;
      }
      release(container);
      end(
          container,
          UNKNOWN,
          new Failure(
              FailureKind.CONTAINER_LAUNCH_FAILED,
              container.slot().role().word() + " could not be launched: " + event.reason(),
              event.containerId() + " on " + container.host(),
              "see the log of that node's NodeManager"));
    }

    @Override
    public void on(FleetEvent.Completed event) {
      // a container of an earlier master may end before the cluster lists the running ones
      inherit(event.containerId());
      surplus.remove(event.containerId());
      unfound.remove(event.containerId());
      AllocatedContainer container = held.get(event.containerId());
      if (container != null && container.isUnconfirmed() && !container.isLaunched()) {
        neverLaunched(container);
      } else if (container != null) {
        end(
            container,
            event.exit(),
            ExitCodes.failure(
                container.slot().role(),
                event.exit(),
                event.containerId(),
                container.host(),
                event.diagnostics()));
      } else {
        ended.add(event.containerId());
      }
    }

    @Override
    public void on(FleetEvent.Leaving event) {
      for (String id : event.containerIds()) {
        AllocatedContainer container = held.get(id);
        if (container != null && !container.isGivenBack()) {
          out.onContainerLeaving(container.slot().job(), id, event.why());
        }
      }
    }

    @Override
    public void on(FleetEvent.WantedBack event) {
      List<AllocatedContainer> wanted =
          event.containerIds().stream().filter(held::containsKey).map(held::get).toList();
      for (AllocatedContainer one :
          choice.of(wanted, held.values(), of -> crewOf(of).size(), now.nanos())) {
        out.onContainerLeaving(one.slot().job(), one.containerId(), event.why());
      }
    }

    @Override
    public void on(FleetEvent.ClusterSeen event) {
      explanation = event.explanation();
    }

    @Override
    public void on(FleetEvent.ClusterSized event) {
      nodes.size(event.hosts());
      largestMb = event.largestMb();
    }

    @Override
    public void on(FleetEvent.ShutdownOrdered event) {
      LOG.warn("the ResourceManager orders a shutdown: {}", event.reason());
    }
  }
}
