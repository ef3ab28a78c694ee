package trainer.data.libsvm;

/** What is wrong with a line, and where in the buffer. */
final class BadLineException extends RuntimeException {
  /** The token of a line that cannot be read. */
  enum Token {
    /** A label that is no number. */
    LABEL,
    /** A number that the model does not take for a label. */
    OTHER_LABEL,
    FEATURE
  }

  private final Token token;
  private final int line;
  private final int at;

  /**
   * Trouble at a place of a line.
   *
   * @param line where the line begins
   * @param at where the trouble is
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
