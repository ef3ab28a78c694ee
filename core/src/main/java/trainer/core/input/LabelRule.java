package trainer.core.input;

/** The rule for the labels that a model can learn from. */
@FunctionalInterface
public interface LabelRule {
  /** Accepts any label. */
  LabelRule ANY = label -> null;

  /** The problem with {@code label}, which is finite; null when there is none. */
  String problemOf(float label);
}
