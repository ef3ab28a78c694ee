package trainer.master.job.history;

import java.util.List;
import trainer.master.job.api.JobView;

/**
 * The task queues of a {@code bsp} job, derived from two journaled numbers; nothing else is
 * recorded. All counts are of the current epoch:
 *
 * <ul>
 *   <li>done: tasks of versions up to the recorded progress;
 *   <li>pending: tasks of the versions that the window allows beyond that;
 *   <li>todo: the rest of the epoch.
 * </ul>
 */
final class BspQueueView {
  private final VersionSchedule schedule;
  private final MiniBatchComposition composition;

  /**
   * @param order the id of the composition
   */
  BspQueueView(JobPlan plan, long seed, String order, int blocks) {
    int minibatch = plan.minibatchBlocks(blocks);
    this.composition = MiniBatchComposition.ofCounts(order, seed, blocks, minibatch);
    this.schedule = new VersionSchedule(plan.steps(), composition.perEpoch());
  }

  /**
   * The queues at this point.
   *
   * @param version the newest version recorded as committed
   * @param window the newest version that orders may be sent for
   */
  JobView.Tasks at(long version, long window, JobView.Hands hands) {
    long minibatch = schedule.minibatch(Math.max(1, version));
    long first = Math.max(1, version == 0 ? 1 : minibatch);
    long done = version == 0 || minibatch == 0 ? 0 : tasksUpTo(minibatch);
    long lastOfEpoch = (composition.epochOf(first) + 1) * composition.perEpoch();
    long ordered = Math.min(lastOfEpoch, window == 0 ? 0 : schedule.minibatch(window));
    long pending = ordered > 0 ? Math.max(0, tasksUpTo(ordered) - done) : 0;
    long all = tasksUpTo(lastOfEpoch);
    return new JobView.Tasks(all - done - pending, pending, done, 0, hands, List.of(), List.of());
  }

  /** Tasks of an epoch up to and including this mini-batch; each block is one task. */
  private long tasksUpTo(long minibatch) {
    long place = (minibatch - 1) % composition.perEpoch();
    long tasks = (place + 1) * composition.minibatchBlocks();
    int shortOf = composition.minibatchBlocks() - composition.shortGroup();
    return shortOf > 0 && composition.isShortGroupIn(minibatch) ? tasks - shortOf : tasks;
  }
}
