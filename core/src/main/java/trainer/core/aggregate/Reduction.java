package trainer.core.aggregate;

import java.util.Comparator;

/**
 * The rule by which numbers that rows contribute become one result. The result has the same bits in
 * any order, and for any placement of the rows.
 *
 * @param name of the result, unique among its phase's, {@code [a-z][A-Za-z0-9-]*}
 * @param most how many numbers are kept: 0 of a sum, 1 of a maximum or minimum
 */
public record Reduction(String name, Kind kind, int most) {
  /** The kinds of results. */
  public enum Kind {
    /** The sum, exact until it is rounded once at the end. A count is a sum of ones. */
    SUM,
    /** The greatest number. */
    MAX,
    /** The least number. */
    MIN,
    /** The greatest numbers with their places. */
    TOP,
    /** The numbers farthest from zero with their places. */
    FARTHEST
  }

  private static final Comparator<Ranked> BY_PLACE =
      Comparator.comparing(Ranked::key, Long::compareUnsigned).thenComparing(Ranked::index);
  private static final Comparator<Ranked> GREATEST_FIRST =
      Comparator.comparing(Ranked::value, Comparator.<Double>reverseOrder())
          .thenComparing(BY_PLACE);
  private static final Comparator<Ranked> LEAST_FIRST =
      Comparator.comparing(Ranked::value).thenComparing(BY_PLACE);
  private static final Comparator<Ranked> FARTHEST_FIRST =
      Comparator.comparing((Ranked one) -> Math.abs(one.value()), Comparator.reverseOrder())
          .thenComparing(BY_PLACE)
          .thenComparing(Ranked::value);

  public Reduction {
    if (!name.matches("[a-z][A-Za-z0-9-]*")) {
      throw new IllegalArgumentException("not a name of a result: '" + name + "'");
    }
    if (kind == Kind.SUM ? most != 0 : most < 1) {
      throw new IllegalArgumentException("result " + name + " keeps " + most + " numbers");
    }
  }

  /** The sum of the contributed numbers; a count, if they are ones. */
  public static Reduction sum(String name) {
    return new Reduction(name, Kind.SUM, 0);
  }

  /** The greatest number that is contributed. */
  public static Reduction max(String name) {
    return new Reduction(name, Kind.MAX, 1);
  }

  /** The least number that is contributed. */
  public static Reduction min(String name) {
    return new Reduction(name, Kind.MIN, 1);
  }

  /** The {@code most} greatest numbers with their rows' keys, the greatest first. */
  public static Reduction top(String name, int most) {
    return new Reduction(name, Kind.TOP, most);
  }

  /** The {@code most} numbers farthest from zero with their rows' keys, the farthest first. */
  public static Reduction farthest(String name, int most) {
    return new Reduction(name, Kind.FARTHEST, most);
  }

  /** Whether the result is a list of numbers with their places, not one number. */
  public boolean isRanking() {
    return kind == Kind.TOP || kind == Kind.FARTHEST;
  }

  /** The order in which numbers are kept, the first one first; of equal ones the lower key. */
  Comparator<Ranked> order() {
    return switch (kind) {
      case SUM, MAX, TOP -> GREATEST_FIRST;
      case MIN -> LEAST_FIRST;
      case FARTHEST -> FARTHEST_FIRST;
    };
  }
}
