package trainer.core.config;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text forms of values: durations {@code 250ms 30s 5m 1h 30d}, sizes {@code 64k 16m 1g}, words.
 */
final class Texts {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");
  private static final Pattern SIZE = Pattern.compile("(\\d{1,15})([kmgKMG]?)");

  private static final int LARGEST_PORT = 65535;
  private static final Pattern SERVER =
      Pattern.compile("([A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:.]+]):([0-9]{1,5})");

  private Texts() {}

  static Duration duration(String text) {
    Matcher m = DURATION.matcher(text);
    if (!m.matches()) {
      throw new IllegalArgumentException("not a duration");
    }
    long count = Long.parseLong(m.group(1));
    return switch (m.group(2)) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      case "h" -> Duration.ofHours(count);
      default -> Duration.ofDays(count);
    };
  }

  static String text(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 3_600_000 == 0 && millis > 0) {
      return millis / 3_600_000 + "h";
    }
    if (millis % 60_000 == 0 && millis > 0) {
      return millis / 60_000 + "m";
    }
    return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
  }

  static long size(String text) {
    Matcher m = SIZE.matcher(text);
    if (!m.matches()) {
      throw new IllegalArgumentException("not a size");
    }
    int shift =
        switch (m.group(2).toLowerCase(Locale.ROOT)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          default -> 0;
        };
    return Math.multiplyExact(Long.parseLong(m.group(1)), 1L << shift);
  }

  static boolean bool(String text) {
    if (text.equals("true")) {
      return true;
    }
    if (text.equals("false")) {
      return false;
    }
    throw new IllegalArgumentException("neither true nor false");
  }

  static <E extends Enum<E>> E word(Class<E> type, String text) {
    for (E constant : type.getEnumConstants()) {
      if (word(constant).equals(text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("not one of " + words(type));
  }

  static String words(Class<? extends Enum<?>> type) {
    return String.join(
        "|", Arrays.stream(type.getEnumConstants()).map(Texts::word).toArray(String[]::new));
  }

  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A host, or an address of IPv6 in brackets, and a port. */
  static String server(String text) {
    Matcher m = SERVER.matcher(text);
    int port = m.matches() ? Integer.parseInt(m.group(2)) : 0;
    if (port < 1 || port > LARGEST_PORT) {
      throw new IllegalArgumentException("not host:port");
    }
    return text;
  }

  /** An address of HTTP that names a host, and neither a user nor a query. */
  static String web(String text) {
    URI uri = URI.create(text);
    boolean isWeb = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    if (!isWeb
        || uri.getHost() == null
        || uri.getUserInfo() != null
        || uri.getQuery() != null
        || uri.getFragment() != null) {
      throw new IllegalArgumentException("not an address of HTTP");
    }
    return text;
  }

  /** One printable ASCII character, or {@code tab}. */
  static char character(String text) {
    if (text.equals("tab") || text.equals("\\t")) {
      return '\t';
    }
    if (text.length() != 1 || text.charAt(0) <= ' ' || text.charAt(0) > '~') {
      throw new IllegalArgumentException("not one ASCII character");
    }
    return text.charAt(0);
  }
}
