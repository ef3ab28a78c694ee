package trainer.data.libsvm;

/** What is wrong with a line, and where in the buffer. */
final class BadLineException extends RuntimeException {
  private final int line;
  private final int at;

  /**
   * Trouble at a place of a line.
   *
   * @param line where the line begins
   * @param at where the trouble is
   */
  BadLineException(String what, int line, int at) {
    super(what, null, false, false);
    this.line = line;
    this.at = at;
  }

  int line() {
    return line;
  }

  int at() {
    return at;
  }
}
