package trainer.master.job.tasks;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.QueueChange;
import trainer.core.message.FromWorker;
import trainer.core.message.OutputFile;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;

/**
 * The admission of files to a scoring job's output. A file counts if each of its tasks is its
 * worker's or to do at that moment; then one fact finishes all of them. Any other file is void: its
 * worker computes again those of its tasks that it still holds.
 *
 * <p>Example: a worker is taken for dead while it writes tasks 4, 5 and 6. Task 5 is given to
 * another worker. The first worker's file comes late and is void, since task 5 would be in the
 * output twice. Tasks 4 and 6 are to do, and are given again.
 */
final class FileAdmission {
  private static final Logger LOG = LoggerFactory.getLogger(FileAdmission.class);

  private final JobContext context;
  private final TaskAssignment assignment;

  FileAdmission(JobContext context, TaskAssignment assignment) {
    this.context = context;
    this.assignment = assignment;
  }

  /**
   * A worker has closed a file. That of a worker that leaves is its last one.
   *
   * @return whether it counts from now on
   */
  boolean onFileWritten(Member worker, FromWorker.FileWritten message) {
    if (!assignment.isOpen(message.version().number())) {
      return false;
    }
    boolean counts = isAdmitted(worker, message.file());
    assignment.held().onLastFile(worker);
    return counts;
  }

  private boolean isAdmitted(Member worker, OutputFile file) {
    assignment.ask(worker); // a new master may receive no other message about the tasks of the file
    if (context.history().output().has(file.name())) {
      return false; // told once more
    }
    List<Long> slots = file.tasks().stream().map(task -> task.slot().number()).toList();
    boolean isSound = !slots.isEmpty() && slots.stream().distinct().count() == slots.size();
    if (isSound && slots.stream().allMatch(slot -> assignment.held().isFree(worker, slot))) {
      assignment.held().finish(file);
      return true;
    }
    LOG.warn(
        "{}: {} of {} is void: another worker has one of its tasks",
        context.spec().id(),
        file.name(),
        worker.named());
    for (long slot : slots) {
      if (assignment.holds(worker, slot)) {
        assignment.held().takeBack(worker.incarnation(), slot, QueueChange.Cause.LOST);
      }
    }
    return false;
  }
}
