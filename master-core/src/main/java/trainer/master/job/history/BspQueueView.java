package trainer.master.job.history;

import java.util.List;
import trainer.master.job.api.JobView;

/**
 * The task queues of a training in mini-batches: a view of two journaled numbers. Done is what is
 * in versions up to the noted progress, of the epoch that is at; pending what the window allows
 * orders for; todo the rest of the epoch. There is no second bookkeeping.
 */
final class BspQueueView {
  private final VersionSchedule course;
  private final MiniBatchComposition composition;

  BspQueueView(JobPlan plan, long seed, int blocks) {
    int minibatch = plan.minibatchBlocks(blocks);
    this.composition = new MiniBatchComposition(seed, blocks, minibatch);
    this.course = new VersionSchedule(plan.steps(), composition.perEpoch());
  }

  /**
   * As it stands.
   *
   * @param version the newest version noted as committed
   * @param window the newest version that orders may be given for
   */
  JobView.Tasks at(long version, long window, List<JobView.Task> hands) {
    long minibatch = course.minibatch(Math.max(1, version));
    long first = Math.max(1, version == 0 ? 1 : minibatch);
    long done = version == 0 || minibatch == 0 ? 0 : tasksUpTo(minibatch);
    long lastOfEpoch = (composition.epochOf(first) + 1) * composition.perEpoch();
    long ordered = Math.min(lastOfEpoch, window == 0 ? 0 : course.minibatch(window));
    long pending = ordered > 0 ? Math.max(0, tasksUpTo(ordered) - done) : 0;
    long all = tasksUpTo(lastOfEpoch);
    return new JobView.Tasks(all - done - pending, pending, done, 0, hands, List.of(), List.of());
  }

  /** Tasks of the mini-batch and those before it in its epoch: a task is one block. */
  private long tasksUpTo(long minibatch) {
    long place = (minibatch - 1) % composition.perEpoch();
    long tasks = (place + 1) * composition.minibatchBlocks();
    int shortOf = composition.minibatchBlocks() - composition.shortGroup();
    return shortOf > 0 && composition.isShortGroupIn(minibatch) ? tasks - shortOf : tasks;
  }
}
