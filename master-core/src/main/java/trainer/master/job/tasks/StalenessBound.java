package trainer.master.job.tasks;

import it.unimi.dsi.fastutil.longs.LongSet;
import trainer.core.config.Keys;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.queue.WorkerProgress;

/**
 * The bound on staleness under {@code trainer.sync=ssp}. A worker begins no step when it has
 * finished {@code trainer.ssp.staleness} more than the slowest worker that holds tasks. Under
 * {@code async} no worker is held back.
 */
final class StalenessBound {
  private final JobContext context;
  private final boolean isOn;
  private final int bound;
  private final WorkerProgress clocks = new WorkerProgress();
  private boolean changed;

  /** The steps of the slowest worker before the last reconciliation. */
  private long before;

  StalenessBound(JobContext context) {
    this.context = context;
    this.isOn = context.plan().training().sync().mode() == Keys.Sync.SSP;
    this.bound = context.plan().training().sync().staleness();
  }

  /** The queue is opened, and these workers hold tasks of it already. */
  void onOpened(LongSet holders) {
    clocks.onOpened(holders);
    changed = true;
  }

  /** Whether a worker may be given tasks now. */
  boolean mayGive(Member worker) {
    return !isOn || clocks.mayGive(worker.incarnation());
  }

  /** A worker that held nothing is going to be given tasks. */
  void onAssigned(Member worker) {
    clocks.onAssigned(worker.incarnation());
    changed = true;
  }

  /** The pace that is sent with tasks; null where no worker is held back. */
  ToWorker.Pace pace() {
    long slowest = clocks.isKnown() ? clocks.slowest() : ToWorker.Pace.UNKNOWN;
    return isOn ? new ToWorker.Pace(context.term(), slowest, bound) : null;
  }

  /** A worker reports how many steps it has finished, as numbered under this master or another. */
  void onClock(Member worker, FromWorker.Clock message) {
    if (!message.term().equals(context.term())) {
      return;
    }
    clocks.onClock(worker.incarnation(), message.finished(), message.begun());
    changed = true;
  }

  /** The set of workers that hold tasks has changed. */
  void onHoldersChanged() {
    changed = true;
  }

  /** A worker is gone. */
  void onLeft(Member worker) {
    clocks.onLeft(worker.incarnation());
    changed = true;
  }

  /** Whether a worker can only wait for a slower one. */
  boolean isHeldBack(Member worker) {
    return isOn
        && (!clocks.isKnown() || clocks.of(worker.incarnation()) > clocks.slowest() + bound);
  }

  /**
   * Whether the slowest of these workers has advanced, so that the others may.
   *
   * @param holders the workers that hold tasks
   */
  boolean reconcile(LongSet holders) {
    boolean isDue = isOn && changed;
    changed = false;
    before = clocks.slowest();
    return isDue && clocks.reconcile(holders);
  }

  /** Whether a worker was held back until the slowest one advanced just now. */
  boolean wasHeldBack(Member worker) {
    return clocks.of(worker.incarnation()) > before + bound;
  }
}
