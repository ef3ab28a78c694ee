package trainer.client.doctor;

/** One check of what a job needs. */
interface Check {
  /** The name of its line, in lower case with hyphens. */
  String name();

  /** The name of an earlier check; when that fails, this one is left out. Empty for none. */
  default String needs() {
    return "";
  }

  /**
   * Checks, and returns what it found.
   *
   * @throws Exception counts as a finding that fails
   */
  Finding find() throws Exception;
}
