package trainer.master.job.tasks;

import java.util.Arrays;
import java.util.List;
import trainer.core.fact.QueueChange;
import trainer.core.fact.TrainingFact;
import trainer.core.input.BlockIndex;
import trainer.core.input.FileBlocks;
import trainer.core.random.SplitMix64;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.training.PoisonBlocks;
import trainer.master.queue.TaskCut;
import trainer.master.queue.TaskQueue;
import trainer.master.queue.TaskSchedule;

/** The task queue of one version: its slots, their tasks, and the places of those in the input. */
final class OpenQueue {
  private final JobContext context;
  private final BlockIndex index;
  private final TaskCut cut;
  private final TaskQueue queue;
  private final TaskSchedule schedule;

  OpenQueue(JobContext context, BlockIndex index, TaskCut cut, TaskQueue queue) {
    this.context = context;
    this.index = index;
    this.cut = cut;
    this.queue = queue;
    this.schedule =
        !context.spec().isTraining()
            ? TaskSchedule.inOrder(queue.tasks())
            : new TaskSchedule(
                SplitMix64.of(context.plan().training().composition().seed(), queue.version())
                    .next(),
                queue.tasks());
  }

  TaskQueue queue() {
    return queue;
  }

  TaskSchedule schedule() {
    return schedule;
  }

  /** Records a change of the queue, and so applies it. */
  void record(QueueChange change) {
    context.recordWithoutView(new TrainingFact.QueueChanged(change));
  }

  /** The task of a slot. */
  int task(long slot) {
    return schedule.task(slot);
  }

  /** The number of blocks of a slot. */
  int size(long slot) {
    return cut.size(task(slot));
  }

  List<FileBlocks> blocks(long slot) {
    return index.group(cut.blocks(task(slot)));
  }

  /** The numbers of a slot's blocks. */
  int[] blockNumbers(long slot) {
    return cut.blocks(task(slot));
  }

  boolean contains(long slot, int block) {
    return Arrays.stream(blockNumbers(slot)).anyMatch(own -> own == block);
  }

  /** A slot's task and place, for messages. */
  String inWords(long slot) {
    return "task " + task(slot) + " (" + where(slot) + ")";
  }

  /** The place of a slot in the input. */
  String where(long slot) {
    int task = task(slot);
    int more = cut.size(task) - 1;
    String first = PoisonBlocks.where(index, cut.first(task));
    return more == 0 ? first : first + " and the " + more + " after it";
  }

  /** The place of this block if it belongs to the slot, else the place of the whole slot. */
  String where(long slot, int block) {
    return contains(slot, block) ? PoisonBlocks.where(index, block) : where(slot);
  }
}
