package trainer.pserver.protocol;

/**
 * The refusal of a pull or push: the reason, and the state of the replica. From the state the
 * sender derives whether its work is void.
 *
 * @param term the highest term of the replica
 * @param line its line
 * @param committed its committed version
 */
public record Refusal(Reason reason, long term, long line, long committed) {
  /** The reason of a refusal. */
  public enum Reason {
    /** The line is void. */
    OLD_LINE,
    /** The version is no longer held, or belongs to a line before this one. */
    OLD_VERSION,
    /** A push beyond the two versions that may be open. */
    TOO_FAR_AHEAD,
    /** The number of shares differs from that of the shares already taken. */
    SHARES_DIFFER,
    /** The replica could not follow the line and waits to be rebuilt. */
    NOT_FOLLOWING,
    /** More requests of this connection are deferred than a correct worker sends. */
    TOO_MANY_PARKED,
    /** There is no room for rows that the request names; there may be later. */
    NO_ROOM
  }
}
