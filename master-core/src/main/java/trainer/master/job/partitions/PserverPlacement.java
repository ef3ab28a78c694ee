package trainer.master.job.partitions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.config.Keys;
import trainer.core.fact.TargetFact;
import trainer.core.job.Role;
import trainer.core.table.PartitionMap;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.history.JobPlan;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.JobContainers;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;

/**
 * The wanted pservers of the job: their number and their indices, as users and the cluster change
 * them. The wanted set is recorded. All else follows from comparing it with the live pservers and
 * the map, so any master comes to the same result.
 *
 * <p>A pserver whose container the cluster is going to take loses its index, and a new index is
 * wanted in its place. So it is drained like any other pserver that is not wanted any more.
 */
public final class PserverPlacement {
  private static final Logger LOG = LoggerFactory.getLogger(PserverPlacement.class);

  /**
   * The time for a new pserver to come while others have to be drained: the cluster may take these
   * soon.
   */
  private static final long SOON = Duration.ofSeconds(5).toNanos();

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final JobContainers containers;
  private List<Integer> toCome = List.of();
  private long toComeSince;
  private final Set<Integer> goingToBeTaken = new TreeSet<>();

  public PserverPlacement(
      JobContext context, JobLifecycle lifecycle, Membership members, JobContainers containers) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.containers = containers;
  }

  /** The indices of the wanted pservers. */
  public List<Integer> wanted() {
    return context.history().pserverTargets().indices();
  }

  public boolean isWanted(int index) {
    return context.history().pserverTargets().isWanted(index);
  }

  /** The live pservers that are wanted. */
  List<Member> there() {
    return members.live(Role.PSERVER).stream().filter(one -> isWanted(one.index())).toList();
  }

  public boolean areAllThere() {
    return there().size() == wanted().size();
  }

  /**
   * The pservers that replicas belong to now: all that are wanted and live. Empty while one is
   * missing that has been there before, because its successor gets its partitions. Also empty while
   * there are fewer pservers than replicas of a partition.
   */
  List<Member> holders() {
    List<Member> there = there();
    Set<Integer> indices = there.stream().map(Member::index).collect(Collectors.toSet());
    boolean isOneMissing =
        wanted().stream()
            .filter(context.history().pserverTargets()::wasTaken)
            .anyMatch(index -> !indices.contains(index));
    return isOneMissing || there.size() < context.plan().pservers().replicas() ? List.of() : there;
  }

  /** Whether a new pserver may come soon, so that replicas would move twice. */
  boolean areFilling() {
    List<Integer> missing =
        wanted().stream()
            .filter(index -> members.holder(Role.PSERVER, index).isEmpty())
            .filter(index -> !context.history().pserverTargets().wasTaken(index))
            .toList();
    if (!missing.equals(toCome)) {
      toCome = missing;
      toComeSince = context.nanos();
    }
    long patience = isAnyToLeave() ? SOON : context.plan().containers().patience().toNanos();
    return !missing.isEmpty() && context.nanos() - toComeSince < patience;
  }

  private boolean isAnyToLeave() {
    PartitionMap map = context.history().map();
    return map != null && map.pservers().stream().anyMatch(one -> !isWanted(one.index()));
  }

  /** Handles a user's request for another number of pservers. */
  public void scale(JobEvent.ScaleAsked event) {
    String refusal = refusal(event);
    if (refusal != null) {
      answer(event, false, refusal);
    } else if (event.count() == wanted().size()) {
      want(wanted(), event.by()); // recorded again: a master that lost its lead must not answer
      answer(event, true, context.spec().id() + " wants " + event.count() + " pservers already");
    } else {
      int before = wanted().size();
      want(event.count() > before ? more(event.count()) : fewer(event.count()), event.by());
      answer(
          event,
          true,
          context.spec().id()
              + " wants "
              + event.count()
              + " pservers from here on, not "
              + before);
    }
  }

  private String refusal(JobEvent.ScaleAsked event) {
    JobPlan plan = context.plan();
    if (lifecycle.isDecided() || context.history().isFinal()) {
      return context.spec().id() + " is trained, its pservers only finish";
    } else if (plan.training().isScoring()) {
      return "a scoring job keeps the pservers that it began with: they only serve its model";
    } else if (plan.training().sync().mode().isOnArrival()) {
      return "pservers cannot be added or removed under trainer.sync=async or ssp: updates are applied"
          + " as they come, so there is no version at which a partition could change its place";
    } else if (event.count() < plan.pservers().replicas()) {
      return plan.pservers().replicas()
          + " copies of each partition (trainer.pserver.replicas) need as many pservers, not "
          + event.count();
    }
    return event.count() > Keys.MOST_PROCESSES ? "at most " + Keys.MOST_PROCESSES : null;
  }

  private void answer(JobEvent.ScaleAsked event, boolean accepted, String message) {
    context.act(new JobEffect.Answer(event.question(), accepted, message));
  }

  /**
   * The wanted indices with new ones added. New pservers get indices that no live container has.
   */
  private List<Integer> more(int count) {
    // Twice the most: containers of drained pservers keep their indices until they end.
    Set<Integer> free = new TreeSet<>(IntStream.range(0, Keys.MOST_PROCESSES * 2).boxed().toList());
    containers.alive().stream()
        .filter(entry -> entry.role() == Role.PSERVER)
        .forEach(entry -> free.remove(entry.index()));
    wanted().forEach(free::remove);
    List<Integer> indices = new ArrayList<>(wanted());
    free.stream().limit(count - indices.size()).forEach(indices::add);
    return indices;
  }

  /**
   * The wanted indices with some removed: first pservers that are not there yet, then the highest
   * indices.
   */
  private List<Integer> fewer(int count) {
    Comparator<Integer> thereFirst =
        Comparator.comparing(index -> members.holder(Role.PSERVER, index).isEmpty());
    return wanted().stream().sorted(thereFirst.thenComparing(index -> index)).limit(count).toList();
  }

  /** Replaces the pserver in a container that the cluster is going to take. */
  public void onLeaving(String containerId, String why) {
    if (lifecycle.isDecided()
        || context.history().isFinal()
        || context.plan().training().sync().mode().isOnArrival()) {
      return; // its replicas are needed no longer, or cannot move (async, ssp)
    }
    containers.alive().stream()
        .filter(entry -> entry.id().equals(containerId))
        .filter(entry -> entry.role() == Role.PSERVER && isWanted(entry.index()))
        .findFirst()
        .ifPresent(entry -> replace(entry.index(), "pserver " + entry.index() + ": " + why));
  }

  /** Whether the live pservers can take over the partitions of lost ones. */
  public boolean canGiveUpLost() {
    return !lost().isEmpty()
        && there().size() >= Math.max(1, context.plan().pservers().replicas())
        && !context.plan().training().sync().mode().isOnArrival();
  }

  /**
   * Gives up lost pservers for which no container is granted: their indices are replaced by new
   * ones, which have no holder yet. The live pservers take over the lost partitions, and share them
   * with each pserver that is granted later. Only where {@link #canGiveUpLost}.
   */
  public void giveUpLost(String why) {
    List<Integer> lost = lost();
    String by = "goes on with " + there().size() + " of " + wanted().size() + " pservers: " + why;
    LOG.warn("{}: {}", context.spec().id(), by);
    List<Integer> indices = new ArrayList<>(more(wanted().size() + lost.size()));
    indices.removeAll(lost);
    want(indices, by);
  }

  private List<Integer> lost() {
    return wanted().stream()
        .filter(context.history().pserverTargets()::wasTaken)
        .filter(index -> there().stream().noneMatch(one -> one.index() == index))
        .toList();
  }

  /** Whether the map names a pserver whose container the cluster is going to take. */
  boolean isTimeShort() {
    PartitionMap map = context.history().map();
    return map != null
        && map.pservers().stream().anyMatch(one -> goingToBeTaken.contains(one.index()));
  }

  private void replace(int index, String why) {
    LOG.info("{}: {}", context.spec().id(), why);
    goingToBeTaken.add(index);
    List<Integer> indices = new ArrayList<>(more(wanted().size() + 1));
    indices.remove((Integer) index);
    want(indices, why);
  }

  private void want(List<Integer> indices, String by) {
    List<Integer> ascending = indices.stream().sorted().toList();
    goingToBeTaken.removeAll(ascending);
    context.record(new TargetFact.PserversWanted(ascending, by, context.millis()));
  }
}
