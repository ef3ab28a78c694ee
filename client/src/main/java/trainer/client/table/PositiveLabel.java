package trainer.client.table;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.NearestName;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.ColumnKind;
import trainer.core.input.Labels;
import trainer.core.text.Quantity;
import trainer.data.format.ColumnSample;

/**
 * The text of a table's label that means 1.
 *
 * @param text empty where labels are numbers or booleans
 * @param other the text that means 0; empty if any other does
 * @param reason for people, why it is this one; empty if the job names it
 */
record PositiveLabel(String text, String other, String reason) {
  /** Pairs of texts of which the first means 1, whatever their case. */
  private static final List<List<String>> PAIRS =
      List.of(
          List.of("true", "false"),
          List.of("yes", "no"),
          List.of("y", "n"),
          List.of("t", "f"),
          List.of("on", "off"),
          List.of("positive", "negative"),
          List.of("pos", "neg"));

  private static final int SHOWN = 5;

  /**
   * The text that the job names, or else the one that a sample suggests: of two texts the one that
   * is not named to mean 0, of a well-known pair the affirmative one, of any other two the rarer
   * one.
   *
   * @param named {@code trainer.label.positive}, or empty
   * @param negative {@code trainer.label.negative}, or empty
   * @param labels that the model takes
   * @throws FailureException CONFIG_INVALID if the sample has other texts than those named, or
   *     suggests none
   */
  static PositiveLabel of(ColumnSample label, String named, String negative, Labels labels) {
    requireMet(label, Keys.LABEL_POSITIVE, named);
    requireMet(label, Keys.LABEL_NEGATIVE, negative);
    if (!named.isEmpty()) {
      requireTwo(named, negative);
      return new PositiveLabel(named, negative, "");
    }
    if (label.kind() != ColumnKind.TEXT) {
      requireNone(label, negative);
      return new PositiveLabel("", "", "");
    }
    if (!labels.equals(Labels.BINARY)) {
      throw invalid(
          Keys.LABEL.name(),
          "the label, column " + label.name() + ", has texts such as '" + label.example() + "'",
          "this model takes numbers, or classes from 0 on; give a column of these");
    }
    Map<String, Integer> counts = label.counts();
    if (counts.size() != 2) {
      throw invalid(
          Keys.LABEL_POSITIVE.name(),
          "the label, column "
              + label.name()
              + ", has "
              + Quantity.of(counts.size(), "different text")
              + ": "
              + texts(counts),
          "give --positive TEXT, the text that means 1; all others mean 0");
    }
    if (!negative.isEmpty()) {
      return new PositiveLabel(otherThan(negative, counts), negative, "");
    }
    Optional<String> affirmative = affirmative(counts);
    String text = affirmative.orElseGet(() -> rarer(counts));
    return new PositiveLabel(
        text,
        otherThan(text, counts),
        affirmative.isPresent() ? "the affirmative one" : "the rarer one");
  }

  /** The other one of two texts. */
  private static String otherThan(String text, Map<String, Integer> counts) {
    return counts.keySet().stream().filter(one -> !one.equals(text)).findFirst().orElseThrow();
  }

  private static void requireTwo(String positive, String negative) {
    if (positive.equals(negative)) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "label '" + positive + "' cannot mean both 1 and 0",
          Keys.LABEL_POSITIVE + ", " + Keys.LABEL_NEGATIVE,
          "change one of the two");
    }
  }

  private static void requireNone(ColumnSample label, String negative) {
    if (!negative.isEmpty()) {
      throw invalid(
          Keys.LABEL_NEGATIVE.name(),
          "the label, column " + label.name() + ", has no texts: 0 means 0",
          "leave it out, or give --positive TEXT, the text that means 1");
    }
  }

  private static void requireMet(ColumnSample label, Key<String> key, String named) {
    Map<String, Integer> counts = label.counts();
    boolean isKnown = counts.size() > 1 && counts.size() < ColumnSample.MOST_DISTINCT;
    if (!named.isEmpty() && isKnown && !counts.containsKey(named)) {
      String meant =
          NearestName.to(named, counts.keySet())
              .map(near -> "; did you mean '" + near + "'?")
              .orElse("");
      throw invalid(
          key.name(),
          "no label is '" + named + "' in the sample" + meant,
          "the texts of column " + label.name() + " are " + texts(counts));
    }
  }

  private static Optional<String> affirmative(Map<String, Integer> counts) {
    Map<String, String> byLowerCase =
        counts.keySet().stream()
            .collect(
                Collectors.toMap(text -> text.toLowerCase(Locale.ROOT), text -> text, (a, b) -> a));
    return PAIRS.stream()
        .filter(pair -> byLowerCase.keySet().containsAll(pair))
        .map(pair -> byLowerCase.get(pair.get(0)))
        .findFirst();
  }

  private static String rarer(Map<String, Integer> counts) {
    Comparator<Map.Entry<String, Integer>> rarest = Map.Entry.comparingByValue();
    return counts.entrySet().stream()
        .min(rarest.thenComparing(Map.Entry.<String, Integer>comparingByKey().reversed()))
        .orElseThrow()
        .getKey();
  }

  private static String texts(Map<String, Integer> counts) {
    String first =
        counts.keySet().stream()
            .sorted()
            .limit(SHOWN)
            .map(text -> "'" + text + "'")
            .collect(Collectors.joining(", "));
    return counts.size() > SHOWN ? first + ", ..." : first;
  }

  private static FailureException invalid(String key, String what, String advice) {
    return new FailureException(FailureKind.CONFIG_INVALID, what, key, advice);
  }

  /** The use of the column for people. */
  String use() {
    if (text.isEmpty()) {
      return "label";
    }
    return "label, '" + text + "' is 1" + (reason.isEmpty() ? "" : " (" + reason + ")");
  }
}
