package trainer.pserver.protocol;

/**
 * Why a pull or push is not served, and where the copy stands, so that the sender can tell whether
 * its work is void.
 *
 * @param term the highest term the copy has seen
 * @param line its line
 * @param committed its committed version
 */
public record Refusal(Reason reason, long term, long line, long committed) {
  /** Why. */
  public enum Reason {
    /** The line is void. */
    OLD_LINE,
    /** The version is no longer held, or belongs to a line before this one. */
    OLD_VERSION,
    /** A push beyond the two versions that may be open. */
    TOO_FAR_AHEAD,
    /** The number of shares is not that of the shares already in. */
    SHARES_DIFFER,
    /** The copy could not follow the line and waits to be rebuilt. */
    NOT_FOLLOWING,
    /** More messages wait for this peer than any honest one sends. */
    TOO_MANY_PARKED,
    /** There is no room for rows that it names: it may come. */
    NO_ROOM
  }
}
