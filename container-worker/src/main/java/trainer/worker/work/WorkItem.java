package trainer.worker.work;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import trainer.core.message.Metrics;
import trainer.core.message.Staleness;
import trainer.core.message.ToWorker;
import trainer.worker.routing.LaneExchange;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.LaneValues;
import trainer.worker.routing.RoutedKeyList;

/**
 * One work item in progress: a share, a step of a task, a report, or a piece of an evaluation. A
 * report is a step whose gradients must be admitted as a share before they are pushed.
 *
 * <pre>
 * PREPARING → PULLING → COMPUTING → PUSHING → DONE    a share, kept until its version is committed
 *                                           → (gone)  a step, which is never undone
 *                             → REPORTED → (a share)  a report, until it is admitted; pulled again
 *                                                     when it is refused or overtaken
 *                                 → (scored, gone)    a piece of an evaluation
 * </pre>
 */
final class WorkItem {
  private static final int NO_UPDATE = -1;

  /** The version of a report that is not pulled yet. */
  private static final long NOT_PULLED = -1;

  /** The progress of the item. */
  enum Stage {
    PREPARING,
    PULLING,
    COMPUTING,
    REPORTED,
    PUSHING,
    DONE
  }

  /**
   * Shares before other work, then the lowest version, so that orders ahead never block an older
   * one.
   */
  static final Comparator<WorkItem> OLDEST_FIRST =
      Comparator.comparing((WorkItem work) -> work.order == null)
          .thenComparingLong(work -> work.pullVersion)
          .thenComparingLong(work -> work.id);

  final long id;

  /**
   * The line of the item. A step outlives its line: under the next line it repeats unanswered
   * messages.
   */
  long line;

  long pullVersion;

  /** The order of a share; null for anything else. */
  ToWorker.Order order;

  /** The task this is a step of; null for anything else. */
  AssignedTask task;

  /** The evaluation of which this is a piece; null for anything else. */
  final ScoringTask evaluating;

  final Map<LaneId, LaneExchange> exchanges = new LinkedHashMap<>();
  Stage stage = Stage.PREPARING;

  /** Whether its computation was requested to stop and has not stopped yet. */
  boolean stops;

  /** Its routed keys, once they are prepared. */
  RoutedKeyList routes;

  Metrics metrics;

  /** The time at which all parameters had arrived. */
  long startNanos;

  /** The time from there to the gradients. */
  long computeNanos;

  long[] sums;

  /** The number of a step in {@link StepClock}, once it has begun. */
  long number = StepClock.NOT_BEGUN;

  Staleness staleness = Staleness.NONE;

  /** The number of a step's update, once it is computed. */
  int update = NO_UPDATE;

  private WorkItem(
      long id,
      long line,
      long pullVersion,
      ToWorker.Order order,
      AssignedTask task,
      ScoringTask evaluating) {
    this.id = id;
    this.line = line;
    this.pullVersion = pullVersion;
    this.order = order;
    this.task = task;
    this.evaluating = evaluating;
  }

  static WorkItem share(long id, ToWorker.Order order) {
    return new WorkItem(id, order.line(), order.version() - 1, order, null, null);
  }

  static WorkItem step(long id, long line, AssignedTask task) {
    long pullVersion = task.versioned ? NOT_PULLED : task.version - 1;
    return new WorkItem(id, line, pullVersion, null, task, null);
  }

  static WorkItem piece(long id, ScoringTask evaluating) {
    ToWorker.Evaluate task = evaluating.task;
    return new WorkItem(id, task.line(), task.version(), null, null, evaluating);
  }

  boolean isShare() {
    return order != null;
  }

  boolean isStep() {
    return task != null;
  }

  /**
   * Whether the item is a step whose gradients must be admitted as a share before they are pushed.
   */
  boolean isReport() {
    return task != null && task.versioned;
  }

  /** Whether the item is a report that is being pulled or computed. */
  boolean isAtWork() {
    return isReport()
        && pullVersion != NOT_PULLED
        && (stage == Stage.PULLING || stage == Stage.COMPUTING);
  }

  boolean isPulled() {
    return pullVersion != NOT_PULLED;
  }

  /** Pulls a report at that version, regardless of the version it was computed on before. */
  void pull(long version) {
    stage = Stage.PULLING;
    stops = false;
    pullVersion = version;
    for (LaneExchange leg : exchanges.values()) {
      leg.unanswered();
      leg.values = null;
    }
  }

  /** Turns a report into the share as which it was admitted. */
  void take(ToWorker.Order place) {
    stage = Stage.PUSHING;
    order = place;
    task = null;
  }

  /** Whether the item computes gradients, and not only scores. */
  boolean isTraining() {
    return evaluating == null;
  }

  int phase() {
    if (!isTraining()) {
      return WorkerAction.SCORING;
    }
    return isShare() ? order.phase() : task.phase;
  }

  /** The number of blocks whose gradients are added up before the sum is used. */
  int summedBlocks() {
    return isShare() ? order.minibatchBlocks() : task.stepBlocks;
  }

  /** Whether the computed gradients are those that the order requires. */
  boolean isOf(ToWorker.Order order) {
    return line == order.line() && pullVersion == order.version() - 1;
  }

  boolean isShare(long ofLine, long version, int share) {
    return isShare() && line == ofLine && order.version() == version && order.share() == share;
  }

  /** Whether an acknowledgement is for this item's push. For a step, the line does not matter. */
  boolean isPushed(long ofLine, long version, int number) {
    return isStep()
        ? update == number && task.version == version
        : isShare(ofLine, version, number);
  }

  /**
   * Whether a lane's refusal is about this item. {@code of} is the share or update of a push, or
   * the request of a pull.
   */
  boolean isMeant(LaneExchange leg, boolean push, long of) {
    if (!push) {
      return leg.request() == of;
    }
    return isStep() ? update == of : isShare() && order.share() == of;
  }

  /** Whether the item is computed, so that only acknowledgements are missing. */
  boolean isSent() {
    return stage == Stage.PUSHING || stage == Stage.DONE;
  }

  /** Continues a step under a new line. */
  void goOn(long newLine) {
    line = newLine;
    exchanges.values().forEach(LaneExchange::unanswered);
  }

  /**
   * Takes the present routes of its keys. An exchange whose list part stays the same continues. A
   * pull sent for another route is not accepted as the answer for this one.
   *
   * @param numbers gives numbers that no other pull has
   */
  void route(LongSupplier numbers) {
    Map<LaneId, LaneExchange> before = new LinkedHashMap<>(exchanges);
    exchanges.clear();
    routes
        .byLane()
        .forEach(
            (lane, route) -> {
              long request = before.isEmpty() ? id : numbers.getAsLong();
              LaneExchange leg = before.get(lane);
              if (leg != null && leg.route().part() == route.part()) {
                leg.goBy(route, request);
              } else {
                leg = new LaneExchange(route, request);
              }
              exchanges.put(lane, leg);
            });
  }

  boolean hasAllValues() {
    for (LaneExchange leg : exchanges.values()) {
      if (leg.values == null) {
        return false;
      }
    }
    return true;
  }

  boolean hasAllAcks() {
    for (LaneExchange leg : exchanges.values()) {
      if (!leg.acked) {
        return false;
      }
    }
    return true;
  }

  /** Takes the values of all lanes; the exchanges release them. */
  List<LaneValues> takeValues() {
    List<LaneValues> all = new ArrayList<>(exchanges.size());
    for (Map.Entry<LaneId, LaneExchange> entry : exchanges.entrySet()) {
      LaneExchange leg = entry.getValue();
      all.add(new LaneValues(entry.getKey(), leg.route().served().list().places(), leg.values));
      leg.values = null;
    }
    return all;
  }

  @Override
  public String toString() {
    if (isStep()) {
      return "a step of turn " + task.turn + " of version " + task.version;
    }
    return isShare()
        ? "share " + order.share() + " of version " + order.version() + " on line " + line
        : "evaluation task " + evaluating.task.task();
  }
}
