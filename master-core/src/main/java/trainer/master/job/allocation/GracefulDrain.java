package trainer.master.job.allocation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
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
 * Lets workers go that are not wanted any more or that the cluster is going to take, and pservers
 * that are not wanted any more once the map does without them: each is told to leave and given the
 * time to complete its logs, and its container goes back to the cluster. That is nobody's failure.
 */
public final class GracefulDrain {
  private static final Logger LOG = LoggerFactory.getLogger(GracefulDrain.class);

  private final JobContext context;
  private final Membership members;
  private final JobContainers containers;
  private final PserverPlacement places;
  private final WorkerTargets workers;
  private final Map<String, Long> since = new HashMap<>();

  /** Containers that the cluster is going to take, of workers that are to come yet, and why. */
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

  /** Lets go whom nothing needs. */
  public void look() {
    for (Member pserver : members.live(Role.PSERVER)) {
      if (isNotNeeded(pserver.index())) {
        letGo(pserver, "it holds nothing any more");
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

  /** The cluster is going to take a container: its worker leaves as soon as it is there. */
  public void warned(String containerId, String why) {
    warned.putIfAbsent(containerId, why);
  }

  /**
   * Lets workers go that the cluster is going to take, and those that are not wanted any more.
   *
   * @param left told of each, whose work others are to do
   */
  public void lookWorkers(Consumer<Member> left) {
    if (!warned.isEmpty()) {
      warned.keySet().retainAll(containers.alive().stream().map(JobContainers.Entry::id).toList());
    }
    boolean mayLeave = workers.isAsked() || !warned.isEmpty();
    for (Member worker : mayLeave ? members.live(Role.WORKER) : List.<Member>of()) {
      String why = warned.get(worker.containerId());
      if (why == null && !workers.isWanted(worker.index())) {
        why = "fewer workers are wanted";
      }
      if (why != null && !worker.isExiting()) {
        letGo(worker, why);
        left.accept(worker);
      }
    }
  }

  /** Tells one to leave whom nothing needs, or whose work others do. */
  void letGo(Member member, String why) {
    LOG.info("{}: {} leaves: {}", context.spec().id(), member.named(), why);
    members.exiting(member);
    tell(member);
    containers.giveBack(member.containerId(), false);
    since.put(member.containerId(), context.nanos());
    context.changed();
  }

  /** Tells one that leaves so, once more over a new stream. */
  public void tell(Member member) {
    String reason = "it is not wanted any more, or the cluster takes its container";
    context.send(member.incarnation(), new ToMember.Leave(context.term(), reason));
  }

  private boolean isNotNeeded(int index) {
    PartitionMap map = context.history().map();
    return !places.isWanted(index)
        && (map == null || map.pservers().stream().noneMatch(one -> one.index() == index));
  }

  /** One that does not end is stopped, and at once one whose process has never come. */
  private void force(JobContainers.Entry container) {
    Long asked = since.get(container.id());
    boolean isOverdue =
        asked == null
            ? members.inContainer(container.id()).isEmpty() && !containers.isAwaited(container.id())
            : context.nanos() - asked >= context.plan().exitTimeout();
    if (isOverdue) {
      since.put(container.id(), Long.MAX_VALUE);
      containers.giveBack(container.id(), true);
    }
  }
}
