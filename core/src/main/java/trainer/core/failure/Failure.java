package trainer.core.failure;

/**
 * A failure as data: what happened, where, and what to do about it.
 *
 * @param kind the kind, whose name users see in capitals
 * @param what what happened, one clause
 * @param where the file and offset, key, host or container; may be empty
 * @param advice what to do next; may be empty
 */
public record Failure(FailureKind kind, String what, String where, String advice) {
  public Failure {
    what = oneLine(what);
    where = oneLine(where);
    advice = oneLine(advice);
  }

  /** {@code NAME: what — where — what to do}, one line. */
  public String message() {
    StringBuilder line = new StringBuilder(kind.name()).append(": ").append(what);
    if (!where.isEmpty()) {
      line.append(" — ").append(where);
    }
    if (!advice.isEmpty()) {
      line.append(" — ").append(advice);
    }
    return line.toString();
  }

  /** This failure as an exception. */
  public FailureException toException() {
    return new FailureException(this, null);
  }

  private static String oneLine(String text) {
    return text == null ? "" : text.strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }
}
