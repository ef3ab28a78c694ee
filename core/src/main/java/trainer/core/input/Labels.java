package trainer.core.input;

/**
 * The kind of the labels of a model's records. It determines the meaning of a record's scores and
 * the tally of their quality.
 *
 * <table>
 * <caption>Kinds</caption>
 * <tr><th>kind</th><th>label</th><th>scores of a record</th><th>tally</th></tr>
 * <tr><td>BINARY</td><td>1, or 0 or −1</td><td>1: the log odds of 1</td>
 *   <td>weights of records on whose side of 0 the score is</td></tr>
 * <tr><td>CLASSES</td><td>0 to classes − 1</td><td>one a class: its logit; the class predicted
 *   has the greatest, of equal ones the first</td>
 *   <td>weights of records of that class</td></tr>
 * <tr><td>NUMBERS</td><td>any</td><td>1: the number predicted</td>
 *   <td>weighted squared errors</td></tr>
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

  /** The number of scores of a record. */
  public int scores() {
    return kind == Kind.CLASSES ? classes : 1;
  }

  /** The class with the greatest of the scores that begin at {@code from}; of equals the first. */
  public int best(float[] scores, int from) {
    int best = 0;
    for (int c = 1; c < classes; c++) {
      best = scores[from + c] > scores[from + best] ? c : best;
    }
    return best;
  }

  /** The tally of scored records, to be rounded once a block. */
  public double tally(Examples examples, float[] scores) {
    float[] labels = examples.labels();
    double tally = 0;
    for (int i = 0; i < examples.records(); i++) {
      double one =
          switch (kind) {
            case BINARY -> scores[i] > 0f == labels[i] > 0f ? 1 : 0;
            case CLASSES -> best(scores, i * classes) == labels[i] ? 1 : 0;
            case NUMBERS -> square((double) scores[i] - labels[i]);
          };
      tally += examples.weight(i) * one;
    }
    return tally;
  }

  private static double square(double x) {
    return x * x;
  }
}
