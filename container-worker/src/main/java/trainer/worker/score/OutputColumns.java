package trainer.worker.score;

import java.util.ArrayList;
import java.util.List;
import trainer.core.input.Labels;

/**
 * The columns of a scoring job's output.
 *
 * @param kept the columns copied from the input, first
 * @param outputs the model's outputs, behind them
 * @param hasClass whether the first output is a class, a whole number
 */
public record OutputColumns(List<String> kept, List<String> outputs, boolean hasClass) {
  public OutputColumns {
    kept = List.copyOf(kept);
    outputs = List.copyOf(outputs);
  }

  /** The columns for a model with labels of this kind. */
  public static OutputColumns of(List<String> kept, Labels labels, List<String> outputs) {
    return new OutputColumns(kept, outputs, labels.kind() == Labels.Kind.CLASSES);
  }

  /** All names, in order. */
  public List<String> names() {
    List<String> names = new ArrayList<>(kept);
    names.addAll(outputs);
    return names;
  }
}
