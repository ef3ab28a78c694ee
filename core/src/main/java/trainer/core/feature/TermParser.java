package trainer.core.feature;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import trainer.core.config.NearestName;

/**
 * A recursive descent over the text of {@code trainer.features}; used once.
 *
 * <pre>
 * terms  = [ term { "," term } ]
 * term   = "-" column | column { "*" column } | column ":" use
 * use    = "category" | "number" | "raw" | "log" | "bucket(" number { ";" number } ")"
 * column = a name without special characters | '"' any characters, a quote doubled '"'
 * </pre>
 */
final class TermParser {
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");

  private static final String BUCKET = "bucket";
  private static final List<String> USES = List.of("category", "number", "raw", "log", BUCKET);
  private static final String ALL_USES = "category, number, raw, log or bucket(1;5;20)";

  private final String text;
  private final List<FeatureTerm> terms = new ArrayList<>();
  private final List<String> without = new ArrayList<>();
  private int at;
  private int number;
  private int termStart;

  TermParser(String text) {
    this.text = text;
  }

  FeatureTerms parse() {
    if (text.isBlank()) {
      return FeatureTerms.ALL;
    }
    term();
    while (at < text.length()) {
      expect(',', "a comma comes between terms");
      term();
    }
    return new FeatureTerms(terms, without);
  }

  /** The names of a list of columns, which has no uses. */
  List<String> parseColumns() {
    Set<String> columns = new LinkedHashSet<>();
    addColumn(columns);
    while (at < text.length()) {
      expect(',', "a comma comes between columns");
      addColumn(columns);
    }
    return List.copyOf(columns);
  }

  /** The columns of a list, each with a colon and a word behind it. */
  Map<String, String> parseWords() {
    Map<String, String> words = new LinkedHashMap<>();
    addWord(words);
    while (at < text.length()) {
      expect(',', "a comma comes between columns");
      addWord(words);
    }
    return words;
  }

  private void addWord(Map<String, String> words) {
    number++;
    skipBlanks();
    termStart = at;
    String column = column();
    expect(':', "a colon and a word come behind the name");
    skipBlanks();
    if (words.put(column, word()) != null) {
      throw problem(termStart, "the column is named twice", "leave one of them out");
    }
  }

  private void addColumn(Set<String> columns) {
    number++;
    skipBlanks();
    termStart = at;
    if (!columns.add(column())) {
      throw problem(termStart, "the column is named twice", "leave one of them out");
    }
  }

  private void term() {
    number++;
    skipBlanks();
    termStart = at;
    boolean out = take('-');
    String column = column();
    if (out) {
      without.add(column);
    } else {
      terms.add(use(column));
    }
  }

  private FeatureTerm use(String column) {
    if (take(':')) {
      return shaped(column);
    }
    List<String> crossed = new ArrayList<>(List.of(column));
    while (take('*')) {
      crossed.add(column());
    }
    if (crossed.size() == 1) {
      return new FeatureTerm.Plain(column);
    }
    try {
      return new FeatureTerm.Cross(crossed);
    } catch (IllegalArgumentException e) {
      throw problem(termStart, e.getMessage(), "write a*b");
    }
  }

  private FeatureTerm shaped(String column) {
    skipBlanks();
    int start = at;
    String word = word();
    return switch (word) {
      case "category" -> new FeatureTerm.Category(column);
      case "number" -> new FeatureTerm.Numeric(column, Scaling.STANDARD);
      case "raw" -> new FeatureTerm.Numeric(column, Scaling.RAW);
      case "log" -> new FeatureTerm.Numeric(column, Scaling.LOG);
      case BUCKET -> new FeatureTerm.Bucket(column, bounds());
      default ->
          throw problem(
              start,
              word.isEmpty() ? "nothing follows the colon" : "there is no use " + word,
              NearestName.to(word, USES)
                  .map(near -> "did you mean " + near + "?")
                  .orElse("write " + ALL_USES + ", or put a name with a colon in quotes"));
    };
  }

  /** Letters and others up to a character that ends a use. */
  private String word() {
    int start = at;
    while (at < text.length() && "(,".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(start, at).trim();
  }

  private Bounds bounds() {
    int start = at;
    expect('(', "write bucket(1;5;20)");
    int end = text.indexOf(')', at);
    if (end < 0) {
      throw problem(start, "the bracket is not closed", "write bucket(1;5;20)");
    }
    String[] parts = text.substring(at, end).split(";", -1);
    double[] bounds = new double[parts.length];
    for (int i = 0; i < parts.length; i++) {
      bounds[i] = number(parts[i].trim());
      at += parts[i].length() + 1;
    }
    at = end + 1;
    skipBlanks();
    try {
      return new Bounds(bounds);
    } catch (IllegalArgumentException e) {
      throw problem(start, e.getMessage(), "list finite numbers in ascending order");
    }
  }

  private double number(String part) {
    if (!NUMBER.matcher(part).matches()) {
      throw problem(
          at,
          part.isEmpty() ? "a bound is missing" : "the bound " + part + " is no number",
          "write numbers with semicolons between them, as in bucket(1;5;20)");
    }
    return Double.parseDouble(part);
  }

  private String column() {
    skipBlanks();
    String name = at < text.length() && text.charAt(at) == '"' ? quoted() : plain();
    skipBlanks();
    return name;
  }

  private String plain() {
    int start = at;
    while (at < text.length() && !ColumnName.isSpecial(text.charAt(at))) {
      at++;
    }
    String name = text.substring(start, at).trim();
    if (at < text.length() && "=#\"".indexOf(text.charAt(at)) >= 0) {
      throw problem(
          at,
          "a name without quotes has no " + text.charAt(at),
          "write the name in double quotes, with each quote in it doubled");
    }
    if (name.isEmpty()) {
      throw problem(start, "a column's name is missing", "write a name, or leave out the term");
    }
    if (name.charAt(0) == '-') {
      throw problem(
          start, "a name without quotes does not begin with -", "write it in double quotes");
    }
    return name;
  }

  private String quoted() {
    int start = at++;
    StringBuilder name = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c != ColumnName.QUOTE) {
        name.append(c);
      } else if (at < text.length() && text.charAt(at) == ColumnName.QUOTE) {
        name.append(c);
        at++;
      } else {
        return name.toString();
      }
    }
    throw problem(start, "the quote is not closed", "write the name as \"a,b\"");
  }

  private boolean take(char c) {
    boolean there = at < text.length() && text.charAt(at) == c;
    at += there ? 1 : 0;
    return there;
  }

  private void expect(char c, String advice) {
    if (!take(c)) {
      String found = at < text.length() ? text.substring(at, at + 1) : "the end";
      throw problem(at, "unexpected " + found, advice);
    }
  }

  private void skipBlanks() {
    while (at < text.length() && ColumnName.isBlank(text.charAt(at))) {
      at++;
    }
  }

  private IllegalArgumentException problem(int position, String what, String advice) {
    int comma = text.indexOf(',', at);
    String term = text.substring(termStart, comma < 0 ? text.length() : comma).trim();
    return new IllegalArgumentException(
        "term %d, %s: %s at character %d; %s".formatted(number, term, what, position + 1, advice));
  }
}
