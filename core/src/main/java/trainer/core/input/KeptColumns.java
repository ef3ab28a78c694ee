package trainer.core.input;

import java.util.List;

/**
 * What scoring takes from the input as it is: columns that are copied to the output, such as an id,
 * and the inputs of a model of another program.
 *
 * @param columns their values as text, {@code [column][record]}; null stands for NULL. They have
 *     the order in which scoring names them
 * @param files the content of each record that is a whole file; null for records of a table
 */
public record KeptColumns(List<String[]> columns, List<byte[]> files) {
  /** Columns of a table. */
  public KeptColumns(List<String[]> columns) {
    this(columns, null);
  }
}
