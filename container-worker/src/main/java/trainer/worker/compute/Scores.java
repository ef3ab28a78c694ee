package trainer.worker.compute;

import java.util.function.Consumer;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.Examples;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.message.ScoreBins;
import trainer.learning.spi.Model;
import trainer.worker.share.WorkerEvent;

/** Scores blocks and adds the results up, exactly and in any order. */
final class Scores extends ComputeTask<Scores.Sum> {
  /** What a thread has added up. */
  static final class Sum {
    Metrics metrics = Metrics.NONE;
    long correct;
    final long[] positives = new long[ScoreBins.COUNT];
    final long[] negatives = new long[ScoreBins.COUNT];

    void add(DecodedBlock block, float[] scores) {
      Examples examples = block.examples();
      for (int i = 0; i < examples.records(); i++) {
        if (Float.isNaN(scores[i])) {
          throw new FailureException(
              FailureKind.VALUE_OUT_OF_RANGE,
              "the score of record " + i + " is not a number",
              block.where(),
              "look for extreme feature values in this block");
        }
        boolean positive = examples.labels()[i] > 0;
        (positive ? positives : negatives)[ScoreBins.of(scores[i])]++;
        correct += positive == scores[i] > 0 ? 1 : 0;
      }
    }
  }

  private final long work;
  private final float[] weights;
  private final Model model;
  private final Rounding rounding;
  private final Consumer<WorkerEvent> out;
  private Evaluation total = Evaluation.none();

  Scores(
      long work,
      PreparedShare share,
      float[] weights,
      Model model,
      Rounding rounding,
      int threads,
      Consumer<WorkerEvent> out) {
    super(share, threads);
    this.work = work;
    this.weights = weights;
    this.model = model;
    this.rounding = rounding;
    this.out = out;
  }

  @Override
  Sum begin() {
    return new Sum();
  }

  @Override
  void compute(DecodedBlock block, int[][] offsets, Scratch scratch, Sum sum) {
    scratch.gather(offsets, weights);
    scratch.roomForScores(block.examples().records());
    double loss = score(block, scratch);
    sum.add(block, scratch.scores);
    sum.metrics = sum.metrics.plus(rounding.metrics(block, loss));
  }

  private double score(DecodedBlock block, Scratch scratch) {
    try {
      return model.score(block.examples(), block.rows(), scratch.weights, scratch.scores);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      throw DecodedBlock.modelFailed(block.file(), block.block(), e);
    }
  }

  @Override
  void merge(Sum sum) {
    total = total.plus(new Evaluation(sum.metrics, sum.correct, sum.positives, sum.negatives));
  }

  @Override
  void succeeded() {
    out.accept(new WorkerEvent.Scored(work, total));
  }

  @Override
  void failed(int block, Failure why) {
    out.accept(new WorkerEvent.Failed(work, block, why));
  }
}
