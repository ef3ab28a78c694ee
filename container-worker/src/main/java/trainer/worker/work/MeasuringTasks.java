package trainer.worker.work;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import trainer.core.failure.Failure;
import trainer.core.feature.Moments;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.worker.api.WorkerAction;

/**
 * The tasks of the first pass over a table in progress. They need no pserver, so a new line changes
 * nothing for them.
 */
final class MeasuringTasks {
  private final Set<Integer> tasks = new HashSet<>();
  private final WorkerOutbox out;

  MeasuringTasks(WorkerOutbox out) {
    this.out = out;
  }

  /** Takes a task, perhaps a repeated one. */
  void onMeasure(ToWorker.Measure order) {
    if (tasks.add(order.task())) {
      out.add(new WorkerAction.Measure(order.task(), order.blocks()));
    }
  }

  void onMeasured(int task, List<Moments> moments) {
    if (tasks.remove(task)) {
      out.send(new FromWorker.Measured(task, moments));
      out.flush();
    }
  }

  void onFailed(int task, Failure failure) {
    if (tasks.remove(task)) {
      out.send(new FromMember.MemberFailure(failure));
    }
  }

  /** Drops all tasks. */
  void clear() {
    tasks.clear();
  }
}
