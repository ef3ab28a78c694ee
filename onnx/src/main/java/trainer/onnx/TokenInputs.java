package trainer.onnx;

import java.util.List;
import java.util.Optional;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.onnx.tensor.ElementType;
import trainer.onnx.tensor.TensorSpec;

/**
 * The inputs of a model that take the tokens of a text: {@code input_ids}, and those of {@code
 * attention_mask} and {@code token_type_ids} that the model has.
 *
 * @param inputs of rank 2 with integers of 32 or 64 bits
 * @param column the column of the text
 * @param maxTokens of a text
 * @param fixedLength the tokens of each text if the model fixes them, or 0
 */
record TokenInputs(List<TensorSpec> inputs, String column, int maxTokens, int fixedLength) {
  static final String IDS = "input_ids";
  static final String MASK = "attention_mask";
  static final String TYPES = "token_type_ids";
  private static final List<String> NAMES = List.of(IDS, MASK, TYPES);

  TokenInputs {
    inputs = List.copyOf(inputs);
  }

  /**
   * The token inputs, unless there is no {@code input_ids}, or it is filled from columns.
   *
   * @param all inputs of the model
   * @throws FailureException CONFIG_INVALID or CONFIG_CONFLICT
   */
  static Optional<TokenInputs> of(List<TensorSpec> all, Settings settings, String location) {
    ColumnMap columns = ColumnMap.of(settings);
    List<TensorSpec> inputs = all.stream().filter(input -> NAMES.contains(input.name())).toList();
    boolean hasIds = inputs.stream().anyMatch(input -> input.name().equals(IDS));
    Optional<String> text = settings.find(Keys.ONNX_TEXT);
    if (!hasIds || columns.has(IDS)) {
      if (text.isPresent()) {
        throw new FailureException(
            FailureKind.CONFIG_CONFLICT,
            "no text is read: the model has no input '" + IDS + "' that is left to the tokenizer",
            location + ", " + Keys.ONNX_TEXT,
            "remove " + Keys.ONNX_TEXT);
      }
      return Optional.empty();
    }
    if (text.isEmpty()) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          "the model has the input '" + IDS + "', and no column of texts is named",
          location,
          "give " + Keys.ONNX_TEXT + "=COLUMN");
    }
    inputs.forEach(input -> check(input, columns, location));
    int fixed = inputs.stream().mapToInt(input -> (int) input.dimension(1)).max().orElse(0);
    int most = settings.get(Keys.ONNX_MAX_TOKENS);
    int length = Math.max(0, fixed);
    return Optional.of(
        new TokenInputs(inputs, text.get(), length > 0 ? Math.min(most, length) : most, length));
  }

  private static void check(TensorSpec input, ColumnMap columns, String location) {
    boolean isInteger = input.type() == ElementType.INT64 || input.type() == ElementType.INT32;
    if (input.rank() != 2 || !isInteger || columns.has(input.name())) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "input '" + input.name() + "', " + input.form() + ", does not take tokens",
          location,
          "export it as int64[batch,tokens], or name columns for all of "
              + NAMES
              + " in "
              + Keys.ONNX_COLUMNS);
    }
  }

  boolean has(TensorSpec input) {
    return inputs.contains(input);
  }
}
