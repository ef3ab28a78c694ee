package trainer.onnx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import trainer.core.config.Keys;
import trainer.core.config.NearestName;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.onnx.tensor.TensorSpec;

/** Decides which outputs of a model are written, and the names of their numbers. */
final class OutputPlanner {
  private static final int MOST_COLUMNS = 4096;

  private OutputPlanner() {}

  /**
   * The outputs that are written.
   *
   * @param hasTexts whether an open second dimension of three is that of tokens
   * @param batch records; an output with another first dimension gets its width by a trial
   * @throws FailureException CONFIG_INVALID for an unknown name, CONFIG_CONFLICT for outputs that
   *     are no numbers
   */
  static List<OutputUse> plan(
      OnnxSession session, Settings settings, boolean hasTexts, int batch, String location) {
    List<String> names = names(session.outputNames(), settings, location);
    List<OutputUse> uses = new ArrayList<>();
    for (String name : names) {
      TensorSpec output = session.output(name);
      uses.add(useOf(output, hasTexts, batch));
    }
    return uses;
  }

  private static List<String> names(List<String> all, Settings settings, String location) {
    String chosen = settings.get(Keys.ONNX_OUTPUTS);
    if (chosen.isBlank()) {
      return all;
    }
    List<String> names = Arrays.stream(chosen.split(",", -1)).map(String::trim).toList();
    for (String name : names) {
      if (!all.contains(name)) {
        throw new FailureException(
            FailureKind.CONFIG_INVALID,
            "the model has no output '" + name + "'",
            location + ", " + Keys.ONNX_OUTPUTS,
            NearestName.to(name, all)
                .map(nearest -> "did you mean '" + nearest + "'?")
                .orElse("it has " + String.join(", ", all)));
      }
    }
    return names.stream().distinct().toList();
  }

  private static OutputUse useOf(TensorSpec output, boolean hasTexts, int batch) {
    boolean isPooled = hasTexts && output.rank() == 3 && output.isOpen(1);
    // Exporters often leave the first dimension of the example that they were given.
    boolean isOdd = output.rank() == 0 || (!output.isOpen(0) && output.dimension(0) != batch);
    long width = isOdd ? OutputUse.UNKNOWN : 1;
    for (int at = isPooled ? 2 : 1; at < output.rank(); at++) {
      width =
          output.isOpen(at) || width == OutputUse.UNKNOWN
              ? OutputUse.UNKNOWN
              : Math.multiplyExact(width, Math.min(output.dimension(at), 1 << 20));
    }
    return new OutputUse(output, isPooled, width);
  }

  /**
   * The names of all numbers: that of the output, with an index if there are several.
   *
   * @throws FailureException CONFIG_CONFLICT for too many
   */
  static List<String> columns(List<OutputUse> uses, String location) {
    List<String> columns = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (OutputUse use : uses) {
      if (columns.size() + use.width() > MOST_COLUMNS || use.width() < 1) {
        throw new FailureException(
            FailureKind.CONFIG_CONFLICT,
            "output '" + use.spec().name() + "' has " + use.width() + " numbers a record",
            location + ", " + Keys.ONNX_OUTPUTS,
            MOST_COLUMNS
                + " are written at most, and one at least; choose other outputs, or let the model"
                + " reduce them");
      }
      String name = use.spec().name().replaceAll("[^A-Za-z0-9_]", "_");
      for (int i = 0; i < use.width(); i++) {
        columns.add(unique(use.width() == 1 ? name : name + "_" + i, taken));
      }
    }
    return columns;
  }

  /** Names differ without regard to case, since some readers of tables have none. */
  private static String unique(String name, Set<String> taken) {
    String free = name;
    for (int i = 2; !taken.add(free.toLowerCase(Locale.ROOT)); i++) {
      free = name + "_" + i;
    }
    return free;
  }
}
