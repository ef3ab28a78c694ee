package trainer.core.config;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Defines keys by type and remembers them in the order of definition. */
final class KeySet {
  private final Map<String, Key<?>> keys = new LinkedHashMap<>();

  Map<String, Key<?>> all() {
    return Collections.unmodifiableMap(keys);
  }

  Key<String> text(String name, String defaultText, String documentation) {
    return add(name, "text", defaultText, null, text -> text, documentation);
  }

  /** A name that another module defines, and checks by {@link Settings#of}. */
  Key<String> name(String name, String defaultText, String expected, String documentation) {
    return add(name, expected, defaultText, null, text -> text, documentation);
  }

  /**
   * One printable ASCII character, or {@code tab}.
   *
   * @param none the word for no character, which is {@code '\0'}; null where one is needed
   */
  Key<Character> character(String name, String defaultText, String none, String documentation) {
    return add(
        name,
        (none == null ? "" : none + ", ") + "tab or one ASCII character",
        defaultText,
        null,
        text -> text.equals(none) ? '\0' : Texts.character(text),
        documentation);
  }

  Key<Boolean> bool(String name, boolean defaultValue, String documentation) {
    return add(
        name, "true or false", String.valueOf(defaultValue), null, Texts::bool, documentation);
  }

  <E extends Enum<E>> Key<E> word(
      String name, Class<E> type, E defaultValue, String documentation) {
    return add(
        name,
        Texts.words(type),
        defaultValue == null ? null : Texts.word(defaultValue),
        null,
        text -> Texts.word(type, text),
        documentation);
  }

  Key<PortRange> ports(String name, String documentation) {
    return add(
        name,
        "0 for any port, a port, or a range such as 20000-20100, up to 65535",
        "0",
        null,
        PortRange::parse,
        documentation);
  }

  /** A text with the value of another key as its default. */
  Key<String> textLike(String name, Key<String> like, String documentation) {
    return add(name, "text", null, like, text -> text, documentation);
  }

  /** The address of a service of HTTP. */
  Key<String> web(String name, String documentation) {
    return add(
        name,
        "http://host:port or https://host, with a path or without",
        null,
        null,
        Texts::web,
        documentation);
  }

  /** A server, which others reach by its host's name. */
  Key<String> server(String name, String documentation) {
    return add(name, "host:port", null, null, Texts::server, documentation);
  }

  Key<TaskSize> taskSize(String name, String documentation) {
    return add(name, TaskSize.EXPECTED, "0", null, TaskSize::parse, documentation);
  }

  Key<Integer> integer(String name, int defaultValue, int from, int to, String documentation) {
    return integer(name, String.valueOf(defaultValue), null, from, to, documentation);
  }

  /** An integer without a default. */
  Key<Integer> integer(String name, int from, int to, String documentation) {
    return integer(name, null, null, from, to, documentation);
  }

  Key<Integer> integerLike(String name, Key<Integer> like, int from, int to, String doc) {
    return integer(name, null, like, from, to, doc);
  }

  private Key<Integer> integer(
      String name, String text, Key<Integer> like, int from, int to, String documentation) {
    return add(
        name,
        "integer " + from + ".." + to,
        text,
        like,
        value -> within(Integer.parseInt(value), from, to),
        documentation);
  }

  Key<Long> integer64(String name, long defaultValue, long from, long to, String documentation) {
    String range = from == Long.MIN_VALUE ? "64-bit integer" : "integer " + from + ".." + to;
    return add(
        name,
        range,
        String.valueOf(defaultValue),
        null,
        value -> within(Long.parseLong(value), from, to),
        documentation);
  }

  Key<Long> size(String name, String defaultText, long from, long to, String documentation) {
    return add(
        name,
        "size such as 64k, 16m, 1g, " + from + ".." + to + " bytes",
        defaultText,
        null,
        value -> within(Texts.size(value), from, to),
        documentation);
  }

  Key<Float> real(String name, float from, float to, String documentation) {
    return real(name, null, from, to, documentation);
  }

  Key<Float> real(String name, String defaultText, float from, float to, String documentation) {
    return add(
        name,
        "number " + from + ".." + to,
        defaultText,
        null,
        value -> within(Float.parseFloat(value), from, to),
        documentation);
  }

  Key<Duration> duration(
      String name, String defaultText, Duration from, Duration to, String documentation) {
    return add(
        name,
        "duration such as 250ms, 30s, 5m, 1h, 30d, " + Texts.text(from) + ".." + Texts.text(to),
        defaultText,
        null,
        value -> within(Texts.duration(value), from, to),
        documentation);
  }

  private <T> Key<T> add(
      String name,
      String expected,
      String defaultText,
      Key<T> like,
      Function<String, T> parser,
      String documentation) {
    Key<T> key = new Key<>(name, expected, defaultText, like, parser, documentation);
    if (keys.put(name, key) != null) {
      throw new IllegalStateException(name + " is defined twice");
    }
    return key;
  }

  private static <T extends Comparable<T>> T within(T value, T from, T to) {
    if (value.compareTo(from) < 0 || value.compareTo(to) > 0) {
      throw new IllegalArgumentException("out of range");
    }
    return value;
  }
}
