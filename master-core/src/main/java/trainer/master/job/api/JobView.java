package trainer.master.job.api;

import java.util.ArrayList;
import java.util.List;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.TableSummary;
import trainer.core.fact.ResultFact;
import trainer.core.fact.Speculated;
import trainer.core.failure.Failure;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.core.message.EvaluationSummary;
import trainer.core.message.Measures;
import trainer.core.message.Metrics;
import trainer.core.message.WorkerTotals;

/**
 * The state of a job for users: an immutable snapshot that holds journaled facts only where the
 * journal decides. The report, the status command and the page are written from it. Times are epoch
 * milliseconds, 0 for an event that has not happened.
 *
 * @param synchronisation how the workers' work is put together
 * @param recovery losses that the job has survived, and the means to survive more
 */
public record JobView(
    Identity identity,
    Lifecycle lifecycle,
    Progress progress,
    Synchronisation synchronisation,
    Recovery recovery,
    Results results,
    ProcessesView processes) {

  /**
   * The job's names.
   *
   * @param input as the settings have it; a table with the state that is read
   */
  public record Identity(JobId id, String name, String input) {}

  public JobId id() {
    return identity.id;
  }

  public String name() {
    return identity.name;
  }

  public JobState state() {
    return lifecycle.state;
  }

  /** The cause of a failed end, decided or entered; null without one. */
  public Failure failure() {
    return lifecycle.failure;
  }

  public long version() {
    return progress.version;
  }

  public long versions() {
    return progress.versions;
  }

  public Line line() {
    return recovery.line;
  }

  /** The task queues; null before the block index is built. */
  public Tasks tasks() {
    return synchronisation.tasks;
  }

  /**
   * The finished part of the training, from 0 to 1. Under {@code async} and {@code ssp} a version
   * is open for long, so its tasks count.
   */
  public double finishedPart() {
    return versions() == 0 ? 0 : (version() + synchronisation.finishedTasks()) / versions();
  }

  /**
   * This view with the job failed: its master could not record the end, and its processes are gone.
   */
  public JobView failed(Failure why, long at) {
    return new JobView(
        identity,
        lifecycle.failed(why, at),
        progress,
        synchronisation,
        recovery,
        results.withoutWarnings(),
        processes.withoutMembers());
  }

  /**
   * The course of the job through its states.
   *
   * @param failure null without one
   * @param firstPass null unless columns of a table are standardised
   * @param stop null unless a user requested an early end
   * @param outputTrouble null unless the output cannot be written yet
   */
  public record Lifecycle(
      JobState state,
      List<Entered> states,
      Failure failure,
      List<Waiting> waitingFor,
      FirstPass firstPass,
      Stop stop,
      OutputTrouble outputTrouble) {
    private Lifecycle failed(Failure why, long at) {
      List<Entered> entered = new ArrayList<>(states);
      entered.add(new Entered(JobState.FAILED, at));
      return new Lifecycle(JobState.FAILED, entered, why, List.of(), firstPass, stop, null);
    }
  }

  /**
   * The distance that the training has covered.
   *
   * @param version the newest committed version
   * @param versions the number of versions of the whole training; 0 while unknown
   * @param perEpoch the cost of each epoch, as far as this master has observed it
   * @param records records of one epoch
   * @param recordsComputed records that workers have computed, repeated work included
   * @param badRecords broken records left out
   */
  public record Progress(
      long version,
      long versions,
      int epoch,
      int epochs,
      List<Epoch> perEpoch,
      long records,
      long recordsComputed,
      long badRecords) {}

  /**
   * The coordination of the workers.
   *
   * @param mode {@code bsp}, {@code async}, {@code ssp}, {@code versioned}, or {@code none} for a
   *     scoring job
   * @param speculated null unless the mode is {@code bsp}
   * @param versioned null unless the mode is {@code versioned}
   * @param tasks null before the block index is built
   */
  public record Synchronisation(
      String mode, Speculated speculated, Versioned versioned, Tasks tasks) {
    /** The finished part of an open version, from 0 to 1. */
    private double finishedTasks() {
      boolean isOpen =
          !mode.equals("bsp")
              && versioned == null
              && tasks != null
              && tasks.todo() + tasks.pending() > 0;
      return isOpen ? tasks.finishedPart() : 0;
    }
  }

  /**
   * Losses that the job has survived, and the means to survive more.
   *
   * @param term of the present master
   * @param rollbacks returns to an older version
   * @param repeated null unless the mode is {@code async} or {@code ssp}
   * @param masters all so far, the present one last
   * @param checkpointTrouble null unless a checkpoint failed
   */
  public record Recovery(
      Term term,
      Line line,
      long rollbacks,
      Repeated repeated,
      List<Survived> survived,
      List<Master> masters,
      List<Checkpoint> checkpoints,
      CheckpointTrouble checkpointTrouble) {}

  /**
   * The model, and its quality.
   *
   * @param aggregates results of the aggregate phases
   * @param tables contents of the tables of the final version, as far as summarised
   * @param published null before the result is in its place
   * @param output the rows of a job that trains nothing; null for any other
   * @param warnings of a model that is no better than guessing, a sentence each
   */
  public record Results(
      Quality quality,
      List<Aggregate> aggregates,
      List<TableSummary> tables,
      Published published,
      RowOutput output,
      List<String> warnings) {
    private Results withoutWarnings() {
      return new Results(quality, aggregates, tables, published, output, List.of());
    }

    /** The id of the published model; null before, and for a scoring job. */
    public String modelId() {
      return published == null || output != null ? null : published.id;
    }

    /** The place of the published model; null before, and for a scoring job. */
    public String modelLocation() {
      return published == null || output != null ? null : published.location;
    }
  }

  /**
   * The quality of the model's predictions.
   *
   * @param measures names the metrics
   * @param train progressive metrics of the epoch so far
   * @param validation of the held-out records with the final version; null before
   * @param series the learning curve: the versions with which held-out records were scored, in
   *     order
   */
  public record Quality(
      Measures measures,
      Metrics train,
      EvaluationSummary validation,
      List<ResultFact.Scored> series) {
    public Quality {
      series = List.copyOf(series);
    }
  }

  /** A result in its place: a model and its id, or scored rows and their score id. */
  public record Published(String id, String location) {}

  /**
   * The output of a job that trains nothing.
   *
   * @param rows in files that count
   * @param isImported whether they are the records as they were, and no scores
   */
  public record RowOutput(long rows, boolean isImported) {}

  /** A state and the time at which it was entered. */
  public record Entered(JobState state, long at) {}

  /**
   * The task queues. Counts are of slots: of one pass under {@code bsp}, else of all passes of the
   * current phase.
   *
   * @param hands the pending tasks
   * @param staleness the number of finished steps that began 0, 1, 2 ... steps ahead of the slowest
   *     worker; empty where staleness is not bounded
   */
  public record Tasks(
      long todo,
      long pending,
      long done,
      long discarded,
      Hands hands,
      List<Discarded> discards,
      List<Long> staleness) {
    private double finishedPart() {
      return (done + discarded + hands.computed)
          / (double) Math.max(1, todo + pending + done + discarded);
    }
  }

  /**
   * The work in workers' hands.
   *
   * @param tasks some of those that have still to be computed
   * @param computed the number of those whose rows wait for their file
   */
  public record Hands(List<Task> tasks, long computed) {
    public static final Hands NONE = of(List.of());

    public Hands {
      tasks = List.copyOf(tasks);
    }

    /** Tasks that have all to be computed. */
    public static Hands of(List<Task> tasks) {
      return new Hands(tasks, 0);
    }

    /** At most so many of the tasks. */
    public Hands first(int most) {
      return new Hands(tasks.subList(0, Math.min(most, tasks.size())), computed);
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
   * @param totals the bytes that workers exchanged and the input that they read in it
   */
  public record Epoch(int number, long millis, WorkerTotals totals) {}

  /**
   * The reason why training ends with this version, before the last one.
   *
   * @param by a user, or early stopping
   * @param isEarly whether the version is an earlier one, which was the best
   */
  public record Stop(String by, long at, long version, boolean isEarly) {}

  /**
   * The pass over a table that measures the columns to be standardised, before the training.
   *
   * @param tasks how many it has; 0 until the first is done
   */
  public record FirstPass(int done, int tasks) {}

  /**
   * A resource that the job waits for.
   *
   * @param beginsAt the time at which training begins, or continues, with the processes present; 0
   *     if that is not awaited, or too few are present
   */
  public record Waiting(
      String what, long since, int asked, int granted, String explanation, long beginsAt) {}

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
   * @param tasksTwiceAtMost held at the time of the checkpoint: at most the steps of these count
   *     twice in the model
   */
  public record Repeated(long records, long tasksTwiceAtMost) {
    public Repeated plus(long moreRecords, long moreTasks) {
      return new Repeated(records + moreRecords, tasksTwiceAtMost + moreTasks);
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

  /** A loss that the job survived; {@code seconds} until training continued. */
  public record Survived(String what, long when, double seconds) {}
}
