package trainer.data.format.libsvm;

import java.util.regex.Pattern;
import trainer.data.format.libsvm.BadLineException.Token;

/**
 * The diagnosis of a line that is no libsvm text. It names another known form, such as a row of
 * CSV.
 *
 * @param what the problem
 * @param advice its remedy
 */
record LineDiagnosis(String what, String advice) {
  private static final String REWRITE =
      "or rewrite it as libsvm, 'label index:value …', or as Avro records {label, indices, values}";

  private static final Pattern FEATURES_BEHIND_COMMAS =
      Pattern.compile("[-+0-9.,]+(\\s+\\d+:\\S+)+\\s*");
  private static final Pattern NUMBERS = Pattern.compile("[-+0-9.eE]+(\\s+[-+0-9.eE]+){2,}\\s*");
  private static final Pattern HEADER = Pattern.compile("(?i)(?!nan|inf)[a-z_][^:]*");
  private static final Pattern LATE_GROUP = Pattern.compile("\\S+\\s.*\\sqid:.*");
  private static final Pattern NEGATIVE_INDEX = Pattern.compile(".*\\s-\\d+:.*");

  /**
   * The diagnosis of {@code bad}.
   *
   * @param line the beginning of the line
   */
  static LineDiagnosis of(BadLineException bad, String line) {
    String text = line.strip();
    if (bad.token() == Token.OTHER_LABEL) {
      String label = text.split("\\s", 2)[0];
      return new LineDiagnosis(bad.getMessage(), recoding(label));
    }
    String table = table(text);
    if (table != null) {
      return new LineDiagnosis("this looks like " + table, REWRITE);
    }
    if (bad.token() == Token.LABEL && HEADER.matcher(text).matches()) {
      return new LineDiagnosis(
          "this looks like a header, which libsvm text does not have", "remove the line");
    }
    return feature(bad.getMessage(), text);
  }

  /**
   * The advice for a label. Labels 1 and 2 are a common form of two classes; others are more
   * classes, or numbers.
   */
  private static String recoding(String label) {
    String others =
        "--model softmax with trainer.model.classes takes more classes than two, --model linear"
            + " takes numbers";
    return label.equals("2")
        ? "where labels are 1 and 2, recode them as sed 's/^2 /0 /' does; " + others
        : others;
  }

  /** The kind of table of which the line is a row, or null. */
  private static String table(String text) {
    if (text.startsWith("{") || text.startsWith("[")) {
      return "JSON, which Trainer does not read";
    }
    if (isSeparatedBy(',', text)) {
      return "CSV; --label COLUMN names its label and reads it as such";
    }
    if (isSeparatedBy(';', text) || isSeparatedBy('|', text) || isSeparatedBy('\t', text)) {
      return "CSV with another delimiter; --label COLUMN names its label and reads it as such";
    }
    return NUMBERS.matcher(text).matches() ? "a table of numbers without indices" : null;
  }

  private static boolean isSeparatedBy(char separator, String text) {
    int first = text.indexOf(separator);
    int colon = text.indexOf(':');
    if (first < 0 || FEATURES_BEHIND_COMMAS.matcher(text).matches()) {
      return false;
    }
    // A colon after the first column may be a time of day, unless tabs separate features.
    return colon < 0 || (colon > first && separator != '\t');
  }

  private static LineDiagnosis feature(String problem, String text) {
    if (LATE_GROUP.matcher(text).matches()) {
      return new LineDiagnosis(
          "'qid:' is not the first after the label", "write 'label qid:group index:value …'");
    }
    if (NEGATIVE_INDEX.matcher(text).matches()) {
      return new LineDiagnosis(
          "an index is below 0", "number features from 0 to " + Long.MAX_VALUE);
    }
    return new LineDiagnosis(problem, "correct the line; lines are 'label index:value …'");
  }
}
