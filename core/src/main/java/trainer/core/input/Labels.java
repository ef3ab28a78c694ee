package trainer.core.input;

/**
 * The kind of the labels of a model's records. It determines the meaning of scores and the tally of
 * their quality.
 *
 * <table>
 * <caption>Kinds</caption>
 * <tr><th>kind</th><th>label</th><th>score</th><th>tally</th></tr>
 * <tr><td>BINARY</td><td>1, or 0 or −1</td><td>log odds of 1</td>
 *   <td>records on whose side of 0 the score is</td></tr>
 * <tr><td>CLASSES</td><td>0 to classes − 1</td><td>the class predicted</td>
 *   <td>records of that class</td></tr>
 * <tr><td>NUMBERS</td><td>any</td><td>the number predicted</td><td>squared errors</td></tr>
 * </table>
 *
 * @param kind the kind of label
 * @param classes how many classes there are; 0 for numbers
 */
public record Labels(Kind kind, int classes) implements LabelRule {
  /** The kinds of labels. */
  public enum Kind {
    BINARY,
    CLASSES,
    NUMBERS
  }

  /** Two classes, 1 and 0. */
  public static final Labels BINARY = new Labels(Kind.BINARY, 2);

  /** Real numbers. */
  public static final Labels NUMBERS = new Labels(Kind.NUMBERS, 0);

  /** {@code count} classes, numbered from 0. */
  public static Labels classes(int count) {
    return new Labels(Kind.CLASSES, count);
  }

  @Override
  public String problemOf(float label) {
    return switch (kind) {
      case BINARY ->
          label == 1f || label == 0f || label == -1f
              ? null
              : "label " + text(label) + " is none that the model takes: 1 and 0, or 1 and -1";
      case CLASSES ->
          label >= 0f && label < classes && label == (int) label
              ? null
              : "label " + text(label) + " is none of the classes 0 to " + (classes - 1);
      case NUMBERS -> Float.isFinite(label) ? null : "label " + label + " is not a number";
    };
  }

  private static String text(float label) {
    return label == (long) label ? String.valueOf((long) label) : String.valueOf(label);
  }

  /** The tally of scored records: whole for classes, else to be rounded once a block. */
  public double tally(float[] labels, float[] scores, int records) {
    double tally = 0;
    for (int i = 0; i < records; i++) {
      tally +=
          switch (kind) {
            case BINARY -> scores[i] > 0f == labels[i] > 0f ? 1 : 0;
            case CLASSES -> scores[i] == labels[i] ? 1 : 0;
            case NUMBERS -> square((double) scores[i] - labels[i]);
          };
    }
    return tally;
  }

  private static double square(double x) {
    return x * x;
  }
}
