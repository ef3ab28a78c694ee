package trainer.pserver.protocol;

/** What the rule book says to a pull or push. */
public enum Verdict {
  /** Do it now. */
  TAKE(null),
  /** The share is in already: say so, and drop the sums unread. */
  KNOWN(null),
  /** Not yet: keep it until a line or a commit decides. */
  WAIT(null),
  /** See {@link Refusal.Reason#OLD_LINE}. */
  OLD_LINE(Refusal.Reason.OLD_LINE),
  /** See {@link Refusal.Reason#OLD_VERSION}. */
  OLD_VERSION(Refusal.Reason.OLD_VERSION),
  /** See {@link Refusal.Reason#TOO_FAR_AHEAD}. */
  TOO_FAR_AHEAD(Refusal.Reason.TOO_FAR_AHEAD),
  /** See {@link Refusal.Reason#SHARES_DIFFER}. */
  SHARES_DIFFER(Refusal.Reason.SHARES_DIFFER),
  /** See {@link Refusal.Reason#NOT_FOLLOWING}. */
  NOT_FOLLOWING(Refusal.Reason.NOT_FOLLOWING);

  private final Refusal.Reason reason;

  Verdict(Refusal.Reason reason) {
    this.reason = reason;
  }

  /** Why it is refused, or null if it is not. */
  public Refusal.Reason reason() {
    return reason;
  }
}
