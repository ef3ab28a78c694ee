package trainer.worker.output;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FSError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.files.WriteFailures;
import trainer.core.failure.FailureException;
import trainer.core.id.Incarnation;
import trainer.core.id.Slot;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.OutputFile;
import trainer.core.message.ToWorker;
import trainer.core.message.WorkerTotals;

/**
 * The writing of the rows of tasks into files. One thread calls {@link #step} and is the only one
 * that touches the files, so a storage that stalls holds no message of the master. Any thread may
 * call the other methods.
 *
 * <p>A file is closed when it is full, when it is old, or when the worker has had no task for a
 * moment. If the output cannot be written, the tasks of the open file are computed again, as long
 * as the trouble may pass.
 */
public final class OutputLoop {
  private static final Logger LOG = LoggerFactory.getLogger(OutputLoop.class);

  /** Tasks that may wait for the thread; a task's rows take some megabytes at most. */
  private static final int MOST_WAITING = 2;

  private static final long TICK_MILLIS = 20;

  /** Time without a task after which a file is closed, such as at the end of the job. */
  private static final long IDLE = TimeUnit.MILLISECONDS.toNanos(100);

  /** Age at which a file is closed, so that the loss of a worker repeats little. */
  private static final long OLD = TimeUnit.SECONDS.toNanos(30);

  /** Time without a written file after which the output counts as not writable. */
  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(3);

  /** The pause of all work after the loss of a file. */
  private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

  /**
   * Rows of a task.
   *
   * @param rows null if no more follow, because the task failed
   * @param end the sums of the task with its last rows; null before
   */
  private record Computed(ToWorker.Task task, RowBytes rows, ScoredTask end) {}

  private final OutputFiles files;
  private final ScoringTasks tasks;
  private final Consumer<List<FromMember>> master;
  private final Supplier<WorkerTotals> totals;
  private final BlockingQueue<Computed> computed = new ArrayBlockingQueue<>(MOST_WAITING);
  private final LongSupplier clock;
  private volatile long pausedUntil;
  private long begun;
  private long busy;

  /** The task of which the open file has the first rows; null if it has whole tasks. */
  private Slot unfinished;

  /** A task whose first rows are lost while it is computed; null if there is none. */
  private Slot lost;

  /** Since when no file can be written; 0 while files can be. */
  private long failing;

  /**
   * @param tasks guarded by its own monitor
   * @param master takes messages to the master that belong together, without waiting
   * @param clock the present time, in nanoseconds
   */
  public OutputLoop(
      OutputFiles files,
      ScoringTasks tasks,
      Consumer<List<FromMember>> master,
      Supplier<WorkerTotals> totals,
      LongSupplier clock) {
    this.files = files;
    this.tasks = tasks;
    this.master = master;
    this.totals = totals;
    this.clock = clock;
    this.pausedUntil = clock.getAsLong();
  }

  /** Takes the last rows of a task; waits while others wait. */
  public void offer(ToWorker.Task task, ScoredTask end) throws InterruptedException {
    computed.put(new Computed(task, end.rows(), end));
  }

  /**
   * Takes rows of a task that has more; waits while others wait. Until its last rows come, the file
   * takes those of no other task. So this is for files of one task, which one thread computes.
   */
  public void offerPart(ToWorker.Task task, RowBytes rows) throws InterruptedException {
    computed.put(new Computed(task, rows, null));
  }

  /** Drops the rows of a task that failed. */
  public void drop(ToWorker.Task task) throws InterruptedException {
    computed.put(new Computed(task, null, null));
  }

  /** Whether no task may begin, because a file was lost just now. */
  public boolean isPausing() {
    return clock.getAsLong() - pausedUntil < 0;
  }

  /**
   * Writes the next task, if one comes within a moment, and closes the file if that is due.
   *
   * @param worker names the files
   * @throws FailureException if the output cannot be written, for so long that it is no passing
   *     trouble
   */
  public void step(Incarnation worker) throws InterruptedException {
    Computed next = computed.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
    try {
      if (next != null) {
        write(next, worker);
      }
      if (unfinished == null && (files.isFull() || isDue())) {
        close();
      }
    } catch (IOException e) {
      onFileLost(e);
    } catch (FSError e) {
      onFileLost(new IOException("a local disk: " + e.getMessage(), e)); // such as a full one
    }
  }

  /**
   * Closes the file: the worker leaves. Rows that still wait for the file are dropped. If it cannot
   * be written, others compute its tasks.
   */
  public void closeLast() {
    if (!files.isOpen()) {
      return;
    }
    try {
      if (unfinished == null) {
        close();
      } else {
        files.abandon();
      }
    } catch (IOException | FSError e) {
      LOG.warn("the last file of the output is lost, and others compute its tasks", e);
      files.abandon();
    }
  }

  private void write(Computed next, Incarnation worker) throws IOException {
    if (next.rows == null) {
      dropRows(next.task.slot());
    } else if (next.task.slot().equals(lost)) {
      skip(next);
    } else if (next.end == null) {
      unfinished = next.task.slot();
      append(next, worker);
    } else if (isWanted(next.task)) {
      unfinished = null;
      append(next, worker);
      files.end(next.end);
      synchronized (tasks) {
        FromWorker.TaskDone done =
            tasks.done(next.task.slot().number(), next.end.task().rows()).with(totals.get());
        master.accept(List.of(done));
      }
    } else {
      dropRows(next.task.slot());
    }
  }

  private boolean isWanted(ToWorker.Task task) {
    synchronized (tasks) {
      return tasks.onComputed(task);
    }
  }

  private void append(Computed next, Incarnation worker) throws IOException {
    if (!files.isOpen()) {
      begun = clock.getAsLong();
    }
    files.append(next.task.slot(), next.rows, worker);
    busy = clock.getAsLong();
  }

  private void dropRows(Slot task) {
    if (task.equals(unfinished)) {
      unfinished = null;
      files.abandon();
    }
    lost = task.equals(lost) ? null : lost;
  }

  /** Skips rows of a task whose first ones are lost, up to its last. */
  private void skip(Computed next) {
    if (next.end != null) {
      lost = null;
      synchronized (tasks) {
        tasks.onRowsLost(next.task);
      }
    }
  }

  private boolean isDue() {
    long now = clock.getAsLong();
    boolean isIdle;
    synchronized (tasks) {
      isIdle = tasks.isIdle() && now - busy > IDLE;
    }
    return files.isOpen() && (isIdle || now - begun > OLD);
  }

  private void close() throws IOException {
    OutputFile file = files.close();
    failing = 0;
    synchronized (tasks) {
      master.accept(List.of(tasks.onWritten(file)));
    }
  }

  /** The tasks of the open file wait again. */
  private void onFileLost(IOException e) throws InterruptedException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedException();
    }
    long now = clock.getAsLong();
    failing = failing == 0 ? now : failing;
    if (now - failing > PATIENCE) {
      throw new FailureException(WriteFailures.of(e, files.folder()), e);
    }
    LOG.warn("a file of the output is lost, and its tasks are computed again", e);
    files.abandon();
    lost = unfinished;
    unfinished = null;
    pausedUntil = now + PAUSE;
    synchronized (tasks) {
      tasks.onFileLost();
    }
  }
}
