package trainer.worker.share;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.table.KeyList;
import trainer.core.table.PartitionMap;

/**
 * One piece of work on its way: a share, or a piece of an evaluation.
 *
 * <pre>
 * PREPARING → PULLING → COMPUTING → PUSHING → DONE      a share, kept until its version is committed
 *                                 → (scored, gone)      a piece of an evaluation
 * </pre>
 */
final class Work {
  /** How far the work is. */
  enum Stage {
    PREPARING,
    PULLING,
    COMPUTING,
    PUSHING,
    DONE
  }

  /** Shares before evaluations, the oldest version first: orders ahead never block an older one. */
  static final Comparator<Work> OLDEST_FIRST =
      Comparator.comparing((Work work) -> work.order == null)
          .thenComparingLong(work -> work.pullVersion)
          .thenComparingLong(work -> work.id);

  final long id;
  final long line;
  final long pullVersion;

  /** The order of a share; null for a piece of an evaluation. */
  final ToMember.Order order;

  /** The evaluation this is a piece of; null for a share. */
  final Evaluating evaluating;

  final Map<Lane, Leg> legs = new LinkedHashMap<>();
  Stage stage = Stage.PREPARING;
  KeyList keys;
  Metrics metrics;

  /** When the parameters were in hand. */
  long startNanos;

  long[] sums;

  private Work(long id, long line, long pullVersion, ToMember.Order order, Evaluating evaluating) {
    this.id = id;
    this.line = line;
    this.pullVersion = pullVersion;
    this.order = order;
    this.evaluating = evaluating;
  }

  static Work share(long id, ToMember.Order order) {
    return new Work(id, order.line(), order.version() - 1, order, null);
  }

  static Work piece(long id, Evaluating evaluating) {
    ToMember.Evaluate task = evaluating.task;
    return new Work(id, task.line(), task.version(), null, evaluating);
  }

  boolean isShare() {
    return order != null;
  }

  int phase() {
    return isShare() ? order.phase() : WorkerAction.SCORING;
  }

  boolean isShare(long ofLine, long version, int share) {
    return isShare() && line == ofLine && order.version() == version && order.share() == share;
  }

  /** Whether a lane's refusal of a push of share (or pull) {@code of} is about this. */
  boolean isMeant(boolean push, long of) {
    return push ? isShare() && order.share() == of : id == of;
  }

  /** Routes the work's keys by the map; a leg whose keys stay the same goes on as it was. */
  void route(PartitionMap map) {
    Map<Lane, Leg> before = new LinkedHashMap<>(legs);
    legs.clear();
    for (Lane lane : Lane.of(map)) {
      LaneList list = LaneList.cut(keys, map, lane);
      Leg leg = before.get(lane);
      legs.put(lane, leg != null && leg.list.samePlaces(list) ? leg : new Leg(list));
    }
  }

  boolean hasAllValues() {
    return legs.values().stream().allMatch(leg -> leg.values != null);
  }

  boolean hasAllAcks() {
    return legs.values().stream().allMatch(leg -> leg.acked);
  }

  /** What every lane answered; the legs let go of it. */
  List<LaneValues> takeValues() {
    List<LaneValues> all = new ArrayList<>(legs.size());
    for (Leg leg : legs.values()) {
      all.add(new LaneValues(leg.list, leg.values));
      leg.values = null;
    }
    return all;
  }

  @Override
  public String toString() {
    return isShare()
        ? "share " + order.share() + " of version " + order.version() + " on line " + line
        : "evaluation task " + evaluating.task.task();
  }
}
