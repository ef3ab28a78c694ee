package trainer.client.doctor;

/** One check of what a job needs. */
interface Check {
  /** The name of its line in the output: lower case, with hyphens. */
  String name();

  /** The name of an earlier check. If that one fails, this one does not run. Empty for none. */
  default String needs() {
    return "";
  }

  /**
   * Runs the check.
   *
   * @throws Exception reported as a finding that fails
   */
  Finding find() throws Exception;
}
