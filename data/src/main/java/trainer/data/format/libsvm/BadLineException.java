package trainer.data.format.libsvm;

/** The problem of a line and its position in the buffer. */
final class BadLineException extends RuntimeException {
  /** The token of a line that cannot be read. */
  enum Token {
    /** A label that is no number. */
    LABEL,
    /** A number that the model does not accept as a label. */
    OTHER_LABEL,
    FEATURE
  }

  private final Token token;
  private final int line;
  private final int at;

  /**
   * A problem at a position of a line.
   *
   * @param line where the line begins
   * @param at where the problem is
   */
  BadLineException(String what, Token token, int line, int at) {
    super(what, null, false, false);
    this.token = token;
    this.line = line;
    this.at = at;
  }

  Token token() {
    return token;
  }

  int line() {
    return line;
  }

  int at() {
    return at;
  }
}
