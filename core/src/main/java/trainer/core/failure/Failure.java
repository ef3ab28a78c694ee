package trainer.core.failure;

/**
 * A failure as data: the event, its place, and the next action of the user.
 *
 * @param kind the kind, whose name users see in capitals
 * @param what the event, one clause
 * @param where the file and offset, key, host or container; may be empty
 * @param advice the next action; may be empty
 */
public record Failure(FailureKind kind, String what, String where, String advice) {
  public Failure {
    what = oneLine(what);
    where = oneLine(where);
    advice = oneLine(advice);
  }

  /** {@code NAME: what — where — advice}, one line. */
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
