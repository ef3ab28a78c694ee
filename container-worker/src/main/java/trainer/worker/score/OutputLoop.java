package trainer.worker.score;

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
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.OutputFile;
import trainer.core.message.ToWorker;
import trainer.core.message.WorkerTotals;

/**
 * The writing of scored tasks into files. One thread calls {@link #step} and is the only one that
 * touches the files, so a storage that stalls holds no message of the master. Any thread may call
 * the other methods.
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

  private record Scored(ToWorker.Task task, ScoredTask rows) {}

  private final OutputFiles files;
  private final ScoringTasks tasks;
  private final Consumer<List<FromMember>> master;
  private final Supplier<WorkerTotals> totals;
  private final BlockingQueue<Scored> scored = new ArrayBlockingQueue<>(MOST_WAITING);
  private final LongSupplier clock;
  private volatile long pausedUntil;
  private long begun;
  private long busy;

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

  /** Takes the rows of a task; waits while others wait. */
  public void offer(ToWorker.Task task, ScoredTask rows) throws InterruptedException {
    scored.put(new Scored(task, rows));
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
    Scored next = scored.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
    try {
      if (next != null) {
        write(next, worker);
      }
      if (files.isFull() || isDue()) {
        close();
      }
    } catch (IOException e) {
      onFileLost(e);
    } catch (FSError e) {
      onFileLost(new IOException("a local disk: " + e.getMessage(), e)); // such as a full one
    }
  }

  private void write(Scored next, Incarnation worker) throws IOException {
    synchronized (tasks) {
      if (!tasks.onComputed(next.task)) {
        return;
      }
    }
    if (!files.isOpen()) {
      begun = clock.getAsLong();
    }
    files.append(next.rows, worker);
    busy = clock.getAsLong();
    synchronized (tasks) {
      FromWorker.TaskDone done =
          tasks.done(next.task.slot().number(), next.rows.task().rows()).with(totals.get());
      master.accept(List.of(done));
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
    pausedUntil = now + PAUSE;
    synchronized (tasks) {
      tasks.onFileLost();
    }
  }
}
