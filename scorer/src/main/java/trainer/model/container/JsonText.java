package trainer.model.container;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A parser of JSON, for schemas: objects are maps, arrays lists, and texts strings. Numbers,
 * booleans and null are their text behind a space, since no schema's meaning depends on them.
 */
final class JsonText {
  private static final int DEEPEST = 64;

  private final String text;
  private int at;

  private JsonText(String text) {
    this.text = text;
  }

  /**
   * The value that a text is.
   *
   * @throws DamagedBytesException for text that is no JSON
   */
  static Object parse(String text) {
    JsonText json = new JsonText(text);
    Object value = json.value(0);
    json.blanks();
    json.require(json.at == text.length());
    return value;
  }

  private Object value(int depth) {
    require(depth < DEEPEST);
    blanks();
    switch (peek()) {
      case '{':
        return object(depth);
      case '[':
        return array(depth);
      case '"':
        return string();
      default:
        return word();
    }
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> entries = new LinkedHashMap<>();
    at++;
    blanks();
    while (peek() != '}') {
      String key = string();
      blanks();
      take(':');
      entries.put(key, value(depth + 1));
      separator('}');
    }
    at++;
    return entries;
  }

  private List<Object> array(int depth) {
    List<Object> values = new ArrayList<>();
    at++;
    blanks();
    while (peek() != ']') {
      values.add(value(depth + 1));
      separator(']');
    }
    at++;
    return values;
  }

  private void separator(char end) {
    blanks();
    if (peek() != end) {
      take(',');
      blanks();
      require(peek() != end);
    }
  }

  private String string() {
    take('"');
    StringBuilder value = new StringBuilder();
    while (peek() != '"') {
      char c = text.charAt(at++);
      value.append(c == '\\' ? escaped() : c);
    }
    at++;
    return value.toString();
  }

  private char escaped() {
    char c = peek();
    at++;
    switch (c) {
      case 'n':
        return '\n';
      case 't':
        return '\t';
      case 'r':
        return '\r';
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'u':
        require(at + 4 <= text.length() && text.substring(at, at + 4).matches("[0-9a-fA-F]{4}"));
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
      default:
        require(c == '"' || c == '\\' || c == '/');
        return c;
    }
  }

  /** A number, a boolean or null. */
  private String word() {
    int start = at;
    while (at < text.length() && isOfWord(text.charAt(at))) {
      at++;
    }
    require(at > start);
    return ' ' + text.substring(start, at);
  }

  private static boolean isOfWord(char c) {
    return Character.isLetterOrDigit(c) || "+-.".indexOf(c) >= 0;
  }

  private void blanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    require(at < text.length());
    return text.charAt(at);
  }

  private void take(char expected) {
    require(peek() == expected);
    at++;
  }

  private void require(boolean isPossible) {
    if (!isPossible) {
      throw new DamagedBytesException("the schema is no JSON at character " + at);
    }
  }
}
