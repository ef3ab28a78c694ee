package trainer.master.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import trainer.core.fact.Speculated;
import trainer.master.job.api.JobView;

/**
 * The coordination of the workers.
 *
 * @param sync the value of {@code trainer.sync}
 * @param speculation null unless the job uses mini-batches ({@code bsp})
 * @param versioned null unless only gradients of the newest version count ({@code versioned})
 * @param tasks null before the block index is built
 * @param term of the present master
 */
public record SynchronisationReport(
    String sync,
    Speculated speculation,
    JobView.Versioned versioned,
    Tasks tasks,
    long term,
    long line) {
  static SynchronisationReport of(JobView view) {
    return new SynchronisationReport(
        view.synchronisation().mode(),
        view.synchronisation().speculated(),
        view.synchronisation().versioned(),
        view.tasks() == null ? null : Tasks.of(view.tasks()),
        view.recovery().term().number(),
        view.line().number());
  }

  /**
   * The task queues, in tasks.
   *
   * @param hands some of the pending tasks that have still to be computed
   * @param computed the pending tasks whose rows wait for their file
   * @param staleness the number of finished steps that began 0, 1, 2 ... steps ahead of the slowest
   *     worker; absent where staleness is not bounded
   */
  public record Tasks(
      long todo,
      long pending,
      long done,
      long discarded,
      List<Task> hands,
      long computed,
      List<JobView.Discarded> discards,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Long> staleness) {
    private static Tasks of(JobView.Tasks tasks) {
      return new Tasks(
          tasks.todo(),
          tasks.pending(),
          tasks.done(),
          tasks.discarded(),
          tasks.hands().tasks().stream().map(Task::of).toList(),
          tasks.hands().computed(),
          tasks.discards(),
          tasks.staleness());
    }
  }

  /**
   * A task assigned to a worker.
   *
   * @param deadline the time at which the task is revoked; null while it is not begun
   */
  public record Task(int task, int worker, Long deadline, int timeouts, int failures) {
    private static Task of(JobView.Task one) {
      return new Task(
          one.task(),
          one.worker(),
          ReportJson.time(one.deadline()),
          one.timeouts(),
          one.failures());
    }
  }
}
