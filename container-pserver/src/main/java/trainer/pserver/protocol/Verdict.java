package trainer.pserver.protocol;

/** The verdict of the commit protocol on a pull or push. */
public enum Verdict {
  /** Take the request now. */
  TAKE(null),
  /** The gradients were taken already: acknowledge, and drop the sums unread. */
  KNOWN(null),
  /** Defer the request until a line or a commit decides. */
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

  /** The reason of a refusal, or null for any other verdict. */
  public Refusal.Reason reason() {
    return reason;
  }
}
