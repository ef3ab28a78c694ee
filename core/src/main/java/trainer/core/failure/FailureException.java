package trainer.core.failure;

/** Carries a {@link Failure} up to where it is reported. */
public final class FailureException extends RuntimeException {
  private final transient Failure failure;

  public FailureException(Failure failure, Throwable cause) {
    super(failure.message(), cause);
    this.failure = failure;
  }

  /** A failure of the given kind; see {@link Failure}. */
  public FailureException(FailureKind kind, String what, String where, String advice) {
    this(new Failure(kind, what, where, advice), null);
  }

  public Failure failure() {
    return failure;
  }
}
