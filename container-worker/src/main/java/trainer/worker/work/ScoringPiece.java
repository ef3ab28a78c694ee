package trainer.worker.work;

import java.util.List;
import trainer.core.failure.Failure;
import trainer.core.message.Evaluation;
import trainer.worker.api.WorkerAction;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.LaneValues;
import trainer.worker.task.ScoringTask;

/** A piece of a scoring task. It only reads rows, and ends when it is scored. */
final class ScoringPiece extends WorkItem {
  private final ScoringTask task;
  private final ScoringTasks tasks;

  ScoringPiece(long id, ScoringTask task, ScoringTasks tasks) {
    super(id, task.order().line().number(), task.order().version().number());
    this.task = task;
    this.tasks = tasks;
  }

  ScoringTask task() {
    return task;
  }

  void onScored(Evaluation evaluation) {
    tasks.onScored(this, evaluation);
  }

  @Override
  int phase() {
    return WorkerAction.SCORING;
  }

  @Override
  WorkerAction compute(List<LaneValues> values) {
    return new WorkerAction.Score(id(), values);
  }

  @Override
  void onFailed(int block, Failure failure) {
    tasks.onFailed(this, failure);
  }

  @Override
  void onOvertaken(long committed, LaneId lane) {
    tasks.onOvertaken(this, committed);
  }

  @Override
  public String toString() {
    return "evaluation task " + task.order().task();
  }
}
