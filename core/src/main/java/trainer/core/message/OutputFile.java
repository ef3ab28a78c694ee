package trainer.core.message;

import java.util.List;
import trainer.core.id.Slot;

/**
 * A complete file of a scoring job's output: the rows of some tasks, one task after the other.
 *
 * @param name the file's name in its folder
 * @param bytes its length
 * @param sha256 of its bytes, 64 lower-case hex digits
 * @param tasks in the order in which the file has their rows
 * @param evaluation of the rows that have a label
 */
public record OutputFile(
    String name, long bytes, String sha256, List<Task> tasks, Evaluation evaluation) {
  /**
   * The rows of one task.
   *
   * @param slot the task's slot
   * @param sha256 of the rows' canonical form, which is the same in every file format; 64
   *     lower-case hex digits
   */
  public record Task(Slot slot, long rows, String sha256) {}

  public OutputFile {
    tasks = List.copyOf(tasks);
  }

  /** The rows of all tasks. */
  public long rows() {
    return tasks.stream().mapToLong(Task::rows).sum();
  }
}
