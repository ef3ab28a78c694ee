package trainer.worker.work;

import java.util.List;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.math.ExactSum;
import trainer.core.message.FromMember;
import trainer.core.message.Metrics;
import trainer.core.message.ToWorker;
import trainer.core.table.PartitionMap;
import trainer.worker.api.WorkerAction;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneId;
import trainer.worker.task.AssignedTask;
import trainer.worker.task.AssignedTasks;

/** The parts of a worker on line 1 of a single lane, to be called one by one. */
final class WorkParts {
  final PartitionMap map = DrivenWorker.map(1, 1, 1);
  final WorkerOutbox out = new WorkerOutbox();
  final WorkItems items = new WorkItems(out, (lane, list) -> {});
  final CurrentLine line = new CurrentLine();
  final AssignedTasks tasks = new AssignedTasks();
  final VersionedSteps versioned = new VersionedSteps(items, tasks, line, out);
  final TaskSteps steps = new TaskSteps(items, tasks, line, versioned, out);
  final ShareOrders shares = new ShareOrders(items, line, versioned, out);
  final ScoringTasks scoring = new ScoringTasks(items, line, out);

  WorkParts() {
    line.begin(1, 0);
    line.enter(map);
    items.route(map);
  }

  /** A task of one step, assigned. */
  AssignedTask task(boolean versionedTask) {
    long model = versionedTask ? 4 : ToWorker.Steps.WHATEVER;
    List<ToWorker.Task> one = List.of(new ToWorker.Task(new Slot(7), DrivenWorker.blocks(2)));
    tasks.add(
        new ToWorker.AssignTasks(
            new Term(1),
            new Line(1),
            new Version(4),
            0,
            new ToWorker.Steps(2, new Version(model)),
            false,
            one));
    return tasks.next(0, 0).orElseThrow();
  }

  /** Starts and prepares an item, and begins to compute it. */
  void compute(WorkItem item) {
    prepare(item);
    item.exchanges().forEach((lane, exchange) -> exchange.onValues(new float[4]));
    item.startCompute(1_000);
  }

  void prepare(WorkItem item) {
    items.start(item, List.of());
    items.onPrepared(new WorkerEvent.Prepared(item.id(), DrivenWorker.KEYS));
  }

  static WorkerEvent.Computed computed(WorkItem item) {
    return new WorkerEvent.Computed(
        item.id(), new Metrics(5, ExactSum.of(3), ExactSum.ZERO), new long[] {1, 2, 3, 4});
  }

  LaneId lane() {
    return LaneId.of(map).get(0);
  }

  /** The messages to the master since the last call. */
  List<FromMember> sent() {
    return out.takeAll().stream()
        .filter(WorkerAction.SendToMaster.class::isInstance)
        .map(action -> ((WorkerAction.SendToMaster) action).message())
        .toList();
  }
}
