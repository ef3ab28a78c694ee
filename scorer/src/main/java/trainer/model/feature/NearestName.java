package trainer.model.feature;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the name that was probably meant by a mistyped one.
 *
 * <p>The distance is the restricted Damerau-Levenshtein distance without regard to case: letters
 * inserted, deleted, replaced, or swapped with their neighbour. A name is near if it has at most
 * one mistake for every three letters. So {@code sbumit} is near {@code submit}, and {@code label}
 * is near to none of {@code name} and {@code table}.
 */
final class NearestName {
  private static final int LETTERS_A_MISTAKE = 3;
  private static final int MOST_MISTAKES = 3;

  private NearestName() {}

  /** The nearest of the names, the first if several are; nothing when none is near. */
  static Optional<String> to(String typed, Collection<String> names) {
    String nearest = null;
    int least = mistakesIn(typed) + 1;
    for (String name : names) {
      int distance = distance(typed.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
      if (distance < least) {
        least = distance;
        nearest = name;
      }
    }
    return Optional.ofNullable(nearest);
  }

  private static int mistakesIn(String typed) {
    return Math.min(MOST_MISTAKES, Math.max(1, typed.length() / LETTERS_A_MISTAKE));
  }

  private static int distance(String a, String b) {
    int[][] of = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        of[i][j] = i == 0 || j == 0 ? i + j : step(of, a, b, i, j);
      }
    }
    return of[a.length()][b.length()];
  }

  private static int step(int[][] of, String a, String b, int i, int j) {
    int change = of[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int least = Math.min(change, 1 + Math.min(of[i - 1][j], of[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, of[i - 2][j - 2] + 1) : least;
  }
}
