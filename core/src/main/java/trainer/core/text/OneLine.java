package trainer.core.text;

import java.util.regex.Pattern;

/** Texts of several lines, such as YARN's diagnostics, as one line for people. */
public final class OneLine {
  /** YARN puts the time in front of words, with no blank between. */
  private static final Pattern STAMP = Pattern.compile("\\[[0-9]{4}[-0-9 :.,]*\\]\\s*");

  /** A sentence's end without a blank, as in {@code this attempt.Diagnostics:}. */
  private static final Pattern GLUED = Pattern.compile("(?<=[a-z])\\.(?=[A-Z][a-z]+: )");

  private OneLine() {}

  /**
   * The lines that are not blank, without times of day; semicolons part them where nothing does.
   */
  public static String of(String text) {
    StringBuilder line = new StringBuilder();
    for (String next : GLUED.matcher(text).replaceAll(". ").split("\\R", -1)) {
      String words = STAMP.matcher(next).replaceAll(" ").replaceAll("\\s+", " ").strip();
      if (!words.isEmpty()) {
        line.append(separator(line)).append(words);
      }
    }
    return line.toString();
  }

  private static String separator(StringBuilder before) {
    if (before.isEmpty()) {
      return "";
    }
    return ".:;,!?".indexOf(before.charAt(before.length() - 1)) >= 0 ? " " : "; ";
  }
}
