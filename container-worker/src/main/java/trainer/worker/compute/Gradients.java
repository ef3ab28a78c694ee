package trainer.worker.compute;

import java.util.function.Consumer;
import trainer.core.failure.Failure;
import trainer.core.message.Metrics;
import trainer.worker.share.WorkerEvent;

/** Computes the summed gradients of a share: integers, so threads and order do not matter. */
final class Gradients extends ComputeTask<Gradients.Sum> {
  /** What a thread has added up. */
  static final class Sum {
    long[] sums;
    Metrics metrics = Metrics.NONE;
  }

  private final long work;
  private final int size;
  private final float[] weights;
  private final Rounding rounding;
  private final Consumer<WorkerEvent> out;
  private final Sum total = new Sum();

  Gradients(
      long work,
      PreparedShare share,
      float[] weights,
      Rounding rounding,
      int threads,
      Consumer<WorkerEvent> out) {
    super(share, threads);
    this.work = work;
    this.size = share.layout().size();
    this.weights = weights;
    this.rounding = rounding;
    this.out = out;
  }

  @Override
  Sum begin() {
    return new Sum();
  }

  @Override
  void compute(DecodedBlock block, int[][] offsets, Scratch scratch, Sum sum) {
    if (sum.sums == null) {
      sum.sums = new long[size];
    }
    scratch.gather(offsets, weights);
    scratch.zeroGradients(offsets);
    double loss = train(block, scratch);
    rounding.add(block, offsets, scratch.gradients, sum.sums);
    sum.metrics = sum.metrics.plus(rounding.metrics(block, loss));
  }

  private double train(DecodedBlock block, Scratch scratch) {
    try {
      return block.pass().train(block.examples(), block.rows(), scratch.weights, scratch.gradients);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      throw DecodedBlock.modelFailed(block.file(), block.block(), e);
    }
  }

  @Override
  void merge(Sum sum) {
    total.metrics = total.metrics.plus(sum.metrics);
    if (total.sums == null) {
      total.sums = sum.sums;
    } else if (sum.sums != null) {
      for (int i = 0; i < size; i++) {
        total.sums[i] += sum.sums[i];
      }
    }
  }

  @Override
  void succeeded() {
    long[] sums = total.sums == null ? new long[size] : total.sums;
    out.accept(new WorkerEvent.Computed(work, total.metrics, sums));
  }

  @Override
  void failed(int block, Failure why) {
    out.accept(new WorkerEvent.Failed(work, block, why));
  }
}
