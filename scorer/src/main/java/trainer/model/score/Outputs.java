package trainer.model.score;

import trainer.core.math.Elementary;

/** Probabilities and classes from scores, with the bits of {@code trainer score}. */
public final class Outputs {
  private Outputs() {}

  /** The probability of label 1: the logistic function of the log odds. */
  public static float probability(float logOdds) {
    return (float) Elementary.sigmoid(logOdds);
  }

  /** The class with the greatest logit, of equal ones the first. */
  public static int best(float[] logits) {
    int best = 0;
    for (int c = 1; c < logits.length; c++) {
      best = logits[c] > logits[best] ? c : best;
    }
    return best;
  }

  /** The probability of each class, the softmax of the logits. */
  public static float[] shares(float[] logits, int best) {
    double[] shares = new double[logits.length];
    double total = 0;
    for (int c = 0; c < logits.length; c++) {
      // relative to the greatest logit, so that no exponential overflows
      shares[c] = Elementary.exp((double) logits[c] - logits[best]);
      total += shares[c];
    }
    float[] probabilities = new float[logits.length];
    for (int c = 0; c < logits.length; c++) {
      probabilities[c] = (float) (shares[c] / total);
    }
    return probabilities;
  }
}
