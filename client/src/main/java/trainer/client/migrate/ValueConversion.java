package trainer.client.migrate;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A change of a value's unit or form; the constant in lower case is its word in the table. */
enum ValueConversion {
  /** As it is. */
  SAME,
  /** Gigabytes in megabytes: {@code 30} becomes {@code 30720}. */
  GB,
  /** Memory of TonY in megabytes: {@code 4g}, {@code 512m} and {@code 512}. */
  MEMORY,
  /** Milliseconds with their unit: {@code 5000} becomes {@code 5000ms}. */
  MILLIS,
  /** A part of 1 in percent: {@code 0.05} becomes {@code 5}. */
  PERCENT,
  /** Retries as attempts: {@code 0} becomes {@code 1}. */
  PLUS_ONE,
  /** A range of ports: {@code 20000,30000} becomes {@code 20000-30000}. */
  PORTS,
  LOWER_CASE,
  /** The resources of TonY that are not unpacked; {@code PATH::NAME} becomes {@code PATH#NAME}. */
  FILES,
  /** The resources of TonY that are unpacked, without {@code #archive}. */
  ARCHIVES;

  private static final long MB_A_GB = 1024;
  private static final String ARCHIVE = "#archive";
  private static final Pattern MEMORY_TEXT = Pattern.compile("(\\d{1,9})([mg]?)");

  /** The conversion that a word of the table names. */
  static ValueConversion named(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /**
   * The converted value; empty if nothing of it belongs to the new key.
   *
   * @throws IllegalArgumentException or ArithmeticException if the value has another form
   */
  String apply(String value) {
    return switch (this) {
      case SAME -> value;
      case GB -> megabytes(value);
      case MEMORY -> memory(value.toLowerCase(Locale.ROOT));
      case MILLIS -> Long.parseLong(value) + "ms";
      case PERCENT -> new BigDecimal(value).movePointRight(2).stripTrailingZeros().toPlainString();
      case PLUS_ONE -> String.valueOf(Math.addExact(Long.parseLong(value), 1));
      case PORTS -> value.replace(',', '-');
      case LOWER_CASE -> value.toLowerCase(Locale.ROOT);
      case FILES -> resources(value, false);
      case ARCHIVES -> resources(value, true);
    };
  }

  private static String megabytes(String gigabytes) {
    return String.valueOf(Math.multiplyExact(Long.parseLong(gigabytes), MB_A_GB));
  }

  private static String memory(String value) {
    Matcher memory = MEMORY_TEXT.matcher(value);
    if (!memory.matches()) {
      throw new IllegalArgumentException("no memory");
    }
    return memory.group(2).equals("g") ? megabytes(memory.group(1)) : memory.group(1);
  }

  private static String resources(String value, boolean archives) {
    return Arrays.stream(value.split(",", -1))
        .map(String::strip)
        .filter(path -> !path.isEmpty() && path.endsWith(ARCHIVE) == archives)
        .map(path -> path.replace(ARCHIVE, "").replace("::", "#"))
        .collect(Collectors.joining(","));
  }
}
