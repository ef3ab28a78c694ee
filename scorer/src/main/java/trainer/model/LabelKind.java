package trainer.model;

/**
 * The kind of labels that a model predicts, which determines the outputs of a {@link Prediction}.
 */
public enum LabelKind {
  /** 0 and 1: the output is the probability of 1. */
  BINARY,
  /** Classes 0 to n − 1: the outputs are the class, and the probability of each. */
  CLASSES,
  /** Real numbers: the output is the number. */
  NUMBERS
}
