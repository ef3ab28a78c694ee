package trainer.appmaster.live;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The newest change that a reader has seen.
 *
 * @param feed the number of the feed that counted it: another master, or another job, has another
 * @param sequence the number of the change; 0 if the reader has seen none
 */
record Mark(long feed, long sequence) {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,18})\\.([0-9]{1,18})");

  /** The mark in this text; one of no change if the text is null or no mark. */
  static Mark parse(String text) {
    Matcher parts = TEXT.matcher(text == null ? "" : text);
    return parts.matches()
        ? new Mark(Long.parseLong(parts.group(1)), Long.parseLong(parts.group(2)))
        : new Mark(0, 0);
  }

  @Override
  public String toString() {
    return feed + "." + sequence;
  }
}
