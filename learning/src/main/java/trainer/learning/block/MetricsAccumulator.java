package trainer.learning.block;

import java.util.Arrays;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.Examples;
import trainer.core.input.Labels;
import trainer.core.math.Elementary;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.message.Positives;
import trainer.core.message.ScoreBins;
import trainer.core.message.ScoreCounts;

/**
 * Accumulates the quality of predictions over the records of blocks. The sums do not depend on the
 * order of the blocks. Weights, losses and squared errors are rounded once per block. Confined to
 * one thread.
 */
public final class MetricsAccumulator {
  private static final String ADVICE =
      "look for extreme values in this block, scale features and labels to about 1, or lower"
          + " trainer.optimizer.learning-rate";

  private final Labels labels;
  private final long[] positives;
  private final long[] negatives;
  private Metrics metrics = Metrics.NONE;

  private MetricsAccumulator(Labels labels, boolean ranked) {
    this.labels = labels;
    this.positives = new long[ranked ? ScoreBins.COUNT : 0];
    this.negatives = new long[positives.length];
  }

  /** An accumulator for training: metrics alone. */
  public static MetricsAccumulator ofTraining(Labels labels) {
    return new MetricsAccumulator(labels, false);
  }

  /** An accumulator for scoring: binary records are also counted by score. */
  public static MetricsAccumulator ofScores(Labels labels) {
    return new MetricsAccumulator(labels, labels.kind() == Labels.Kind.BINARY);
  }

  /**
   * Adds a block.
   *
   * @param scores {@link Labels#scores()} per record, as the model filled them
   * @param loss the weighted sum of the records' losses
   * @throws FailureException VALUE_OUT_OF_RANGE naming the block
   */
  public void add(DecodedBlock block, float[] scores, double loss) {
    Examples examples = block.examples();
    int records = examples.records();
    for (int i = 0; i < records * labels.scores(); i++) {
      if (Float.isNaN(scores[i])) {
        int record = i / labels.scores();
        throw outOfRange("the score of record " + record + " is not a number", block);
      }
    }
    double tally = labels.tally(examples, scores);
    if (!(Math.abs(loss) <= ExactSum.MOST)) {
      throw outOfRange("the loss of a block is " + loss, block);
    }
    if (!(tally <= ExactSum.MOST)) {
      throw outOfRange("the squared error of a block is " + tally, block);
    }
    ExactSum weight = weight(block);
    if (positives.length > 0) {
      rank(examples, scores);
    }
    Positives found =
        labels.kind() == Labels.Kind.BINARY ? positives(examples, scores) : Positives.NONE;
    metrics =
        metrics.plus(
            new Metrics(
                records, weight, ExactSum.of(loss), ExactSum.of(tally), found, block.bad()));
  }

  private static Positives positives(Examples examples, float[] scores) {
    double weight = 0;
    double predicted = 0;
    for (int i = 0; i < examples.records(); i++) {
      weight += examples.labels()[i] > 0f ? examples.weight(i) : 0;
      predicted += examples.weight(i) * Elementary.sigmoid(scores[i]);
    }
    return new Positives(ExactSum.of(weight), ExactSum.of(predicted));
  }

  private static ExactSum weight(DecodedBlock block) {
    double weight = block.examples().weight();
    // a sum that rounds to 0 cannot divide the losses and gradients of its records
    if (!(weight <= ExactSum.MOST)
        || (block.examples().records() > 0 && ExactSum.of(weight).equals(ExactSum.ZERO))) {
      throw new FailureException(
          FailureKind.VALUE_OUT_OF_RANGE,
          "the weights of a block add up to " + weight,
          block.where(),
          "scale the column of trainer.weight to about 1");
    }
    return ExactSum.of(weight);
  }

  /** Removes all blocks. */
  public void clear() {
    metrics = Metrics.NONE;
    Arrays.fill(positives, 0);
    Arrays.fill(negatives, 0);
  }

  /** Adds broken records of a block whose other records are added by themselves. */
  public void addBroken(long count) {
    metrics = metrics.plus(new Metrics(0, ExactSum.ZERO, ExactSum.ZERO, count));
  }

  /** Adds the sums of another accumulator. */
  public void add(MetricsAccumulator other) {
    metrics = metrics.plus(other.metrics);
    for (int bin = 0; bin < positives.length; bin++) {
      positives[bin] += other.positives[bin];
      negatives[bin] += other.negatives[bin];
    }
  }

  private void rank(Examples examples, float[] scores) {
    for (int i = 0; i < examples.records(); i++) {
      long[] bins = examples.labels()[i] > 0f ? positives : negatives;
      bins[ScoreBins.of(scores[i])]++;
    }
  }

  private static FailureException outOfRange(String what, DecodedBlock block) {
    return new FailureException(FailureKind.VALUE_OUT_OF_RANGE, what, block.where(), ADVICE);
  }

  public Metrics metrics() {
    return metrics;
  }

  /** The sums so far, of an accumulator for scoring. */
  public Evaluation evaluation() {
    return new Evaluation(metrics, ScoreCounts.ofAll(positives), ScoreCounts.ofAll(negatives));
  }
}
