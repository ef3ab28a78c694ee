package trainer.model;

import java.util.Arrays;
import trainer.model.score.Outputs;

/** The prediction for one row. Immutable. */
public final class Prediction {
  private final LabelKind kind;

  /** The probability of 1, the number, or the class. */
  private final float first;

  /** The probability of each class; null for other labels. */
  private final float[] shares;

  private Prediction(LabelKind kind, float first, float[] shares) {
    this.kind = kind;
    this.first = first;
    this.shares = shares;
  }

  /** The prediction of some scores. */
  static Prediction of(LabelKind kind, float[] scores) {
    switch (kind) {
      case BINARY:
        return new Prediction(kind, Outputs.probability(scores[0]), null);
      case CLASSES:
        int best = Outputs.best(scores);
        return new Prediction(kind, best, Outputs.shares(scores, best));
      default:
        return new Prediction(kind, scores[0], null);
    }
  }

  /** The kind of labels, which says which methods apply. */
  public LabelKind kind() {
    return kind;
  }

  /**
   * The probability of label 1.
   *
   * @throws IllegalStateException unless labels are {@link LabelKind#BINARY}
   */
  public float probability() {
    require(LabelKind.BINARY);
    return first;
  }

  /**
   * The number predicted.
   *
   * @throws IllegalStateException unless labels are {@link LabelKind#NUMBERS}
   */
  public float number() {
    require(LabelKind.NUMBERS);
    return first;
  }

  /**
   * The class predicted, from 0: the most probable one, of equals the first.
   *
   * @throws IllegalStateException unless labels are {@link LabelKind#CLASSES}
   */
  public int label() {
    require(LabelKind.CLASSES);
    return (int) first;
  }

  /**
   * The probability of a class.
   *
   * @throws IllegalStateException unless labels are {@link LabelKind#CLASSES}
   * @throws IndexOutOfBoundsException for a class that the model does not have
   */
  public float probability(int label) {
    require(LabelKind.CLASSES);
    return shares[label];
  }

  /** The outputs that {@code trainer score} writes for the row, in the order of its columns. */
  public float[] outputs() {
    if (shares == null) {
      return new float[] {first};
    }
    float[] outputs = new float[1 + shares.length];
    outputs[0] = first;
    System.arraycopy(shares, 0, outputs, 1, shares.length);
    return outputs;
  }

  private void require(LabelKind needed) {
    if (kind != needed) {
      throw new IllegalStateException("the labels of this model are " + kind + ", not " + needed);
    }
  }

  /** The outputs as text. */
  @Override
  public String toString() {
    return Arrays.toString(outputs());
  }
}
