package trainer.worker.score;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import trainer.core.input.Labels;

/**
 * The columns of a scoring job's output.
 *
 * @param kept the columns copied from the input, first
 * @param outputs the model's outputs, behind them; one with the name of a kept column has an
 *     underscore behind its name
 * @param hasClass whether the first output is a class, a whole number
 */
public record OutputColumns(List<String> kept, List<String> outputs, boolean hasClass) {
  public OutputColumns {
    kept = List.copyOf(kept);
    outputs = named(outputs, kept);
  }

  /** Names differ without regard to case, since some readers of tables have none. */
  private static List<String> named(List<String> outputs, List<String> kept) {
    Set<String> copied = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    copied.addAll(kept);
    Set<String> taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    taken.addAll(kept);
    taken.addAll(outputs);
    List<String> names = new ArrayList<>();
    for (String output : outputs) {
      StringBuilder name = new StringBuilder(output);
      if (copied.contains(output)) {
        do {
          name.append('_');
        } while (!taken.add(name.toString()));
      }
      names.add(name.toString());
    }
    return List.copyOf(names);
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
