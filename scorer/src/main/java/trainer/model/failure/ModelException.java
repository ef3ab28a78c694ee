package trainer.model.failure;

/**
 * A model folder that cannot be used: it is damaged, of a newer format, too large for this process,
 * or its model is no built-in one. The message names the file and the remedy.
 */
public final class ModelException extends RuntimeException {
  private static final String RESTORE = "restore the file from a copy, or train again";

  /**
   * A failure.
   *
   * @param what the problem
   * @param where the file or folder
   * @param advice the remedy
   */
  public ModelException(String what, String where, String advice) {
    super(where + ": " + what + "; " + advice);
  }

  /** A file of the model is damaged. */
  public static ModelException damaged(String file, String what) {
    return new ModelException(what, file, RESTORE);
  }
}
