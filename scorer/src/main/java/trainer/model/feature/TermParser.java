package trainer.model.feature;

import java.util.ArrayList;
import java.util.List;
import trainer.core.feature.ColumnName;

/**
 * A recursive descent over the terms that a model stores, which name the use of each column; used
 * once.
 *
 * <pre>
 * terms  = term { "," term }
 * term   = column "*" column { "*" column } | column ":" use
 * use    = "category" | "number" | "raw" | "log" | "bucket(" number { ";" number } ")"
 * column = a name without special characters | '"' any characters, a quote doubled '"'
 * </pre>
 */
final class TermParser {
  private static final List<String> USES = List.of("category", "number", "raw", "log");

  private final String text;
  private final List<Term> terms = new ArrayList<>();
  private int at;

  private TermParser(String text) {
    this.text = text;
  }

  /**
   * The terms of a text.
   *
   * @throws IllegalArgumentException for text that is no list of such terms
   */
  static List<Term> parse(String text) {
    TermParser parser = new TermParser(text);
    parser.term();
    while (parser.at < text.length()) {
      parser.require(parser.take(','));
      parser.term();
    }
    return parser.terms;
  }

  private void term() {
    List<String> columns = new ArrayList<>(List.of(column()));
    if (take(':')) {
      terms.add(use(columns));
      return;
    }
    while (take('*')) {
      columns.add(column());
    }
    require(columns.size() > 1);
    terms.add(new Term(columns, "cross"));
  }

  private Term use(List<String> columns) {
    int start = at;
    while (at < text.length() && "(,".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(start, at).trim();
    if (word.equals("bucket")) {
      return new Term(columns, word, bounds());
    }
    require(USES.contains(word));
    return new Term(columns, word);
  }

  private double[] bounds() {
    require(take('('));
    int end = text.indexOf(')', at);
    require(end >= 0);
    String[] parts = text.substring(at, end).split(";", -1);
    double[] bounds = new double[parts.length];
    for (int i = 0; i < parts.length; i++) {
      bounds[i] = Double.parseDouble(parts[i].trim()) + 0.0; // −0 becomes 0
    }
    at = end + 1;
    skipBlanks();
    return bounds;
  }

  private String column() {
    skipBlanks();
    String name = at < text.length() && text.charAt(at) == ColumnName.QUOTE ? quoted() : plain();
    skipBlanks();
    return name;
  }

  private String plain() {
    int start = at;
    while (at < text.length() && !ColumnName.isSpecial(text.charAt(at))) {
      at++;
    }
    String name = text.substring(start, at).trim();
    require(!name.isEmpty() && name.charAt(0) != '-');
    return name;
  }

  private String quoted() {
    StringBuilder name = new StringBuilder();
    at++;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == ColumnName.QUOTE && !take(ColumnName.QUOTE)) {
        return name.toString();
      }
      name.append(c);
    }
    throw problem();
  }

  private boolean take(char c) {
    boolean isThere = at < text.length() && text.charAt(at) == c;
    at += isThere ? 1 : 0;
    return isThere;
  }

  private void skipBlanks() {
    while (at < text.length() && ColumnName.isBlank(text.charAt(at))) {
      at++;
    }
  }

  private void require(boolean isPossible) {
    if (!isPossible) {
      throw problem();
    }
  }

  private IllegalArgumentException problem() {
    return new IllegalArgumentException("character " + (at + 1) + " of '" + text + "'");
  }
}
