package trainer.core.text;

import java.util.Locale;

/** Numbers with their nouns, as people write them: {@code 1 file}, {@code 18,000 records}. */
public final class Quantity {
  private Quantity() {}

  /**
   * A count of things.
   *
   * @param noun in the singular; its plural ends in s
   */
  public static String of(long count, String noun) {
    return of(count, noun, noun + "s");
  }

  /** A count of things whose plural is another word. */
  public static String of(long count, String one, String many) {
    return grouped(count) + " " + (count == 1 ? one : many);
  }

  /** With commas between the thousands. */
  public static String grouped(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /**
   * A time measured to the millisecond, in as many digits as matter: {@code 0.63 s}, {@code 75 s}.
   */
  public static String seconds(double seconds) {
    String format = seconds < 10 ? "%.2f s" : seconds < 60 ? "%.1f s" : "%,.0f s";
    return String.format(Locale.ROOT, format, seconds);
  }
}
