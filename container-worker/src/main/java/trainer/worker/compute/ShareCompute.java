package trainer.worker.compute;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import trainer.core.failure.Failure;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Model;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneValues;

/**
 * The compute threads. Each takes whole blocks of the current work item, one thread a block.
 *
 * <p>{@link #train}, {@link #score} and {@link #stop} are called by one thread. The compute threads
 * pass results to {@code out}.
 */
public final class ShareCompute implements AutoCloseable {
  private final List<TableSpec> tables;
  private final Model model;
  private final Consumer<WorkerEvent> out;
  private final BlockProgress training = new BlockProgress();
  private final BlockProgress scoring = new BlockProgress();
  private final BlockingQueue<Ticket> queue = new LinkedBlockingQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Map<Long, ShareTask> tasks = new HashMap<>();

  /** One thread's admission to a task. */
  private record Ticket(ShareTask task, BlockProgress progress) {}

  /**
   * @param fatal receives an impossible failure, which ends the process
   */
  public ShareCompute(
      List<TableSpec> tables,
      Model model,
      int threads,
      Consumer<WorkerEvent> out,
      Consumer<Throwable> fatal) {
    this.tables = List.copyOf(tables);
    this.model = model;
    this.out = out;
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(this::loop, "compute-" + i);
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler((dead, cause) -> fatal.accept(cause));
      this.threads.add(thread);
      thread.start();
    }
  }

  /** Computes gradients; see {@link trainer.worker.api.WorkerAction.Compute}. */
  public void train(long work, PreparedShare share, int minibatchBlocks, List<LaneValues> values) {
    start(work, share, values, new Rounding(tables, minibatchBlocks), training);
  }

  /** Scores; see {@link trainer.worker.api.WorkerAction.Score}. */
  public void score(long work, PreparedShare share, List<LaneValues> values) {
    start(work, share, values, null, scoring);
  }

  /** Stops work that is finished, void, or to be computed again later. */
  public void stop(long work) {
    ShareTask task = tasks.remove(work);
    if (task != null) {
      task.stop();
    }
  }

  /** The records trained on so far, including repeated ones. */
  public long records() {
    return training.records();
  }

  /** The block that has been in progress for longest, or −1. */
  public int block() {
    return training.block() >= 0 ? training.block() : scoring.block();
  }

  /** See {@link BlockProgress#stacks}. */
  public String stacks() {
    return training.stacks() + scoring.stacks();
  }

  /** Ends the threads after their current blocks. */
  @Override
  public void close() {
    tasks.values().forEach(ShareTask::stop);
    threads.forEach(Thread::interrupt);
  }

  private void start(
      long work,
      PreparedShare share,
      List<LaneValues> values,
      Rounding rounding,
      BlockProgress progress) {
    Optional<Failure> complaint = LaneAnswers.complaint(share.layout(), values, tables);
    if (complaint.isPresent()) {
      out.accept(new WorkerEvent.Failed(work, -1, complaint.get()));
      return;
    }
    float[] weights = LaneAnswers.weights(share.layout(), values);
    ShareTask task = new ShareTask(work, share, weights, model, rounding, threads.size(), out);
    tasks.put(work, task);
    for (int i = 0; i < task.threads(); i++) {
      queue.add(new Ticket(task, progress));
    }
  }

  private void loop() {
    ComputeBuffers scratch = new ComputeBuffers(tables);
    try {
      while (true) {
        Ticket ticket = queue.take();
        ticket.task.run(scratch, ticket.progress);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
