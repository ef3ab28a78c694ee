package trainer.core.input;

/** Which labels a model can learn from. */
@FunctionalInterface
public interface LabelRule {
  /** Any label will do. */
  LabelRule ANY = label -> null;

  /** What is wrong with {@code label}, which is finite; null when nothing is. */
  String problemOf(float label);
}
