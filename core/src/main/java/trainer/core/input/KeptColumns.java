package trainer.core.input;

import java.util.List;

/**
 * Columns that are copied from the input to the output of scoring, such as an id.
 *
 * @param columns their values as text, {@code [column][record]}; null stands for NULL. They have
 *     the order in which scoring names them
 */
public record KeptColumns(List<String[]> columns) {}
