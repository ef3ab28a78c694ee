package trainer.data.format.table;

import java.nio.charset.StandardCharsets;
import trainer.core.feature.BadFieldException;
import trainer.core.feature.Column;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.encode.ColumnVector;
import trainer.core.input.LabelRule;
import trainer.data.format.TableUse;

/** The column of the label: a number, a boolean, or a text of which one value means 1. */
final class LabelColumn {
  private final Column column;
  private final ColumnVector values;
  private final LabelRule rule;
  private final boolean isRequired;

  /** The text that means 1, or null where labels are numbers or booleans. */
  private final byte[] positive;

  /** The text that means 0, or null if any other does. */
  private final byte[] negative;

  LabelColumn(Column column, ColumnVector values, TableUse use, LabelRule rule) {
    this.column = column;
    this.values = values;
    this.rule = rule;
    this.isRequired = use.isLabelRequired();
    this.positive = bytes(use.positive());
    this.negative = bytes(use.negative());
  }

  private static byte[] bytes(String text) {
    return text.isEmpty() ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The label of a record; NaN for a missing one, where labels may be missing.
   *
   * @throws BadFieldException if there is none, or none that the model takes
   */
  float read(int record) {
    if (!isRequired && isMissing(record)) {
      return Float.NaN;
    }
    if (values.isNull(record)) {
      throw new BadFieldException(
          "the label, column '" + column.name() + "', is empty",
          "give every record a label, or remove the record");
    }
    if (positive != null) {
      return ofText(record);
    }
    float label = (float) number(record);
    String problem =
        Float.isFinite(label)
            ? rule.problemOf(label)
            : "label " + text(record) + " is not finite as a 32-bit float";
    if (problem != null) {
      throw new BadFieldException(
          problem,
          "column '"
              + column.name()
              + "' is the label; name another one, or give --positive TEXT, the label that means 1");
    }
    return label;
  }

  /** Whether there is no label, or an empty text. */
  private boolean isMissing(int record) {
    return values.isNull(record)
        || (column.kind() == ColumnKind.TEXT && values.start(record) == values.end(record));
  }

  private float ofText(int record) {
    if (FieldText.equals(column, values, record, positive)) {
      return 1f;
    }
    if (negative != null && !FieldText.equals(column, values, record, negative)) {
      throw new BadFieldException(
          "the label, column '" + column.name() + "', is '" + text(record) + "', a third text",
          "correct it, or give --positive TEXT, the text that means 1; then all others mean 0");
    }
    return 0f;
  }

  private double number(int record) {
    if (column.kind() == ColumnKind.BOOLEAN) {
      return values.flag(record) ? 1 : 0;
    }
    try {
      return values.number(record);
    } catch (BadFieldException e) {
      throw new BadFieldException(
          "the label, column '" + column.name() + "', is '" + text(record) + "', no number",
          "name the text that means 1 with trainer.label.positive");
    }
  }

  private String text(int record) {
    return FieldText.shown(column, values, record);
  }
}
