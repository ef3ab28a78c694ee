package trainer.worker.compute;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.MetricsAccumulator;
import trainer.learning.spi.Model;
import trainer.worker.api.WorkerEvent;

/**
 * One work item in training or scoring. Several threads take its blocks one by one, and the last to
 * finish reports. Partial results are added as integers, so the number of threads and their order
 * do not matter.
 */
final class ShareTask {
  private final long work;
  private final PreparedShare share;
  private final float[] weights;
  private final Model model;
  private final Rounding rounding;
  private final int threads;
  private final Consumer<WorkerEvent> out;
  private final Partial total;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger running;
  private volatile boolean stopped;
  private int failedBlock = -1;
  private Failure failure;

  /** The partial result of one thread, before it is merged with the others. */
  private static final class Partial {
    private final MetricsAccumulator tally;
    private long[] sums;

    Partial(MetricsAccumulator tally) {
      this.tally = tally;
    }
  }

  /**
   * @param weights of the share's rows, in the order of its layout
   * @param rounding of gradients; null if blocks are only scored
   * @param out takes the result
   */
  ShareTask(
      long work,
      PreparedShare share,
      float[] weights,
      Model model,
      Rounding rounding,
      int threads,
      Consumer<WorkerEvent> out) {
    this.work = work;
    this.share = share;
    this.weights = weights;
    this.model = model;
    this.rounding = rounding;
    this.threads = Math.max(1, Math.min(threads, share.blocks().size()));
    this.running = new AtomicInteger(this.threads);
    this.out = out;
    this.total = partial();
  }

  private Partial partial() {
    return new Partial(
        isTraining()
            ? MetricsAccumulator.ofTraining(model.labels())
            : MetricsAccumulator.ofScores(model.labels()));
  }

  private boolean isTraining() {
    return rounding != null;
  }

  /** The number of threads that must call {@link #run}. */
  int threads() {
    return threads;
  }

  /**
   * Stops the task: remaining blocks are skipped, and only the end of the last thread is reported.
   */
  void stop() {
    stopped = true;
  }

  /** Runs one thread's part. */
  void run(ComputeBuffers scratch, BlockProgress progress) {
    Partial partial = partial();
    int i = next.getAndIncrement();
    while (!stopped && i < share.blocks().size()) {
      DecodedBlock block = share.blocks().get(i);
      progress.begin(block.block().number());
      try {
        compute(block, share.places()[i], scratch, partial);
        progress.computed(block.examples().records());
      } catch (FailureException e) {
        fail(block.block().number(), e.failure());
      } finally {
        progress.end();
      }
      i = next.getAndIncrement();
    }
    merge(partial);
    if (running.decrementAndGet() == 0) {
      report();
    }
  }

  private void compute(
      DecodedBlock block, RowPlaces[] places, ComputeBuffers scratch, Partial partial) {
    scratch.gather(places, weights);
    scratch.zeroScores(block.examples().records() * model.labels().scores());
    if (!isTraining()) {
      double loss = block.score(model, scratch.weights, scratch.scores);
      partial.tally.add(block, scratch.scores, loss);
      return;
    }
    if (partial.sums == null) {
      partial.sums = new long[share.layout().size()];
    }
    scratch.zeroGradients(places);
    double loss = block.train(scratch.weights, scratch.gradients, scratch.scores);
    rounding.add(block, places, scratch, partial.sums);
    partial.tally.add(block, scratch.scores, loss);
  }

  /** Notes a failed block; of several failed blocks the first is reported. */
  private synchronized void fail(int block, Failure why) {
    stopped = true;
    if (failure == null || block < failedBlock) {
      failedBlock = block;
      failure = why;
    }
  }

  private synchronized void merge(Partial partial) {
    total.tally.add(partial.tally);
    if (total.sums == null) {
      total.sums = partial.sums;
    } else if (partial.sums != null) {
      for (int i = 0; i < total.sums.length; i++) {
        total.sums[i] += partial.sums[i];
      }
    }
  }

  private synchronized void report() {
    if (failure != null) {
      out.accept(new WorkerEvent.Failed(work, failedBlock, failure));
    } else if (stopped) {
      out.accept(new WorkerEvent.Stopped(work));
    } else if (isTraining()) {
      long[] sums = total.sums == null ? new long[share.layout().size()] : total.sums;
      out.accept(new WorkerEvent.Computed(work, total.tally.metrics(), sums));
    } else {
      out.accept(new WorkerEvent.Scored(work, total.tally.evaluation()));
    }
  }
}
