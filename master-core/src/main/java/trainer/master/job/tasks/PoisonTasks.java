package trainer.master.job.tasks;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.master.job.api.FleetRequest;
import trainer.master.job.history.JobPlan;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;

/**
 * Tasks during which workers died.
 *
 * <p>One death may be chance. A task that {@link JobPlan#DEATHS_TOGETHER} workers died with is
 * suspected, and is computed alone from then on. If {@code trainer.task.max-failures} workers die
 * while they compute it alone, it is given up. A task that is finished is acquitted.
 *
 * <p>The death of a process that serves several jobs counts for no task. The job then asks for
 * workers of its own until all tasks of that process are finished, so that the next death is clear.
 * A death for an unfit node counts for no task, either.
 */
final class PoisonTasks {
  private final JobContext context;
  private final Membership members;
  private final TaskDiscards discards;
  private final Map<Integer, Integer> deathsTogether = new HashMap<>();
  private final Map<Integer, Integer> deathsAlone = new HashMap<>();

  /** The tasks with which processes of several jobs died. */
  private final Set<Integer> unclear = new HashSet<>();

  PoisonTasks(JobContext context, Membership members, TaskDiscards discards) {
    this.context = context;
    this.members = members;
    this.discards = discards;
  }

  /** Whether workers died with a task so often that it is computed alone. */
  boolean isSuspected(int task) {
    return deathsTogether.getOrDefault(task, 0) >= JobPlan.DEATHS_TOGETHER;
  }

  /**
   * The slots of these that a worker may be given: the unsuspected ones if it holds any, or if none
   * is suspected; else one suspected slot alone.
   *
   * @param held the slots that the worker holds
   */
  List<Long> choose(OpenQueue open, List<Long> slots, List<Long> held) {
    if (held.stream().anyMatch(slot -> isSuspected(open.task(slot)))) {
      return List.of();
    }
    List<Long> suspected = slots.stream().filter(slot -> isSuspected(open.task(slot))).toList();
    if (suspected.isEmpty()) {
      return slots;
    }
    return held.isEmpty()
        ? suspected.subList(0, 1)
        : slots.stream().filter(slot -> !isSuspected(open.task(slot))).toList();
  }

  /** A worker that held these slots is lost, and they are taken back. */
  void onLost(OpenQueue open, Member worker, List<Long> slots, String how) {
    if (members.isUnfit(worker)) {
      return;
    }
    if (members.isShared(worker)) {
      if (unclear.isEmpty()) {
        context.ask(new FleetRequest.Isolate(true));
      }
      slots.stream().map(open::task).forEach(unclear::add);
      return;
    }
    int first = open.task(slots.get(0));
    if (slots.size() > 1 || !isSuspected(first)) {
      slots.stream()
          .map(open::task)
          .distinct() // one death counts once per task, even if slots of several passes were held
          .forEach(task -> deathsTogether.merge(task, 1, Integer::sum));
      return;
    }
    members.excuse(worker);
    int deaths = deathsAlone.merge(first, 1, Integer::sum);
    if (deaths >= context.plan().tasks().maxFailures()) {
      String where = open.where(slots.get(0));
      discards.giveUp(open, slots.get(0), "workers die of it", verdict(deaths, worker, how, where));
    }
  }

  private static Failure verdict(int deaths, Member last, String how, String where) {
    return new Failure(
        FailureKind.BLOCK_KILLS_WORKERS,
        deaths
            + " workers died one after another while each computed this task alone; the last was "
            + last.named()
            + ": "
            + how,
        where,
        "look into that worker's log, and at the records there");
  }

  void acquit(int task) {
    deathsTogether.remove(task);
    deathsAlone.remove(task);
    if (unclear.remove(task) && unclear.isEmpty()) {
      context.ask(new FleetRequest.Isolate(false));
    }
  }
}
