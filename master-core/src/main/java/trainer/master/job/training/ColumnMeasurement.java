package trainer.master.job.training;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import trainer.core.fact.TrainingFact;
import trainer.core.feature.Standardisation;
import trainer.core.id.Incarnation;
import trainer.core.input.BlockIndex;
import trainer.core.job.Role;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;

/**
 * The first pass over a table: it finds the moments of the columns that are standardised. Each
 * worker is sent the standardisations before it is sent any work. Moments are exact, so they do not
 * depend on the workers.
 */
final class ColumnMeasurement {
  /** The fewest tasks of a large input; with more workers there are {@link #TASKS_A_WORKER}. */
  private static final int TASKS = 64;

  private static final int TASKS_A_WORKER = 2;

  private final JobContext context;
  private final Membership members;
  private final BlockTasks tasks;
  private final int columns;

  /** The workers that were sent the standardisations. */
  private final Set<Incarnation> informed = new HashSet<>();

  /**
   * @param index the training data
   */
  ColumnMeasurement(JobContext context, Membership members, BlockIndex index) {
    this.context = context;
    this.members = members;
    this.columns = context.plan().training().standardised();
    this.tasks =
        new BlockTasks(
            context,
            members,
            index,
            Math.max(TASKS, TASKS_A_WORKER * context.plan().workers().max()),
            task -> context.history().measured().has(task),
            (task, blocks) -> new ToWorker.Measure(context.term(), task, blocks));
  }

  /** Whether the moments of all columns are known. A job without such columns needs none. */
  boolean isDone() {
    return columns == 0 || context.history().measured().isWhole();
  }

  /** Gives tasks to workers that have room, or the result to workers that do not have it. */
  void reconcile() {
    if (isDone()) {
      inform();
    } else {
      tasks.reconcile();
    }
  }

  void onMeasured(FromWorker.Measured message) {
    if (isDone() || !tasks.isOpen(message.task()) || message.moments().size() != columns) {
      return;
    }
    context.record(new TrainingFact.Measured(message.task(), tasks.count(), message.moments()));
  }

  /** Sends the standardisations to every live worker that was not sent them. */
  private void inform() {
    if (columns == 0) {
      return;
    }
    for (Member worker : members.live(Role.WORKER)) {
      if (informed.add(worker.incarnation())) {
        send(worker);
      }
    }
  }

  private void send(Member worker) {
    List<Standardisation> all = context.history().measured().standardisations();
    context.send(worker.incarnation(), new ToWorker.Standardise(context.term(), all));
  }

  void onJoined() {
    if (isDone()) {
      inform();
    }
  }

  void onLost(Member worker) {
    tasks.onLost(worker);
    informed.remove(worker.incarnation());
  }

  /**
   * Repeats to a worker with a new stream all messages that may have been lost with the old one.
   */
  void onReconnected(Member worker) {
    if (isDone()) {
      if (columns > 0) {
        informed.add(worker.incarnation());
        send(worker);
      }
    } else {
      tasks.onReconnected(worker);
    }
  }
}
