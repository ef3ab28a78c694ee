package trainer.it.members;

/** The job was over before all faults were tried on it. */
final class JobEndedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  JobEndedException(String said) {
    super("the job ended too soon, give it more epochs; it said: " + said);
  }
}
