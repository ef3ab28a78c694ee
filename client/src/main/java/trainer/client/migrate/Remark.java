package trainer.client.migrate;

/**
 * A line for the user about an old setting.
 *
 * @param about the old key, or the place of a word that is no setting
 * @param text the reason, or the next action
 */
public record Remark(Kind kind, String about, String text) {
  /** The outcome for the setting. */
  public enum Kind {
    /** It has an option, with a difference to know of. */
    CONVERTED("converted"),
    /** It needs no option, or another way leads to the same. */
    NO_COUNTERPART("no counterpart"),
    /** The table does not have its key. */
    UNKNOWN("unknown"),
    /** Its value, or its place beside the others, is not legal in Trainer. */
    REFUSED("refused"),
    /** A word of a file that is no setting. */
    NOT_READ("not read");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** Whether the user has to look at the setting. */
    boolean isOpen() {
      return this == UNKNOWN || this == REFUSED;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** One line: {@code angel.log.path: no counterpart — reason}. */
  public String line() {
    return about + ": " + kind + " — " + text;
  }
}
