package trainer.master.job.allocation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.job.Role;
import trainer.core.message.ToMember;
import trainer.core.table.PartitionMap;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.JobContainers;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.PserverPlacement;

/**
 * The drain of members that are not needed. These are workers that are not wanted any more or whose
 * container the cluster is going to take. A pserver is drained when it is not wanted any more and
 * the map does not name it. Each member is sent {@code Leave} and given the time to complete its
 * logs. Its container goes back to the cluster. A drain is no failure.
 */
public final class GracefulDrain {
  private static final Logger LOG = LoggerFactory.getLogger(GracefulDrain.class);

  private final JobContext context;
  private final Membership members;
  private final JobContainers containers;
  private final PserverPlacement places;
  private final WorkerTargets workers;
  private final Map<String, Long> since = new HashMap<>();

  /**
   * The containers of workers that the cluster is going to take, each with the reason. The worker
   * may still have to register.
   */
  private final Map<String, String> warned = new HashMap<>();

  public GracefulDrain(
      JobContext context,
      Membership members,
      JobContainers containers,
      PserverPlacement places,
      WorkerTargets workers) {
    this.context = context;
    this.members = members;
    this.containers = containers;
    this.places = places;
    this.workers = workers;
  }

  /** Drains pservers that are not needed, and stops drained processes that do not end. */
  public void reconcile() {
    for (Member pserver : members.live(Role.PSERVER)) {
      if (isNotNeeded(pserver.index())) {
        drain(pserver, "it holds nothing any more");
      }
    }
    for (JobContainers.Entry container : containers.alive()) {
      if (isLeft(container) || since.containsKey(container.id())) {
        force(container);
      }
    }
  }

  private boolean isLeft(JobContainers.Entry container) {
    return container.role() == Role.PSERVER
        ? isNotNeeded(container.index())
        : workers.isAsked() && !workers.isWanted(container.index());
  }

  /**
   * Notes that the cluster is going to take a container: its worker leaves as soon as it is
   * registered.
   */
  public void onWarned(String containerId, String why) {
    warned.putIfAbsent(containerId, why);
  }

  /**
   * Drains workers whose container the cluster is going to take, and workers that are not wanted
   * any more.
   *
   * @param left receives each of them, so that others do its work
   */
  public void reconcileWorkers(Consumer<Member> left) {
    if (!warned.isEmpty()) {
      warned
          .keySet()
          .retainAll(
              containers.alive().stream()
                  .map(JobContainers.Entry::id)
                  .collect(Collectors.toUnmodifiableSet()));
    }
    boolean mayLeave = workers.isAsked() || !warned.isEmpty();
    for (Member worker : mayLeave ? members.live(Role.WORKER) : List.<Member>of()) {
      String why = warned.get(worker.containerId());
      if (why == null && !workers.isWanted(worker.index())) {
        why = "fewer workers are wanted";
      }
      if (why != null && !worker.isExiting()) {
        drain(worker, why);
        left.accept(worker);
      }
    }
  }

  /** Drains a member that is not needed, or whose work is given to others. */
  void drain(Member member, String why) {
    LOG.info("{}: {} leaves: {}", context.spec().id(), member.named(), why);
    members.exiting(member);
    sendLeave(member);
    containers.giveBack(member.containerId(), false);
    since.put(member.containerId(), context.nanos());
    context.changed();
  }

  /** Sends the order to leave, also again over a new stream. */
  public void sendLeave(Member member) {
    String reason = "it is not wanted any more, or the cluster takes its container";
    context.send(member.incarnation(), new ToMember.Leave(context.term(), reason));
  }

  /** Whether the job wants a process in the place of this container. */
  public boolean isWanted(JobContainers.Entry container) {
    return container.role() == Role.WORKER
        ? workers.isWanted(container.index())
        : places.isWanted(container.index());
  }

  private boolean isNotNeeded(int index) {
    PartitionMap map = context.history().map();
    return !places.isWanted(index)
        && (map == null || map.pservers().stream().noneMatch(one -> one.index() == index));
  }

  /**
   * Stops the process of a drained container after the exit timeout, and at once if it has never
   * registered.
   */
  private void force(JobContainers.Entry container) {
    Long asked = since.get(container.id());
    boolean isOverdue =
        asked == null
            ? members.inContainer(container.id()).isEmpty() && !containers.isAwaited(container.id())
            : context.nanos() - asked >= context.plan().containers().exitTimeout().toNanos();
    if (isOverdue) {
      since.put(container.id(), Long.MAX_VALUE);
      containers.giveBack(container.id(), true);
    }
  }
}
