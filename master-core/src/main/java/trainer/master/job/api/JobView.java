package trainer.master.job.api;

import java.util.ArrayList;
import java.util.List;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.TableSummary;
import trainer.core.fact.Speculated;
import trainer.core.failure.Failure;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.Evaluation;
import trainer.core.message.Measures;
import trainer.core.message.Metrics;
import trainer.core.message.Moved;

/**
 * The state of a job for users: an immutable snapshot that holds journaled facts only where the
 * journal decides. The report and the status command are written from it. Times are epoch
 * milliseconds, 0 for an event that has not happened.
 *
 * @param measures names the metrics
 * @param perEpoch the cost of each epoch, as far as this master has observed it
 * @param train progressive metrics of the epoch so far
 * @param aggregates results of the aggregate phases
 * @param tables contents of the tables of the final version, as far as summarised
 * @param warnings of a model that is no better than guessing, a sentence each
 */
public record JobView(
    JobId id,
    String name,
    JobState state,
    List<Entered> states,
    Failure failure,
    List<Waiting> waitingFor,
    long term,
    long line,
    long version,
    long versions,
    int epoch,
    int epochs,
    List<Epoch> perEpoch,
    Stop stop,
    long records,
    long recordsComputed,
    long badRecords,
    long rollbacks,
    Repeated repeated,
    Measures measures,
    Metrics train,
    Evaluation validation,
    List<Aggregate> aggregates,
    List<TableSummary> tables,
    String modelId,
    String modelLocation,
    List<Member> members,
    List<Container> containers,
    List<Survived> survived,
    Pservers pservers,
    Workers workers,
    List<Node> nodes,
    String sync,
    Speculated speculated,
    Versioned versioned,
    Tasks tasks,
    List<Checkpoint> checkpoints,
    CheckpointTrouble checkpointTrouble,
    OutputTrouble outputTrouble,
    List<Master> masters,
    List<String> warnings) {

  /**
   * The finished part of the training, from 0 to 1. Under {@code async} and {@code ssp} a version
   * is open for long, so its tasks count.
   */
  public double progress() {
    if (versions == 0) {
      return 0;
    }
    boolean isOpen =
        !sync.equals("bsp")
            && versioned == null
            && tasks != null
            && tasks.todo() + tasks.pending() > 0;
    return (version + (isOpen ? tasks.finishedPart() : 0)) / versions;
  }

  /**
   * This view with the job failed: its master could not record the end, and its processes are gone.
   */
  public JobView failed(Failure why, long at) {
    List<Entered> entered = new ArrayList<>(states);
    entered.add(new Entered(JobState.FAILED, at));
    return new JobView(
        id,
        name,
        JobState.FAILED,
        entered,
        why,
        List.of(),
        term,
        line,
        version,
        versions,
        epoch,
        epochs,
        perEpoch,
        stop,
        records,
        recordsComputed,
        badRecords,
        rollbacks,
        repeated,
        measures,
        train,
        validation,
        aggregates,
        tables,
        modelId,
        modelLocation,
        List.of(),
        containers,
        survived,
        pservers,
        workers,
        nodes,
        sync,
        speculated,
        versioned,
        tasks,
        checkpoints,
        checkpointTrouble,
        null,
        masters,
        List.of());
  }

  /** A state and the time at which it was entered. */
  public record Entered(JobState state, long at) {}

  /**
   * The task queues. Counts are of slots: of one pass under {@code bsp}, else of all passes of the
   * current phase.
   *
   * @param hands some of the pending tasks
   * @param staleness the number of finished steps that began 0, 1, 2 ... steps ahead of the slowest
   *     worker; empty where staleness is not bounded
   */
  public record Tasks(
      long todo,
      long pending,
      long done,
      long discarded,
      List<Task> hands,
      List<Discarded> discards,
      List<Long> staleness) {
    private double finishedPart() {
      return (done + discarded) / (double) Math.max(1, todo + pending + done + discarded);
    }
  }

  /**
   * A task assigned to a worker.
   *
   * @param deadline the time at which the task is revoked, epoch milliseconds; 0 while it is not
   *     begun
   */
  public record Task(int task, int worker, long deadline, int timeouts, int failures) {}

  /** A discarded task, and the reason. */
  public record Discarded(int task, String kind, String evidence) {}

  /**
   * The cost of a pass over the data.
   *
   * @param moved the bytes moved between workers and pservers
   */
  public record Epoch(int number, long millis, Moved moved) {}

  /** A user's request to end training with this version, before the last one. */
  public record Stop(String by, long at, long version) {}

  /**
   * A resource that the job waits for.
   *
   * @param beginsAt the time at which training begins, or continues, with the processes present; 0
   *     if that is not awaited, or too few are present
   */
  public record Waiting(
      String what, long since, int asked, int granted, String explanation, long beginsAt) {}

  /**
   * The last known state of a process of the job.
   *
   * @param behindMillis how long versions wait for it while others hold them; 0 if negligible
   * @param full the missing room and the advice; empty if it has room
   * @param fullMillis total time for which requests waited for room there
   * @param why the cause of its death; empty while it lives
   */
  public record Member(
      Role role,
      int index,
      long incarnation,
      String host,
      String address,
      String containerId,
      String state,
      long lastHeartbeat,
      long records,
      long shares,
      long behindMillis,
      String full,
      long fullMillis,
      String why) {}

  /** The life of a container. */
  public record Container(
      Role role,
      int index,
      String containerId,
      long pid,
      String host,
      long requestedAt,
      long launchedAt,
      long registeredAt,
      long releasedAt,
      Integer exit,
      String logPath,
      String logState) {}

  /**
   * A checkpoint.
   *
   * @param at the time of its snapshot
   * @param damage the damage found; empty if a rollback can use it
   */
  public record Checkpoint(long version, String folder, long bytes, long at, String damage) {}

  /**
   * A series of failed checkpoints.
   *
   * @param version the last of them
   * @param times how many failed in a row
   * @param since the first failure
   * @param at the last failure
   * @param message path and cause
   * @param over whether a later checkpoint succeeded
   */
  public record CheckpointTrouble(
      long version, int times, long since, long at, String message, boolean over) {
    public CheckpointTrouble end() {
      return new CheckpointTrouble(version, times, since, at, message, true);
    }
  }

  /**
   * A finished model whose output cannot be written yet.
   *
   * @param since the time at which that was detected
   * @param message path and cause
   */
  public record OutputTrouble(long since, String message) {}

  /**
   * Work that rollbacks repeated under {@code async} and {@code ssp}; null under the other modes.
   *
   * @param records of tasks that had been finished
   * @param tasks held at the time of the checkpoint: at most the steps of these count twice in the
   *     model
   */
  public record Repeated(long records, long tasks) {
    public Repeated plus(long moreRecords, long moreTasks) {
      return new Repeated(records + moreRecords, tasks + moreTasks);
    }
  }

  /**
   * Admitted and refused gradients under {@code versioned}; null under the other modes.
   *
   * @param reports the reports that have a place in a version
   * @param refusals how often reports were refused, and computed again
   */
  public record Versioned(long reports, long refusals) {}

  /** A master of the job, the present one last. */
  public record Master(long term, long since) {}

  /**
   * The targets for pservers.
   *
   * @param indices the target indices
   * @param by the user or the reason of the last change; empty without a change
   * @param at the time of the last change
   * @param left replicas that have yet to move to their pserver
   * @param moves the moves completed under the present master, the newest last
   */
  public record Pservers(List<Integer> indices, String by, long at, int left, List<Move> moves) {}

  /**
   * The targets for workers.
   *
   * @param there the number of workers present
   * @param by the user of the last change; empty without a change
   * @param at the time of the last change
   */
  public record Workers(List<Integer> indices, int there, String by, long at) {}

  /**
   * A node on which processes failed or were slow.
   *
   * @param standing {@code parole}, {@code barred} for good, or {@code free} again
   * @param strikes how often it was put on the blacklist so far
   * @param avoided whether it gets no containers now; false while a third of all nodes would be
   *     avoided
   */
  public record Node(
      String host, String standing, int strikes, String why, long at, boolean avoided) {}

  /** A move of replicas of these partitions to a pserver. */
  public record Move(int pserver, List<Integer> partitions, long bytes, long at) {}

  /** A loss that the job survived; {@code seconds} until training continued. */
  public record Survived(String what, long at, double seconds) {}
}
