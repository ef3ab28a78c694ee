package trainer.core.input;

import java.util.List;

/**
 * Columns that are copied from the input to the output of scoring, such as an id.
 *
 * @param columns their values as text, {@code [column][record]}; null stands for NULL. Their names
 *     are those of {@code trainer.score.keep}, in its order
 */
public record KeptColumns(List<String[]> columns) {}
