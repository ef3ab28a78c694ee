package trainer.data.format.csv;

import java.nio.charset.StandardCharsets;
import trainer.core.input.LabelRule;

/** The column of the label: a number, or a text of which one value means 1. */
final class LabelColumn {
  private final CsvField field;
  private final LabelRule rule;

  /** The text that means 1, or null where labels are numbers. */
  private final byte[] positive;

  /**
   * @param positive the text that means 1, or empty where labels are numbers
   */
  LabelColumn(CsvField field, String positive, LabelRule rule) {
    this.field = field;
    this.rule = rule;
    this.positive = positive.isEmpty() ? null : positive.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The label of the present record.
   *
   * @throws BadFieldException if there is none, or none that the model takes
   */
  float read() {
    if (field.isNull(0)) {
      throw new BadFieldException(
          field.field(),
          "the label, column '" + field.name() + "', is empty",
          "give every record a label, or remove the record");
    }
    if (positive != null) {
      return field.hasText(positive) ? 1f : 0f;
    }
    float label = (float) number();
    String problem =
        Float.isFinite(label)
            ? rule.problemOf(label)
            : "label " + field.text() + " is not finite as a 32-bit float";
    if (problem != null) {
      throw new BadFieldException(
          field.field(), problem, "column '" + field.name() + "' is the label; name another one");
    }
    return label;
  }

  private double number() {
    try {
      return field.number(0);
    } catch (BadFieldException e) {
      throw new BadFieldException(
          field.field(),
          "the label, column '" + field.name() + "', is '" + field.text() + "', no number",
          "name the text that means 1 with trainer.label.positive");
    }
  }
}
