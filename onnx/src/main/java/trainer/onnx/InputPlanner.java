package trainer.onnx;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import trainer.core.config.Keys;
import trainer.core.config.NearestName;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.onnx.image.ImageEncoder;
import trainer.onnx.tensor.TensorSpec;
import trainer.onnx.text.Tokenizer;

/**
 * Decides how each input of a model is filled: from columns that the settings name, from the tokens
 * of a text, from an image, or from the column of its name.
 */
final class InputPlanner {
  private final Settings settings;
  private final String location;
  private final ColumnMap columns;

  InputPlanner(Settings settings, String location) {
    this.settings = settings;
    this.location = location;
    this.columns = ColumnMap.of(settings);
  }

  /**
   * The uses of all inputs.
   *
   * @param tokenizer is there if the model has token inputs
   * @throws FailureException CONFIG_INVALID or CONFIG_CONFLICT, naming the input and the remedy
   */
  List<InputUse> plan(List<TensorSpec> inputs, Optional<Tokenizer> tokenizer) {
    requireKnown(inputs);
    Optional<TokenInputs> tokens = TokenInputs.of(inputs, settings, location);
    List<InputUse> uses = new ArrayList<>();
    tokens.ifPresent(some -> uses.add(new TextInput(some, tokenizer.orElseThrow())));
    for (TensorSpec input : inputs) {
      if (tokens.isEmpty() || !tokens.get().has(input)) {
        uses.add(useOf(input));
      }
    }
    requireOneKind(uses);
    return uses;
  }

  private void requireKnown(List<TensorSpec> inputs) {
    List<String> names = inputs.stream().map(TensorSpec::name).toList();
    if (names.isEmpty()) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "the model has no inputs",
          location,
          "export it with the inputs of a record");
    }
    for (String input : columns.inputs()) {
      if (!names.contains(input)) {
        throw new FailureException(
            FailureKind.CONFIG_INVALID,
            "the model has no input '" + input + "'",
            location + ", " + Keys.ONNX_COLUMNS,
            NearestName.to(input, names)
                .map(nearest -> "did you mean '" + nearest + "'?")
                .orElse("it has " + String.join(", ", names)));
      }
    }
  }

  private InputUse useOf(TensorSpec input) {
    if (input.rank() == 0) {
      throw refused(
          input, "has one value for all records", "export it with a first dimension of records");
    }
    if (!columns.has(input.name()) && ImageEncoder.takes(input)) {
      return new ImageInput(input, ImageEncoder.of(input, settings, location));
    }
    return columnsOf(input);
  }

  private ColumnInput columnsOf(TensorSpec input) {
    List<String> names = columns.of(input.name());
    long fixed = 1;
    int open = 0;
    for (int at = 1; at < input.rank(); at++) {
      open += input.isOpen(at) ? 1 : 0;
      fixed = Math.multiplyExact(fixed, Math.min(1 << 20, Math.max(1, input.dimension(at))));
    }
    if (names.isEmpty()) {
      if (open > 0 || fixed != 1) {
        throw refused(
            input,
            open > 0 ? "takes any number of values" : "takes " + fixed + " values",
            "name their columns: " + Keys.ONNX_COLUMNS + "=" + input.name() + "=COLUMN,COLUMN,...");
      }
      names = List.of(input.name());
    }
    boolean isFit = open == 0 ? names.size() == fixed : open == 1 && names.size() % fixed == 0;
    if (!isFit || input.shape().stream().skip(1).anyMatch(size -> size == 0)) {
      throw refused(
          input,
          "does not take " + names.size() + " columns",
          open > 1
              ? "export it with one open dimension beside that of the records"
              : "name " + fixed + (open > 0 ? " or a multiple" : "") + " in " + Keys.ONNX_COLUMNS);
    }
    long openSize = names.size() / fixed;
    List<Long> shape =
        input.shape().stream().skip(1).map(size -> size < 0 ? openSize : size).toList();
    return new ColumnInput(input, names, shape);
  }

  private FailureException refused(TensorSpec input, String what, String advice) {
    return new FailureException(
        FailureKind.CONFIG_CONFLICT,
        "input '" + input.name() + "', " + input.form() + ", " + what,
        location,
        advice);
  }

  private void requireOneKind(List<InputUse> uses) {
    if (uses.size() > 1 && uses.stream().anyMatch(InputUse::takesFiles)) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "the model takes an image and other inputs: "
              + String.join("; ", uses.stream().flatMap(use -> use.lines().stream()).toList()),
          location,
          "an image is a whole file; export a model with this input alone");
    }
  }
}
