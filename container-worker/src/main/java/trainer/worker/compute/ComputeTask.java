package trainer.worker.compute;

import java.util.concurrent.atomic.AtomicInteger;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;

/**
 * One piece of work being computed: its blocks are taken one by one by as many threads as there
 * are; the thread that ends last reports.
 *
 * @param <P> what one thread adds up before it is merged with what the others have
 */
abstract class ComputeTask<P> {
  private final PreparedShare share;
  private final int threads;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger running;
  private volatile boolean stopped;
  private int failedBlock = -1;
  private Failure failure;

  ComputeTask(PreparedShare share, int threads) {
    this.share = share;
    this.threads = Math.max(1, Math.min(threads, share.blocks().size()));
    this.running = new AtomicInteger(this.threads);
  }

  /** How many threads are to call {@link #run}. */
  final int threads() {
    return threads;
  }

  /** Blocks not yet taken are left alone, and nothing is reported. */
  final void stop() {
    stopped = true;
  }

  /** One thread's part. */
  final void run(Scratch scratch, Progress progress) {
    P partial = begin();
    int i = next.getAndIncrement();
    while (!stopped && i < share.blocks().size()) {
      DecodedBlock block = share.blocks().get(i);
      progress.begin(block.block().number());
      try {
        compute(block, share.offsets()[i], scratch, partial);
        progress.end(block.examples().records());
      } catch (FailureException e) {
        fail(block.block().number(), e.failure());
      }
      i = next.getAndIncrement();
    }
    synchronized (this) {
      merge(partial);
    }
    if (running.decrementAndGet() == 0) {
      report();
    }
  }

  /** Of the blocks that were tried and failed, the first is named. */
  private synchronized void fail(int block, Failure why) {
    stopped = true;
    if (failure == null || block < failedBlock) {
      failedBlock = block;
      failure = why;
    }
  }

  private synchronized void report() {
    if (failure != null) {
      failed(failedBlock, failure);
    } else if (!stopped) {
      succeeded();
    }
  }

  /** A thread's own place for what it adds up. */
  abstract P begin();

  abstract void compute(DecodedBlock block, int[][] offsets, Scratch scratch, P partial);

  /** Takes a thread's result in; one thread at a time, in any order. */
  abstract void merge(P partial);

  abstract void succeeded();

  abstract void failed(int block, Failure why);
}
