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
 * A job as people see it: an immutable snapshot, holding journaled facts only where the journal
 * decides. The report and the status command are written from it. Times are epoch milliseconds, 0
 * where something has not happened.
 *
 * @param measures names its metrics
 * @param perEpoch what each took, as far as this master has seen it
 * @param train progressive metrics of the epoch so far
 * @param aggregates what the aggregate phases have come to
 * @param tables what the tables of the final version hold, as far as that is summed up
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
   * How much of the training is done, from 0 to 1. Where nobody waits, a version is open for long:
   * its tasks count.
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

  /** The same job, failed: its master could not record how it ends, and its processes are gone. */
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

  /** When a state was entered. */
  public record Entered(JobState state, long at) {}

  /**
   * The task queues. Counts are of turns: of a pass under bsp, else of all passes of the phase at
   * work.
   *
   * @param hands some of what is pending
   * @param staleness of how many steps of finished tasks the worker was 0, 1, 2 ... steps ahead of
   *     the slowest when it began them; empty where it is not bounded
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
   * A task in a worker's hands.
   *
   * @param deadline when it is taken from it, epoch milliseconds; 0 while it is not begun
   */
  public record Task(int task, int worker, long deadline, int timeouts, int failures) {}

  /** A task that is given up, and why. */
  public record Discarded(int task, String kind, String evidence) {}

  /**
   * What a pass over the data took.
   *
   * @param moved between workers and pservers
   */
  public record Epoch(int number, long millis, Moved moved) {}

  /** Somebody asked for it: training ends with this version, before its last. */
  public record Stop(String by, long at, long version) {}

  /**
   * What the job waits for, since when.
   *
   * @param beginsAt when training begins, or goes on, with those that are there; 0 if that is not
   *     waited for, or there are too few
   */
  public record Waiting(
      String what, long since, int asked, int granted, String explanation, long beginsAt) {}

  /**
   * A process of the job as last seen.
   *
   * @param behindMillis how long versions wait for it that others hold; 0: hardly
   * @param full what it has no room for, and what to do; empty if it has room
   * @param fullMillis how long something waited for room there, in all
   * @param why why it is dead; empty unless it is
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

  /** A container's life. */
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
   * A version that is kept.
   *
   * @param at when it was cut
   * @param damage what is wrong with it, empty if it can be gone back to
   */
  public record Checkpoint(long version, String folder, long bytes, long at, String damage) {}

  /**
   * Versions could not be kept.
   *
   * @param version the last of them
   * @param times how many in a row
   * @param since when that began
   * @param at when it was so last
   * @param message path and cause
   * @param over whether a later one could
   */
  public record CheckpointTrouble(
      long version, int times, long since, long at, String message, boolean over) {
    public CheckpointTrouble end() {
      return new CheckpointTrouble(version, times, since, at, message, true);
    }
  }

  /**
   * The model is finished, and its output cannot be written yet.
   *
   * @param since when that was found
   * @param message path and cause
   */
  public record OutputTrouble(long since, String message) {}

  /**
   * What going back has had done again where nobody waits; null under bsp, where all is as if
   * nothing had happened.
   *
   * @param records of tasks that had been finished
   * @param tasks that were held when what was gone back to was cut: no more than the steps of these
   *     count twice in the model
   */
  public record Repeated(long records, long tasks) {
    public Repeated plus(long moreRecords, long moreTasks) {
      return new Repeated(records + moreRecords, tasks + moreTasks);
    }
  }

  /**
   * How gradients fared that count only if they are of the newest version; null otherwise.
   *
   * @param reports those that have a place in a version
   * @param refusals how often some were refused before, and computed anew
   */
  public record Versioned(long reports, long refusals) {}

  /** A master of the job, the present one last. */
  public record Master(long term, long since) {}

  /**
   * The pservers that are wanted.
   *
   * @param indices the indices they are wanted under
   * @param by who changed that last, or why it had to be; empty if nobody has
   * @param at when
   * @param left copies that have still to come to where they belong
   * @param moves what has come under the present master, the newest last
   */
  public record Pservers(List<Integer> indices, String by, long at, int left, List<Move> moves) {}

  /**
   * The workers that are wanted.
   *
   * @param there how many have come
   * @param by who changed that last; empty if nobody has
   * @param at when
   */
  public record Workers(List<Integer> indices, int there, String by, long at) {}

  /**
   * A node on which processes failed or were slow.
   *
   * @param standing {@code parole}, {@code barred} for good, or {@code free} again
   * @param strikes how often it was put on the blacklist so far
   * @param avoided whether it gets no containers now: not while a third of all nodes would be
   */
  public record Node(
      String host, String standing, int strikes, String why, long at, boolean avoided) {}

  /** Copies of these partitions came to a pserver. */
  public record Move(int pserver, List<Integer> partitions, long bytes, long at) {}

  /** A loss the job survived; {@code seconds} until training went on. */
  public record Survived(String what, long at, double seconds) {}
}
