package trainer.worker.work;

import java.util.ArrayList;
import java.util.List;
import trainer.core.failure.Failure;
import trainer.core.input.FileBlocks;
import trainer.core.message.Evaluation;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.worker.task.ScoringTask;

/** The scoring tasks in progress: starts their pieces, and reports each task once it is scored. */
final class ScoringTasks {
  private final List<ScoringTask> tasks = new ArrayList<>();
  private final WorkItems items;
  private final CurrentLine line;
  private final WorkerOutbox out;

  ScoringTasks(WorkItems items, CurrentLine line, WorkerOutbox out) {
    this.items = items;
    this.line = line;
    this.out = out;
  }

  /** Takes an evaluation task, perhaps a repeated one. */
  void onEvaluate(ToWorker.Evaluate order) {
    if (!line.accepts(order.line().number())) {
      out.note("evaluation of line " + order.line() + " on line " + line.number() + " ignored");
      return;
    }
    if (tasks.stream().anyMatch(other -> other.order().equals(order))) {
      return;
    }
    ScoringTask task = new ScoringTask(order);
    if (task.isDone()) {
      report(task);
    } else {
      tasks.add(task);
    }
  }

  /** Starts pieces of all tasks while there is room. */
  void startPieces() {
    for (ScoringTask task : tasks) {
      while (task.mayStartPiece()) {
        List<FileBlocks> blocks = task.startPiece();
        items.start(new ScoringPiece(items.nextNumber(), task, this), blocks);
      }
    }
  }

  void onScored(ScoringPiece piece, Evaluation evaluation) {
    ScoringTask task = piece.task();
    task.add(evaluation);
    items.end(piece);
    if (task.isDone()) {
      tasks.remove(task);
      report(task);
    }
  }

  private void report(ScoringTask task) {
    ToWorker.Evaluate order = task.order();
    out.send(new FromWorker.Evaluated(order.line(), order.version(), order.task(), task.sum()));
  }

  /** A failure ends the whole task. */
  void onFailed(ScoringPiece piece, Failure failure) {
    drop(piece.task());
    out.send(new FromMember.MemberFailure(failure));
  }

  /**
   * The version of the task is served no more: others have answered all tasks, and the version
   * after it is committed.
   */
  void onOvertaken(ScoringPiece piece, long committed) {
    drop(piece.task());
    out.note(piece + " of version " + piece.pullVersion() + " dropped: " + committed + " is there");
  }

  private void drop(ScoringTask task) {
    tasks.remove(task);
    items.endAll(item -> item instanceof ScoringPiece other && other.task() == task);
  }

  /** Drops all tasks; their pieces are ended by the caller. */
  void clear() {
    tasks.clear();
  }
}
