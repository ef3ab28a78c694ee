package trainer.learning.block;

import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.Examples;
import trainer.core.input.Labels;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.message.ScoreBins;

/**
 * Adds up how well the records of blocks were predicted: the same sums in any order. Losses and
 * squared errors are rounded once a block. One thread.
 */
public final class Tally {
  private static final String ADVICE =
      "look for extreme values in this block, scale features and labels to about 1, or lower"
          + " trainer.optimizer.learning-rate";

  private final Labels labels;
  private final boolean ranked;
  private Evaluation sum;

  private Tally(Labels labels, boolean ranked, Evaluation none) {
    this.labels = labels;
    this.ranked = ranked;
    this.sum = none;
  }

  /** One for training: metrics alone. */
  public static Tally ofTraining(Labels labels) {
    return new Tally(labels, false, new Evaluation(Metrics.NONE, null, null));
  }

  /** One for scoring: binary records are also sorted by score. */
  public static Tally ofScores(Labels labels) {
    return new Tally(labels, labels.kind() == Labels.Kind.BINARY, Evaluation.none());
  }

  /**
   * Adds a block.
   *
   * @param scores one per record, what the model filled in
   * @param loss the sum of the records' losses
   * @throws FailureException VALUE_OUT_OF_RANGE naming the block
   */
  public void add(DecodedBlock block, float[] scores, double loss) {
    Examples examples = block.examples();
    int records = examples.records();
    for (int i = 0; i < records; i++) {
      if (Float.isNaN(scores[i])) {
        throw outOfRange("the score of record " + i + " is not a number", block);
      }
    }
    double tally = labels.tally(examples.labels(), scores, records);
    if (!(Math.abs(loss) <= ExactSum.MOST)) {
      throw outOfRange("the loss of a block is " + loss, block);
    }
    if (!(tally <= ExactSum.MOST)) {
      throw outOfRange("the squared error of a block is " + tally, block);
    }
    if (ranked) {
      rank(examples, scores);
    }
    Metrics metrics = new Metrics(records, ExactSum.of(loss), ExactSum.of(tally), block.bad());
    sum = new Evaluation(sum.metrics().plus(metrics), sum.positives(), sum.negatives());
  }

  /** Adds what another one has. */
  public void add(Tally other) {
    Metrics metrics = sum.metrics().plus(other.sum.metrics());
    sum = ranked ? sum.plus(other.sum) : new Evaluation(metrics, sum.positives(), sum.negatives());
  }

  private void rank(Examples examples, float[] scores) {
    for (int i = 0; i < examples.records(); i++) {
      long[] bins = examples.labels()[i] > 0f ? sum.positives() : sum.negatives();
      bins[ScoreBins.of(scores[i])]++;
    }
  }

  private static FailureException outOfRange(String what, DecodedBlock block) {
    return new FailureException(FailureKind.VALUE_OUT_OF_RANGE, what, block.where(), ADVICE);
  }

  public Metrics metrics() {
    return sum.metrics();
  }

  /** The sums so far, of a tally of scores. */
  public Evaluation evaluation() {
    return sum;
  }
}
