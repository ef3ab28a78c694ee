package trainer.worker.work;

import java.util.List;
import java.util.function.LongSupplier;
import trainer.core.failure.Failure;
import trainer.core.message.TimeSpent.Phase;
import trainer.worker.api.ComputedGradients;
import trainer.worker.api.WorkerAction;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneExchanges;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.LaneValues;
import trainer.worker.routing.RoutedKeyList;

/**
 * One work item in progress. Each kind is a state machine of its own; they begin alike.
 *
 * <pre>
 * PREPARING → PULLING → COMPUTING → PUSHING → DONE   {@link OrderedShare}, kept until its version
 *                                                    is committed
 *                                                    {@link UpdateStep}, which ends there
 *                                 → REPORTED         {@link VersionedStep}, until it becomes a
 *                                                    share or is pulled again
 *                                 → ended            {@link ScoringPiece}
 *             PULLING → ended                        {@link RowPulls.Pull}
 * </pre>
 */
abstract sealed class WorkItem permits PushedItem, VersionedStep, ScoringPiece, RowPulls.Pull {
  /** The progress of an item. */
  enum Stage {
    PREPARING(Phase.READ),
    PULLING(Phase.PULL),
    COMPUTING(Phase.COMPUTE),
    REPORTED(Phase.WAIT),
    PUSHING(Phase.PUSH),
    DONE(Phase.WAIT);

    private final Phase phase;

    Stage(Phase phase) {
      this.phase = phase;
    }
  }

  private final long id;
  private final LaneExchanges exchanges;
  private long line;
  private long pullVersion;
  private Stage stage;
  private long startNanos;

  WorkItem(long id, long line, long pullVersion) {
    this.id = id;
    this.exchanges = new LaneExchanges();
    this.line = line;
    this.pullVersion = pullVersion;
    this.stage = Stage.PREPARING;
  }

  /** Continues an item as another kind: its number, keys and exchanges stay. */
  WorkItem(WorkItem before) {
    this.id = before.id;
    this.exchanges = before.exchanges;
    this.line = before.line;
    this.pullVersion = before.pullVersion;
    this.stage = before.stage;
  }

  final long id() {
    return id;
  }

  /** The line under which it pulls and pushes. */
  final long line() {
    return line;
  }

  /** The version of the rows that it is computed on. */
  final long pullVersion() {
    return pullVersion;
  }

  final LaneExchanges exchanges() {
    return exchanges;
  }

  final boolean is(Stage present) {
    return stage == present;
  }

  /** What the worker does or waits for, as far as this item is concerned. */
  final Phase spentOn() {
    return stage.phase;
  }

  /** Enters a stage; only the kinds call it, from their own transitions. */
  final void enter(Stage next) {
    stage = next;
  }

  /** Takes the routed keys of its decoded blocks, and begins to pull. */
  final void onPrepared(RoutedKeyList keys) {
    exchanges.open(keys, id);
    stage = Stage.PULLING;
  }

  /** Whether all values are there, so that it can be computed. */
  final boolean isReady() {
    return stage == Stage.PULLING && exchanges.haveAllValues();
  }

  /** Begins to compute, and returns the action that does. */
  final WorkerAction startCompute(long nowNanos) {
    stage = Stage.COMPUTING;
    startNanos = nowNanos;
    return compute(exchanges.takeValues());
  }

  /** The gradients of a computation that has ended. */
  final ComputedGradients gradients(WorkerEvent.Computed event, long nowNanos) {
    return new ComputedGradients(event.metrics(), event.sums(), nowNanos - startNanos);
  }

  /** Pulls again, at another version; the blocks stay prepared. */
  final void repull(long version) {
    stage = Stage.PULLING;
    pullVersion = version;
    exchanges.restart();
  }

  /** Continues under a new line, whose lanes have answered nothing yet. */
  void continueOn(long newLine) {
    line = newLine;
    exchanges.resendUnanswered();
  }

  /** Whether values that a lane sends are those that it waits for. */
  final boolean awaitsValues(WorkerEvent.Values event) {
    return event.line() == line && event.version() == pullVersion;
  }

  /** Follows the present routes of its keys. */
  final void reroute(LongSupplier numbers) {
    exchanges.reroute(numbers);
  }

  /** The phase whose pass prepares its blocks, or {@link WorkerAction#SCORING}. */
  abstract int phase();

  /** The action that computes it. */
  abstract WorkerAction compute(List<LaneValues> values);

  /** Reports a failure to the master, and ends it with all work of the same assignment. */
  abstract void onFailed(int block, Failure failure);

  /**
   * The lane has a newer version committed than the one this item pulls: a backup task was first,
   * or the acknowledgement of a push was lost.
   */
  abstract void onOvertaken(long committed, LaneId lane);
}
